import { serveLists } from '#contract/list/list-worker.ts'
import type { FromWorker, Line, ToWorker } from '#contract/list/protocol.ts'
import { createListReader } from '#contract/list/read-list.ts'

// The thread in which lists are read: what arrives is parsed here, and only rows without a secret leave it.
serveLists(
  globalThis as unknown as Line<FromWorker, ToWorker>,
  createListReader((url, init) => fetch(url, init)),
)
