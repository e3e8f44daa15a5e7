import type { FromReader, Line, ToReader } from '#contract/list-messages.ts'
import { createLocalLists, readingJson } from '#contract/local-lists.ts'
import { serveLists } from '#contract/serving-lists.ts'

const page = globalThis as unknown as Line<FromReader, ToReader> & { name: string }
let format: Intl.DateTimeFormat | undefined

// The thread in which lists are read: what arrives is parsed here, and only columns without a secret leave it.
const hear = serveLists(
  page,
  createLocalLists((url, init) => {
    const answer = fetch(url, init)
    // The first format that a browser's process makes takes 15 ms and more, in whichever thread that is: not in the
    // page's, and while the answer is on its way.
    format ??= Intl.DateTimeFormat('en-GB')
    return answer
  }),
)
// What the first verified write needs, once the first list has surely begun.
setTimeout(() => void readingJson().catch(() => undefined), 3000)
if (page.name !== '') hear(JSON.parse(page.name) as ToReader)
