import { Clock, KeyRound, ShieldAlert } from 'lucide-react'
import { useSession } from '#web/ui/session.ts'
import { PageBanner } from '#web/list/page-banner.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { Named } from '#web/ui/names/named.tsx'
import { counted } from '#web/ui/time.ts'
import type { TokenFilter, TokenView } from './token-resource.ts'
import { UncopiedBanner } from '#web/writes/hand-over/uncopied-banner.tsx'
import type { Outcome } from '#web/writes/outcomes/outcomes.ts'

/** Clocks that differ by more than this make relative times misleading. In milliseconds. */
const aMinute = 60_000

interface Props {
  /** How many values need repair. */
  spoiled: number
  /** How many new values are not copied yet. One of a token that was just created is no news. */
  fresh: number
  /** The saves of tokens whose value may be new, without a note about it. */
  maybeNew: readonly Outcome[]
  view: TokenView
  onShow: (filter: TokenFilter) => void
}

/** Banners about more than one token. */
export function TokenBanners({ spoiled, fresh, maybeNew, view, onShow }: Props) {
  const { outcomes, service } = useSession()
  const ahead = service.clock.surely()
  const isOff = ahead !== undefined && Math.abs(ahead.ms) - ahead.within > aMinute
  const shows = (filter: TokenFilter) => view.filter === filter && view.text === ''
  const only = maybeNew[0]?.after ?? ''
  const pronoun = (count: number) => (count === 1 ? 'it' : 'them')
  const show = (filter: TokenFilter, label: string, name?: string) =>
    !shows(filter) && (
      <button type="button" className="btn small" aria-label={name} onClick={() => onShow(filter)}>
        {label}
      </button>
    )
  return (
    <>
      {spoiled > 0 && !shows('spoiled') && (
        <PageBanner
          about="repair"
          tone="amber"
          icon={<ShieldAlert className="icon" aria-hidden="true" />}
          actions={show('spoiled', `Show ${pronoun(spoiled)}`)}
        >
          {`${counted(spoiled, 'value needs', 'values need')} repair: the service will probably reject ${pronoun(spoiled)}.`}
        </PageBanner>
      )}
      {isOff && (
        <PageBanner about="clock" tone="amber" icon={<Clock className="icon" aria-hidden="true" />}>
          {`The service’s clock is ${counted(Math.round(Math.abs(ahead.ms) / aMinute), 'minute')} ${ahead.ms > 0 ? 'ahead of' : 'behind'} this computer’s. Relative times are off by that much.`}
        </PageBanner>
      )}
      {fresh > 0 && (
        <UncopiedBanner
          what="value"
          count={fresh}
          other={show('fresh', `Show ${pronoun(fresh)}`, `Show ${pronoun(fresh)}: not copied`)}
        />
      )}
      {maybeNew.length > 0 && (
        <PageBanner
          about="maybe-new"
          icon={<KeyRound className="icon" aria-hidden="true" />}
          actions={
            <>
              {show('fresh', maybeNew.length === 1 ? 'Show token' : 'Show tokens')}
              <button
                type="button"
                className="btn ghost small"
                aria-label="Dismiss: may be new"
                onClick={() => maybeNew.forEach(outcomes.dismiss)}
              >
                Dismiss
              </button>
            </>
          }
        >
          {maybeNew.length === 1 ? (
            <Named text={`“${visible(only)}” was saved and may have a new value.`} names={[only]} />
          ) : (
            `${counted(maybeNew.length, 'token')} were saved and may have new values.`
          )}
        </PageBanner>
      )}
    </>
  )
}
