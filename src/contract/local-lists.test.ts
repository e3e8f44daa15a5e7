import { expect, test, vi } from 'vitest'
import { ColumnBuilder } from './column-builder.ts'
import { columnsType, frameOf, lastFrame } from './list-frames.ts'
import { saidRows } from './row-parsing.ts'
import { arriving } from './testing/streams.ts'

/** The order in which the list is read. What reads JSON, and knows the collator, is fetched when it is needed: that can fail. */
async function orderRead(fails: boolean): Promise<number[]> {
  vi.resetModules()
  const fetched = vi.fn<() => void>()
  vi.doMock('./said-lists.ts', async (original) => {
    fetched()
    if (fails) throw new TypeError('Failed to fetch dynamically imported module')
    return await original()
  })
  const { createLocalLists } = await import('./local-lists.ts')
  const lists = createLocalLists(() => Promise.resolve(passedOn()))
  const asked = { part: 'tokens', hosted: true, bearer: undefined, names: undefined, key: '', cap: 1e6 } as const
  const { rows } = await lists.ask('http://s/', {}, asked)
  try {
    return [...(await rows({ onBytes: () => undefined, onRows: () => undefined })).order]
  } finally {
    expect(fetched).toHaveBeenCalled()
  }
}

/** In the order of their bytes, as our host sends it where the collator has another one. */
const nearly = Uint32Array.of(1, 2, 0)

function passedOn(): Response {
  const columns = new ColumnBuilder()
  for (const name of ['Übung', 'apple', 'zebra']) columns.add(saidRows('tokens', 'b').parse({ name })!)
  const frames = [frameOf(columns.take(), []), lastFrame(3, nearly, false)]
  return arriving(frames, { headers: { 'content-type': columnsType } })
}

test('a list whose exact order cannot be found is in the one that is nearly it', async () => {
  expect(await orderRead(true)).toEqual([...nearly])
})

test('it is in the exact one where what finds that is there', async () => {
  expect(await orderRead(false)).toEqual([1, 0, 2])
})
