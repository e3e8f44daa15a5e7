import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from './client-address.ts'
import { handleRequest } from './handle-request.ts'
import { createHandler, sitePaths } from './handler.ts'
import { contentSecurityPolicy, securityHeaders } from './headers.ts'
import { limits } from './limits.ts'
import { checkRequest } from './request-checks.ts'
import type { Env } from './secret-files.ts'
import { hostNames, settingsFrom, trustsFrom } from './settings.ts'
import { type Runtime, openRuntime } from './bootstrap.ts'

/** No files: in development Vite serves the page. */
const files = new Map<never, never>()

/**
 * The console server inside Vite's dev server, reloaded after each edit. It answers its own paths and leaves the others
 * to Vite, with the same headers but without the policy, because Vite injects styles and scripts.
 */
export async function answer(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void, env: Env) {
  const settings = settingsFrom(env)
  const { parts } = await openOnce(settings)
  const path = (incoming.url ?? '').replace(/\?.*$/s, '')
  const methodsOf = sitePaths(files)
  if (!path.startsWith('/_/') && !methodsOf(path)) {
    for (const [name, value] of securityHeaders) if (value !== contentSecurityPolicy) outgoing.setHeader(name, value)
    next()
    return
  }
  const refusal = checkRequest(incoming, { methodsOf, hosts: hostNames(settings) })
  const handler = createHandler({ files, ...parts })
  const { isProxied } = parts
  const address = clientAddress(incoming, trustsFrom(settings)) ?? ''
  await handleRequest(incoming, outgoing, {
    handler,
    refusal,
    limits,
    isProxied,
    headers: securityHeaders,
    address,
    note: () => undefined,
  })
}

/** Survives reloads of this module, so that an edit signs nobody out. */
const globals = globalThis as { queryAdminSite?: Promise<Runtime> }

function openOnce(settings: ReturnType<typeof settingsFrom>): Promise<Runtime> {
  globals.queryAdminSite ??= openRuntime(settings, {
    isTerminal: process.stdout.isTTY,
    note: () => undefined,
    warn: (sentence) => console.warn(sentence),
  }).then((runtime) => {
    console.log(runtime.lines.join('\n'))
    return runtime
  })
  return globals.queryAdminSite
}
