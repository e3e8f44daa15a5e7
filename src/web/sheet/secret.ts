import { problemOf, type ResourceName } from '#contract/problem.ts'
import type { Service } from '#contract/service.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import type { Desk } from '#web/jobs/do-act.ts'
import { seenIn } from '#web/resource/lists.ts'
import type { Caution } from '#web/resource/resource.ts'
import { problemWords, saysTryAgain } from '#web/session/problem-words.ts'
import { useSession } from '#web/session/session.ts'
import { counted } from '#web/ui/time.ts'
import { useSecrets, type Secrets } from './secrets.ts'

/** There is no secret. The message is a sentence about its row. */
export class NoSecret extends Error {}

/** Why a secret could not be read; undefined: that was cancelled, or a bug of our own. */
export function failureOf(error: unknown): { says: string; mayTryAgain: boolean } | undefined {
  if (error instanceof NoSecret) return { says: error.message, mayTryAgain: false }
  const problem = problemOf(error)
  return problem && { says: problemWords(problem), mayTryAgain: saysTryAgain(problem) }
}

/** The value of a token, or a generated password. Its text is only read when it is shown, copied or written to a file. */
export interface Secret {
  resource: ResourceName
  /** Of its row. */
  name: string
  is: 'value' | 'password'
  /** Nobody has it yet. */
  isNew: boolean
  /** Whether a read has shown that the row exists. */
  isConfirmed: boolean
  /** What is known against using it, as the list shows its row now; undefined: nothing. */
  caution: () => Caution | undefined
  /** @throws {NoSecret} if there is none, and what a call to the service throws. */
  read: (signal: AbortSignal) => Promise<string>
  /** It was copied, or written to a file. `alone`: by a click of its own, which Activity lists. */
  onHanded: (alone: boolean) => void
  /** Nobody is to get it any more. */
  dismiss: () => void
}

/** Where secrets come from. */
interface Source {
  desk: Pick<Desk, 'jobs' | 'knows' | 'resources'>
  service: Service
  secrets: Secrets
}

/** The secret of a row. `known`: of one that is new. */
export function secretOf(
  { desk: { jobs, knows, resources }, service, secrets }: Source,
  resource: ResourceName,
  name: string,
  known: Pick<Secret, 'isNew' | 'isConfirmed'> = { isNew: false, isConfirmed: true },
): Secret {
  const { readValue, caution } = resources[resource]
  return {
    ...known,
    resource,
    name,
    is: readValue ? 'value' : 'password',
    caution() {
      const { list, ...world } = knows(resource)
      const seen = seenIn(list, name)
      return seen && caution(seen.row, world)
    },
    async read(signal) {
      const text = readValue ? await readValue(service, name, signal) : secrets.read(name)
      if (text === undefined) throw new NoSecret('It is no longer kept. Set a new password.')
      return text
    },
    onHanded(alone) {
      jobs.mark(resource, name, { isCopied: true })
      if (!readValue) secrets.copied(name)
      else if (alone) jobs.note(resource, 'Copy value', name, 'Value copied.')
    },
    dismiss() {
      jobs.mark(resource, name, { isCopied: true })
      if (!readValue) secrets.dismiss(name)
    },
  }
}

/** The same in the session as it is now. */
export function useSecretOf() {
  const source = { desk: useDesk(), service: useSession().service, secrets: useSecrets() }
  return (resource: ResourceName, name: string, known?: Pick<Secret, 'isNew' | 'isConfirmed'>) =>
    secretOf(source, resource, name, known)
}

/** `3 new values and 1 new password`, or `3 values`. */
export function secretWords({ values, passwords }: { values: number; passwords: number }, isNew = true): string {
  const value = isNew ? 'new value' : 'value'
  const what = [values > 0 && counted(values, value), passwords > 0 && counted(passwords, 'new password')]
  return what.filter((part) => part !== false).join(' and ')
}

/** The same of these. */
export function wordsFor(secrets: readonly Secret[]): string {
  const values = secrets.filter(({ is }) => is === 'value').length
  return secretWords({ values, passwords: secrets.length - values }, secrets[0]?.isNew)
}
