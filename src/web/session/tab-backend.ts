import { fingerprintKey, fingerprintOf, identityOf } from '#contract/jwt.ts'
import { pastedBearer } from '#contract/session.ts'
import { signInBy } from '#contract/sign-in.ts'
import { lazyCode } from '#web/ui/lazy.tsx'
import type { SignInBackend, BackendWorld } from './sign-in-backend.ts'
import type { Probe } from '#web/writes/known/learned-store.ts'
import type { FindToken } from '#web/tokens/find/find-by-value.tsx'
import { signedBy, watchSession } from './session-state.ts'

export const probeCode = lazyCode(() => import('#contract/probe/probe.ts'))
const findCode = lazyCode(() => import('#contract/list/find-token.ts'))

/** Without a console server: the bearer lives in this closure and, if the admin chose so, in the tab's storage. */
export function createTabBackend({ fetch, origin, now, local, tab, windows }: BackendWorld): SignInBackend {
  const keptAt = `query-admin bearer ${origin}`
  /** Storage key of the secret that a sign-out message must carry to be believed. It gives no access. */
  const secretAt = `query-admin sign-out ${origin}`
  let secret = local.getItem(secretAt)
  let last: string | undefined

  const signIn: SignInBackend['signIn'] = async (way, keep, signal) => {
    const outcome = await signInBy({ fetch, origin }, way, signal)
    if ('refused' in outcome) return outcome
    const { bearer } = outcome
    const watched = watchSession({ fetch, now, to: { origin, bearer }, endedBy: () => undefined })
    watched.state.subscribe(() => {
      const state = watched.state.get()
      const isRefused = state.is === 'over' && state.by.by === 'service'
      if (isRefused && tab.getItem(keptAt) === bearer) tab.removeItem(keptAt)
    })
    // The checks send wrong bearers on purpose, so single refusals in them mean nothing.
    const probe: Probe = async (options) => (await probeCode.load()).probe({ fetch, origin, bearer }, options)
    const findToken: FindToken = async (finding) =>
      (await findCode.load()).findToken({ fetch: watched.fetch, origin, bearer }, finding)
    secret = local.getItem(secretAt) ?? fingerprintKey()
    local.setItem(secretAt, secret)
    if (keep) tab.setItem(keptAt, bearer)
    else tab.removeItem(keptAt) // of an earlier sign-in in this tab
    const email = way.by === 'password' ? way.email : undefined
    const identity = identityOf(bearer, email)
    const isSamePerson = identity === last
    last = identity
    const printOf = (key: string) => fingerprintOf(identity, key)
    const kept = keep ? 'tab' : 'page'
    return { signed: { ...signedBy(watched, { probe, findToken }), email, since: now(), isSamePerson, kept, printOf } }
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
    isOver: async (sent) => secret !== null && sent === secret,
    async signOut(where) {
      tab.removeItem(keptAt) // every tab has its own copy
      last = undefined
      if (where === 'here') windows.tell('signed-out', secret ?? undefined)
      if (local.getItem(secretAt) === secret) local.removeItem(secretAt)
      return 'ended'
    },
  }
}
