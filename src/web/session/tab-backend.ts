import type { Session } from './session.ts'
import { identityOf } from '#contract/jwt.ts'
import { randomHex } from '#contract/random.ts'
import { pastedBearer } from '#contract/session.ts'
import { signInBy } from '#contract/client/sign-in.ts'
import type { SignInBackend, BackendWorld } from './sign-in-backend.ts'
import { signedBy, watchSession } from './session-state.ts'

const findCode = () => import('#contract/client/find-token.ts')

/** Without a console server: the bearer lives in this closure and, if the admin chose so, in the tab's storage. */
export function createTabBackend({ fetch, origin, now, local, tab, windows }: BackendWorld): SignInBackend {
  const keptAt = `query-admin bearer ${origin}`
  /** Storage key of the secret that a sign-out message must carry to be believed. It gives no access. */
  const secretAt = `query-admin sign-out ${origin}`
  let secret = local.getItem(secretAt)
  /** The last person. `isSecret`: the access token names nobody, so that it stands for its owner. */
  let last: { identity: string; isSecret: boolean } | undefined

  const signIn: SignInBackend['signIn'] = async (way, keep, signal) => {
    const outcome = await signInBy({ fetch, origin }, way, signal)
    if ('refused' in outcome) return outcome
    /** The access token, until the session is over. */
    const to: { origin: string; bearer: string | undefined } = { origin, bearer: outcome.bearer }
    const watched = watchSession({ fetch, now, to, endedBy: () => undefined })
    watched.state.subscribe(() => {
      const state = watched.state.get()
      if (state.is !== 'over') return
      if (state.by.by === 'service' && tab.getItem(keptAt) === to.bearer) tab.removeItem(keptAt)
      to.bearer = undefined
    })
    const findToken: Session['findToken'] = async (finding) =>
      (await findCode()).findToken({ fetch: watched.fetch, ...to }, finding)
    secret = local.getItem(secretAt) ?? randomHex(16)
    local.setItem(secretAt, secret)
    if (keep) tab.setItem(keptAt, outcome.bearer)
    else tab.removeItem(keptAt) // of an earlier sign-in in this tab
    const email = way.by === 'password' ? way.email : undefined
    const identity = identityOf(outcome.bearer, email)
    const isSamePerson = identity === last?.identity
    last = { identity, isSecret: identity === outcome.bearer }
    const kept = keep ? 'tab' : 'page'
    return { signed: { ...signedBy(watched, { findToken }), email, since: now(), isSamePerson, kept } }
  }

  const forget = () => {
    tab.removeItem(keptAt) // every tab has its own copy
    if (local.getItem(secretAt) === secret) local.removeItem(secretAt)
    secret = null
  }

  const { host } = new URL(origin)
  return {
    place: { address: `${origin}_/`, host, name: host, example: false, through: 'page' },
    keeps: { where: 'page' },
    signIn,
    async resume(signal) {
      const stored = pastedBearer(tab.getItem(keptAt) ?? '')
      if (!('bearer' in stored)) return undefined
      const outcome = await signIn({ by: 'bearer', bearer: stored.bearer }, true, signal)
      if ('refused' in outcome && outcome.refused.why === 'bearer-refused') tab.removeItem(keptAt)
      return outcome
    },
    async signOut() {
      last = undefined
      windows.tell('signed-out', secret ?? undefined)
      forget()
      return 'ended'
    },
    async followSignOut(sent) {
      if (secret === null || sent !== secret) return undefined
      if (last?.isSecret === true) last = undefined
      forget()
      return 'ended'
    },
  }
}
