import { createListClient } from '#contract/list/list-client.ts'
import { serveLists } from '#contract/list/list-worker.ts'
import type { FromWorker, Line, ListReader, ToWorker } from '#contract/list/protocol.ts'
import { createListReader } from '#contract/list/read-list.ts'
import type { Fetch } from '#contract/transport.ts'

/** Lists read at the other end of a line that copies what goes over it, as between threads; `said` is all that did. */
export function listsInAnotherThread(fetch: Fetch): { lists: ListReader; said: unknown[]; close: () => void } {
  const { port1, port2 } = new MessageChannel()
  const said: unknown[] = []
  const line = <Said, Heard>(port: MessagePort): Line<Said, Heard> => ({
    postMessage(message) {
      said.push(structuredClone(message))
      port.postMessage(message)
    },
    addEventListener(kind, hear) {
      port.addEventListener(kind, (event) => hear({ data: (event as MessageEvent<Heard>).data }))
      port.start()
    },
  })
  const lists = createListClient(line<ToWorker, FromWorker>(port1))
  serveLists(line<FromWorker, ToWorker>(port2), createListReader(fetch))
  return { lists, said, close: () => port1.close() }
}
