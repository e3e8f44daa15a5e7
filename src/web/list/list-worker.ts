import { serveLists } from '#contract/list/serve-lists.ts'
import type { FromWorker, Channel, ToWorker } from '#contract/list/protocol.ts'
import { createListReader } from '#contract/list/read-list.ts'

// The worker that reads lists. It parses the answers; only rows without secrets leave it.
serveLists(
  globalThis as unknown as Channel<FromWorker, ToWorker>,
  createListReader((url, init) => fetch(url, init)),
)
