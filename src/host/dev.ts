import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from './client-address.ts'
import { exchange } from './exchange.ts'
import { createHandler, sitePaths } from './handler.ts'
import { contentSecurityPolicy, securityHeaders } from './headers.ts'
import { limits } from './limits.ts'
import { refusalOf } from './request-checks.ts'
import type { Env } from './owned-files.ts'
import { hostNames, settingsFrom, trustsFrom } from './settings.ts'
import { type OpenSite, openSite } from './site.ts'

/** No files: in development Vite serves the page. */
const files = new Map<never, never>()

/**
 * The console server inside Vite's dev server, reloaded after each edit. It answers its own paths and leaves the others
 * to Vite, with the same headers but without the policy, because Vite injects styles and scripts.
 */
export async function answer(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void, env: Env) {
  const settings = settingsFrom(env)
  const { parts } = await openedOnce(settings)
  const path = (incoming.url ?? '').replace(/\?.*$/s, '')
  const methodsOf = sitePaths(files)
  if (!path.startsWith('/_/') && !methodsOf(path)) {
    for (const [name, value] of securityHeaders) if (value !== contentSecurityPolicy) outgoing.setHeader(name, value)
    next()
    return
  }
  const refusal = refusalOf(incoming, { methodsOf, hosts: hostNames(settings) })
  const handler = createHandler({ files, ...parts })
  const { isProxied } = parts
  const address = clientAddress(incoming, trustsFrom(settings)) ?? ''
  await exchange(incoming, outgoing, {
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
const globals = globalThis as { queryAdminSite?: Promise<OpenSite> }

function openedOnce(settings: ReturnType<typeof settingsFrom>): Promise<OpenSite> {
  globals.queryAdminSite ??= openSite(settings, {
    isTerminal: process.stdout.isTTY,
    note: () => undefined,
    warn: (sentence) => console.warn(sentence),
  }).then((site) => {
    console.log(site.lines.join('\n'))
    return site
  })
  return globals.queryAdminSite
}
