import type { FromReader, Line, ToReader } from '#contract/list-messages.ts'
import { createLocalLists } from '#contract/local-lists.ts'
import { serveLists } from '#contract/serving-lists.ts'

// The thread in which lists are read: what arrives is parsed here, and only columns without a secret leave it.
serveLists(
  globalThis as unknown as Line<FromReader, ToReader>,
  createLocalLists((url, init) => fetch(url, init)),
)
