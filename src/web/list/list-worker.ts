import { serveLists } from '#contract/list/serve-lists.ts'
import type { FromWorker, Channel, ToWorker } from '#contract/list/protocol.ts'
import { createListReader } from '#contract/list/read-list.ts'

// The thread in which lists are read: what arrives is parsed here, and only rows without a secret leave it.
serveLists(
  globalThis as unknown as Channel<FromWorker, ToWorker>,
  createListReader((url, init) => fetch(url, init)),
)
