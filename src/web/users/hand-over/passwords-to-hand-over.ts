import type { Session } from '#web/session/session.ts'
import { NoSecret, type Secret } from '#web/writes/hand-over/secret.ts'

/** The generated passwords that are not copied yet. They stay until the list is closed, so that they can be copied again. */
export function passwordsToHandOver({ passwords, outcomes }: Session): Secret[] {
  const entries = outcomes.get().flatMap((entry) => ('verdict' in entry && entry.resource === 'users' ? entry : []))
  return [...passwords.get().kept].map((email) => {
    const last = entries.find(({ after }) => after === email)?.verdict
    return {
      resource: 'users',
      name: email,
      is: 'password',
      isConfirmed: last?.is !== 'not-verified' && last?.is !== 'unknown',
      async read({ passwords: kept }) {
        const text = kept.read(email)
        if (text === undefined) throw new NoSecret('It is no longer kept. Set a new password.')
        return text
      },
      onHanded: () => undefined,
      onClosed: ({ passwords: kept }) => kept.forget(email),
    }
  })
}
