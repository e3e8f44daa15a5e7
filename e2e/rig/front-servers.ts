import { start } from './processes.ts'

/** What is between the browser and the service. */
export interface Front {
  /** Where the console is, ending in `/`. */
  origin: string
  stop: () => Promise<void>
}

/** Our console server. */
export interface Host extends Front {
  /** Restarts it at the same address, without its sessions. `killed`: nothing that it does ends in order. */
  restart: (how?: { killed: boolean }) => Promise<void>
}

/** Starts the built console server in front of `service`; `env` as in OPERATING.md. */
export async function openHost(service: string, env: Record<string, string> = {}): Promise<Host> {
  const started = (port: string) =>
    start({ env: { PORT: port, QUERY_SERVICE_URL: service, ...env }, ready: /Query Admin +\S+\/\n/ })
  let host: Awaited<ReturnType<typeof start>> | undefined = await started('0')
  const origin = /https?:\/\/[^/]+\//.exec(host.output())?.[0] ?? ''
  const stop = async () => {
    const running = host
    host = undefined
    await running?.stop()
  }
  return {
    origin,
    stop,
    async restart(how) {
      if (how?.killed === true) await host?.kill()
      else await stop()
      host = await started(new URL(origin).port)
    },
  }
}
