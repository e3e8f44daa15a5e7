import { expect, test } from 'vitest'
import { createKeyedQueue } from './keyed-queue.ts'

const delay = () => new Promise((resolve) => setTimeout(resolve))

test('two writes of one row run in turn, on two rows at once', async () => {
  const turns = createKeyedQueue()
  const log: string[] = []
  const act = (name: string) => async () => {
    log.push(`begin ${name}`)
    await delay()
    log.push(`end ${name}`)
  }
  await Promise.all([turns.run(['a'], act('a1')), turns.run(['a'], act('a2')), turns.run(['b'], act('b'))])
  expect(log).toEqual(['begin a1', 'begin b', 'end a1', 'begin a2', 'end b', 'end a2'])
})

test('a failed write fails alone: the next one has its turn', async () => {
  const turns = createKeyedQueue()
  const failed = turns.run(['a'], () => Promise.reject(new Error('no')))
  const thrown = turns.run(['a'], () => {
    throw new Error('never')
  })
  const next = turns.run(['a'], () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('no')
  await expect(thrown).rejects.toThrow('never')
  expect(await next).toBe('done')
})

test('a write that comes when all are done begins at once; a hostile key is a key like any other', async () => {
  const turns = createKeyedQueue()
  for (const key of ['__proto__', 'constructor', '']) {
    expect(await turns.run([key], () => Promise.resolve(1))).toBe(1)
    expect(await turns.run([key], () => Promise.resolve(2))).toBe(2)
  }
})
