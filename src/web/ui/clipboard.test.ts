import { expect, onTestFinished, test, vi } from 'vitest'
import { ServiceError } from '#api/problem.ts'
import { copySecret } from './clipboard.ts'

test('if the browser refuses and the read fails too, there is one error and no unhandled rejection', async () => {
  const unhandled: unknown[] = []
  const hear = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  const refused = new ServiceError({ kind: 'refused', status: 400, serviceText: '' })
  const read = async (): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    throw refused
  }
  await expect(copySecret(read, new AbortController().signal)).rejects.toBe(refused)
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(unhandled).toEqual([])
})
