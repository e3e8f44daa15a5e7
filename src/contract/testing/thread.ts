import { createDistantLists } from '#contract/distant-lists.ts'
import type { FromReader, Line, ToReader } from '#contract/list-messages.ts'
import type { ListReader } from '#contract/list-reader.ts'
import { createLocalLists } from '#contract/local-lists.ts'
import { serveLists } from '#contract/serving-lists.ts'
import type { Fetch } from '#contract/transport.ts'

/** Lists read at the other end of a line that copies what goes over it, as between threads; `said` is all that did. */
export function listsInAnotherThread(fetch: Fetch): { lists: ListReader; said: unknown[]; close: () => void } {
  const { port1, port2 } = new MessageChannel()
  const said: unknown[] = []
  const line = <Said, Heard>(port: MessagePort): Line<Said, Heard> => ({
    postMessage(message, transfer) {
      said.push(structuredClone(message))
      port.postMessage(message, transfer)
    },
    addEventListener(kind, hear) {
      port.addEventListener(kind, (event) => hear({ data: (event as MessageEvent<Heard>).data }))
      port.start()
    },
  })
  const lists = createDistantLists(line<ToReader, FromReader>(port1))
  serveLists(line<FromReader, ToReader>(port2), createLocalLists(fetch))
  return { lists, said, close: () => port1.close() }
}
