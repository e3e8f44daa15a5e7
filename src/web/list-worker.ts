import type { FromReader, Line, ToReader } from '#contract/list-messages.ts'
import { createLocalLists } from '#contract/local-lists.ts'
import { serveLists } from '#contract/serving-lists.ts'

// The thread in which lists are read: what arrives is parsed here, and only columns without a secret leave it.
serveLists(
  globalThis as unknown as Line<FromReader, ToReader>,
  createLocalLists((url, init) => fetch(url, init)),
)

// The first format that a browser's process makes takes 25 ms, in whichever thread that is: the page's should not.
setTimeout(() => Intl.DateTimeFormat('en-GB'))
