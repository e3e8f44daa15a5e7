import { afterEach, expect, test, vi } from 'vitest'
import { ServiceError } from '#api/problem.ts'
import { copySecret } from '#web/ui/clipboard.ts'
import { createOneTimeRead } from './reveal.ts'

const secret = 'eyJhbGciOi.the-value.of-ci'
const signedIn = new AbortController().signal

/** A browser whose clipboard runs `write`; undefined: it has no clipboard, as on plain http. */
function clipboard(write?: (item: Record<string, Promise<Blob>>) => Promise<void>) {
  class Item {
    readonly data: Record<string, Promise<Blob>>
    constructor(data: Record<string, Promise<Blob>>) {
      this.data = data
    }
  }
  vi.stubGlobal('ClipboardItem', write && Item)
  const clipboardStub = { write: ([item]: Item[]) => write?.(item?.data ?? {}) }
  if (write) vi.stubGlobal('navigator', { clipboard: clipboardStub })
  else vi.stubGlobal('navigator', {})
}

/** Sets whether `execCommand` copies. */
function command(lets: boolean) {
  const copied: string[] = []
  document.execCommand = () => {
    if (!lets) return false
    const event = new Event('copy')
    Object.assign(event, { clipboardData: { setData: (_type: string, text: string) => copied.push(text) } })
    document.dispatchEvent(event)
    return true
  }
  return copied
}

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'execCommand')
})

const read = () => Promise.resolve(secret)

test('a secret can be taken only once, so a click reads once', async () => {
  const once = createOneTimeRead(read)
  expect(await once.take()).toBe(secret)
  expect(once.isTaken()).toBe(true)
  await expect(once.take()).rejects.toThrow('taken before')
})

test('a secret at hand is returned once, without a read', async () => {
  const once = createOneTimeRead(() => Promise.reject(new Error('read')), secret)
  expect(await once.take()).toBe(secret)
  await expect(once.take()).rejects.toThrow('taken before')
})

test('ending it cancels a GET in progress, and drops the secret', async () => {
  let signal: AbortSignal | undefined
  const once = createOneTimeRead((abortSignal) => {
    signal = abortSignal
    return new Promise(() => {})
  })
  void once.take()
  once.end()
  expect(signal?.aborted).toBe(true)
  const atHand = createOneTimeRead(read, secret)
  atHand.end()
  await expect(atHand.take()).rejects.toThrow('taken before')
})

test('a value copied through the clipboard is never shown', async () => {
  const copied: string[] = []
  clipboard(async (item) => {
    const blob = await item['text/plain']
    copied.push((await blob?.text()) ?? '')
  })
  expect(await copySecret(() => Promise.resolve(secret), signedIn)).toEqual({ status: 'copied' })
  expect(copied).toEqual([secret])
})

test('the clipboard is called within the click, before the value has arrived', () => {
  const write = vi.fn<() => Promise<void>>(() => new Promise<void>(() => {}))
  clipboard(write)
  void copySecret(() => new Promise(() => {}), signedIn)
  expect(write).toHaveBeenCalledTimes(1)
})

test('if the clipboard refuses, `execCommand` copies, and the value is read once', async () => {
  clipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  const copied = command(true)
  const read = vi.fn<() => Promise<string>>(() => Promise.resolve(secret))
  expect(await copySecret(read, signedIn)).toEqual({ status: 'copied' })
  expect(copied).toEqual([secret])
  expect(read).toHaveBeenCalledTimes(1)
})

test('on plain http `execCommand` copies', async () => {
  clipboard()
  const copied = command(true)
  expect(await copySecret(() => Promise.resolve(secret), signedIn)).toEqual({ status: 'copied' })
  expect(copied).toEqual([secret])
})

test('a browser that claims a copy without making one is not believed', async () => {
  clipboard()
  document.execCommand = () => true
  expect(await copySecret(() => Promise.resolve(secret), signedIn)).toMatchObject({ status: 'refused' })
})

test('if copying is refused altogether, the value is returned without a second read', async () => {
  clipboard()
  command(false)
  const read = vi.fn<() => Promise<string>>(() => Promise.resolve(secret))
  const outcome = await copySecret(read, signedIn)
  if (outcome.status !== 'refused') throw new Error(outcome.status)
  expect(outcome.value).toBe(secret)
  expect(read).toHaveBeenCalledTimes(1)
})

test.each(['with a clipboard', 'on plain http'])('a failed read is reported with its own error, %s', async (where) => {
  if (where === 'on plain http') clipboard()
  else clipboard(async (item) => void (await item['text/plain']))
  const fault = new ServiceError({ kind: 'unreachable', sent: 'unknown' })
  await expect(copySecret(() => Promise.reject(fault), signedIn)).rejects.toBe(fault)
})

test('after copying, no copy listener is left', async () => {
  clipboard()
  const copied = command(true)
  await copySecret(() => Promise.resolve(secret), signedIn)
  document.dispatchEvent(new Event('copy'))
  expect(copied).toEqual([secret])
})

test.each(['with a clipboard', 'on plain http'])(
  'a value that arrives after signing out is neither copied nor shown, %s',
  async (where) => {
    const copied = command(true)
    if (where === 'on plain http') clipboard()
    else {
      clipboard(async (item) => {
        const blob = await item['text/plain']
        copied.push((await blob?.text()) ?? '')
      })
    }
    const ending = new AbortController()
    const copying = copySecret(async () => {
      ending.abort()
      return secret
    }, ending.signal)
    await expect(copying).rejects.toBe(ending.signal.reason)
    expect(copied).toEqual([])
  },
)
