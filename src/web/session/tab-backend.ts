import { fingerprintOf, identityOf } from '#contract/jwt.ts'
import { connect } from '#contract/client.ts'
import { fingerprintKey } from '#contract/jwt.ts'
import { pastedBearer } from '#contract/session.ts'
import { signInBy } from '#contract/sign-in.ts'
import type { SignInBackend, BackendWorld, Probe } from './sign-in-backend.ts'
import { watchRefusals } from './watch-refusals.ts'

/** Without a host of our own: the bearer is in this closure, and by choice in the tab's own storage. */
export function createTabBackend({
  fetch,
  lists,
  origin,
  now,
  local,
  tab,
  windows,
  onSignedOut,
}: BackendWorld): SignInBackend {
  const keptAt = `query-admin bearer ${origin}`
  /** Where the tabs of this origin have what a sign-out must say to be believed; it opens nothing. */
  const secretAt = `query-admin sign-out ${origin}`
  let secret = local.getItem(secretAt)
  let last: string | undefined
  /** The last sign-in, until it is refused. */
  let inside: object | undefined

  const signIn: SignInBackend['signIn'] = async (way, keep, signal) => {
    const outcome = await signInBy({ fetch, origin }, way, signal)
    if ('refused' in outcome) return outcome
    const { bearer } = outcome
    const mine = {}
    const watched = watchRefusals({ fetch, lists }, (_, status) => {
      if (mine !== inside) return // of a former sign-in
      inside = undefined
      tab.removeItem(keptAt)
      onSignedOut({ by: 'service', status })
    })
    // Probes meet refused bearers on purpose, so nothing watches them.
    const probe: Probe = async (options) =>
      (await import('#contract/probe/probe.ts')).probe({ fetch, origin, bearer }, options)
    secret = local.getItem(secretAt) ?? fingerprintKey()
    local.setItem(secretAt, secret)
    if (keep) tab.setItem(keptAt, bearer)
    inside = mine
    const email = way.by === 'password' ? way.email : undefined
    const identity = identityOf(bearer, email)
    const again = identity === last
    last = identity
    const service = connect({ ...watched, origin, bearer })
    const printOf = (key: string) => fingerprintOf(identity, key)
    return { signed: { service, probe, email, since: now(), again, kept: keep ? 'tab' : 'page', printOf } }
  }

  return {
    place: { address: `${origin}_/`, name: new URL(origin).host, example: false, through: 'page' },
    keeps: { where: 'page' },
    signIn,
    async resume(signal) {
      const kept = pastedBearer(tab.getItem(keptAt) ?? '')
      if (!('bearer' in kept)) return undefined
      const outcome = await signIn({ by: 'bearer', bearer: kept.bearer }, true, signal)
      if ('refused' in outcome && outcome.refused.why === 'bearer-refused') tab.removeItem(keptAt)
      return outcome
    },
    isOver: async (said) => secret !== null && said === secret,
    async signOut(where) {
      tab.removeItem(keptAt) // each tab has its own
      last = undefined
      inside = undefined
      if (where === 'here') windows.tell('signed-out', secret ?? undefined)
      if (local.getItem(secretAt) === secret) local.removeItem(secretAt)
      return 'ended'
    },
  }
}
