import { getProblem, type ResourceName } from '#api/problem.ts'
import type { ApiClient } from '#api/api-client.ts'
import { useAppContext, type AppContext } from '#web/jobs/app-context.tsx'
import { findSnapshot } from '#web/resource/list-queries.ts'
import type { SecretWarning } from '#web/resource/resource.ts'
import { problemMessage, isRetryable } from '#web/session/problem-message.ts'
import { useSession } from '#web/session/session.ts'
import { useGeneratedPasswords, type GeneratedPasswords } from './generated-passwords.ts'

/** There is no secret. The message says why; `about`: the same of one row in a word or two, and the names in it. */
export class SecretNotFoundError extends Error {
  readonly about: { word?: string; names?: readonly string[] }

  constructor(message: string, about: SecretNotFoundError['about'] = {}) {
    super(message)
    this.about = about
  }
}

/** Why a secret could not be read; undefined: that was cancelled, or a bug of our own. */
export function secretReadFailure(
  error: unknown,
): ({ message: string; mayTryAgain: boolean } & SecretNotFoundError['about']) | undefined {
  if (error instanceof SecretNotFoundError) return { message: error.message, mayTryAgain: false, ...error.about }
  const problem = getProblem(error)
  return problem && { message: problemMessage(problem), mayTryAgain: isRetryable(problem) }
}

/** The value of a token, or a generated password. Its text is only read when it is shown, copied or written to a file. */
export interface Secret {
  /** Of its row. */
  name: string
  kind: 'value' | 'password'
  /** What is known against using it, as the list shows its row now; undefined: nothing. */
  warning: () => SecretWarning | undefined
  /** @throws {SecretNotFoundError} if there is none, and what a call to the service throws. */
  read: (signal: AbortSignal) => Promise<string>
  /** The secrets of these rows were copied together, or written to a file. */
  onCopied: (names: readonly string[]) => void
}

/** Where secrets come from. */
interface SecretDependencies {
  app: Pick<AppContext, 'jobs' | 'actionContext' | 'overlay' | 'resources'>
  api: ApiClient
  passwords: GeneratedPasswords
}

/** The secret of a row. */
export function createSecret(
  { app: { jobs, actionContext, overlay, resources }, api, passwords }: SecretDependencies,
  resource: ResourceName,
  name: string,
): Secret {
  const { readValue, secretWarning, noun } = resources[resource]
  return {
    name,
    kind: readValue ? 'value' : 'password',
    warning() {
      const { list, ...context } = actionContext(resource)
      if (!readValue && passwords.get().get(name) === 'changed')
        return {
          text: `, but the ${noun} has changed since, and maybe the password too.`,
          unusable: { label: 'Changed since' },
        }
      const snapshot = findSnapshot(list, name)
      return snapshot && secretWarning(snapshot.row, context)
    },
    async read(signal) {
      const text = readValue ? await readValue(api, name, signal) : passwords.read(name)
      if (text === undefined)
        throw new SecretNotFoundError('It is no longer kept. Set a new password.', { word: 'no longer kept' })
      return text
    },
    onCopied(names) {
      jobs.updateItems(resource, names, { isCopied: true })
      if (readValue && names.length === 1) jobs.log(resource, 'Copy value', name, 'Value copied.')
      if (readValue) return
      passwords.markCopied(names)
      // In a report they can be copied again until it is closed.
      if (overlay.get()?.type !== 'job-report') passwords.forgetCopied()
    },
  }
}

/** The same in the session as it is now. */
export function useCreateSecret() {
  const source = { app: useAppContext(), api: useSession().api, passwords: useGeneratedPasswords() }
  return (resource: ResourceName, name: string) => createSecret(source, resource, name)
}
