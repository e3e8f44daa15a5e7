import { problemOf, type ResourceName } from '#contract/problem.ts'
import type { Service } from '#contract/service.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import type { Desk } from '#web/jobs/do-act.ts'
import { seenIn } from '#web/resource/lists.ts'
import type { Caution } from '#web/resource/resource.ts'
import { problemWords, saysTryAgain } from '#web/session/problem-words.ts'
import { useSession } from '#web/session/session.ts'
import { usePasswords, type Passwords } from './passwords.ts'

/** There is no secret. The message says why; `about`: the same of one row in a word or two, and the names in it. */
export class NoSecret extends Error {
  readonly about: { word?: string; names?: readonly string[] }

  constructor(says: string, about: NoSecret['about'] = {}) {
    super(says)
    this.about = about
  }
}

/** Why a secret could not be read; undefined: that was cancelled, or a bug of our own. */
export function failureOf(error: unknown): ({ says: string; mayTryAgain: boolean } & NoSecret['about']) | undefined {
  if (error instanceof NoSecret) return { says: error.message, mayTryAgain: false, ...error.about }
  const problem = problemOf(error)
  return problem && { says: problemWords(problem), mayTryAgain: saysTryAgain(problem) }
}

/** The value of a token, or a generated password. Its text is only read when it is shown, copied or written to a file. */
export interface Secret {
  /** Of its row. */
  name: string
  is: 'value' | 'password'
  /** What is known against using it, as the list shows its row now; undefined: nothing. */
  caution: () => Caution | undefined
  /** @throws {NoSecret} if there is none, and what a call to the service throws. */
  read: (signal: AbortSignal) => Promise<string>
  /** The secrets of these rows were copied together, or written to a file. */
  onCopied: (names: readonly string[]) => void
}

/** Where secrets come from. */
interface Source {
  desk: Pick<Desk, 'jobs' | 'knows' | 'opened' | 'resources'>
  service: Service
  passwords: Passwords
}

/** The secret of a row. */
export function secretOf(
  { desk: { jobs, knows, opened, resources }, service, passwords }: Source,
  resource: ResourceName,
  name: string,
): Secret {
  const { readValue, caution, noun } = resources[resource]
  return {
    name,
    is: readValue ? 'value' : 'password',
    caution() {
      const { list, ...world } = knows(resource)
      const seen = seenIn(list, name)
      if (seen !== undefined) return caution(seen.row, world)
      // Reading a value tells whether its row is still there.
      if (readValue || list?.isWhole !== true) return undefined
      return { says: `, but the list doesn’t show this ${noun}.`, useless: { word: 'Not in the list' } }
    },
    async read(signal) {
      const text = readValue ? await readValue(service, name, signal) : passwords.read(name)
      if (text === undefined)
        throw new NoSecret('It is no longer kept. Set a new password.', { word: 'no longer kept' })
      return text
    },
    onCopied(names) {
      jobs.mark(resource, names, { isCopied: true })
      if (readValue && names.length === 1) jobs.note(resource, 'Copy value', name, 'Value copied.')
      if (readValue) return
      passwords.copied(names)
      // In a report they can be copied again until it is closed.
      if (opened.get()?.is !== 'report') passwords.forgetCopied()
    },
  }
}

/** The same in the session as it is now. */
export function useSecretOf() {
  const source = { desk: useDesk(), service: useSession().service, passwords: usePasswords() }
  return (resource: ResourceName, name: string) => secretOf(source, resource, name)
}
