import { homedir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { openReference } from './embedded.ts'
import { createGate } from './gate.ts'
import { readSettings, SettingFault, type Settings } from './settings.ts'

/** `npm run reference`: runs the reference service alone, on 127.0.0.1. */
async function run(settings: Settings): Promise<void> {
  const { port, readingsText, ...options } = settings
  const reference = await openReference(options)
  const gate = createGate(reference.fetch, Date.now)
  const server = serve(
    {
      port,
      hostname: '127.0.0.1',
      overrideGlobalObjects: false,
      fetch: async (request, { incoming, outgoing }) => {
        // A Request resolves dot segments; no path of the service has any.
        const dotted = /\/(\.|%2e){1,2}(?=[/?]|$)/i.test(incoming.url ?? '')
        const answer = await gate(dotted ? new Request(new URL('/', request.url)) : request)
        const body = Buffer.from(await answer.arrayBuffer())
        // Written here, because the adapter would add a content type where the readings send none.
        const length = answer.status === 204 ? {} : { 'content-length': body.length }
        outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...length })
        outgoing.end(body)
        return RESPONSE_ALREADY_SENT
      },
    },
    (address) => {
      const { lines, file } = reference.signIn
      console.log(`Reference service listening at http://127.0.0.1:${address.port}`)
      console.log(`Readings: ${readingsText}`)
      console.log(`Data: ${options.dir}`)
      // Output that does not go to a terminal is stored somewhere.
      console.log(process.stdout.isTTY ? lines.join('\n') : `Sign-in details: ${file}`)
      for (const warning of reference.warnings) console.warn(warning)
    },
  )
  server.once('error', (fault: NodeJS.ErrnoException) => {
    reference.close()
    refuse(fault.code === 'EADDRINUSE' ? `--port: port ${port} is taken.` : `--port: ${fault.message}.`)
  })
  const stop = () => {
    server.close(() => {
      reference.close()
      process.exit(0)
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    setTimeout(() => process.exit(0), 2000).unref()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

function refuse(sentence: string): void {
  console.error(sentence)
  process.exitCode = 2
}

const dataHome = process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share')
try {
  await run(readSettings(process.argv.slice(2), process.env, join(dataHome, 'query-admin', 'reference')))
} catch (fault) {
  if (fault instanceof SettingFault) refuse(fault.message)
  else refuse(`The reference service cannot start: ${fault instanceof Error ? fault.message : String(fault)}`)
}
