import { Clock, KeyRound, ShieldAlert, TriangleAlert } from 'lucide-react'
import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useConsole } from '#web/service/console.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Foreign } from '#web/ui/foreign.tsx'
import { useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'
import { aMinute, isOff } from './banners-due.ts'
import type { TokenFilter } from './token-status.ts'
import type { TokenView } from './token-view.ts'
import type { TokenCounts } from './use-counts.ts'
import type { TokenWork } from './use-token-work.ts'

interface Props {
  list: RowStore<Token>
  counts: TokenCounts
  view: TokenView
  work: TokenWork
  onShow: (filter: TokenFilter) => void
}

/** What concerns more than one row, or a row that is gone. */
export function TokenBanners({ list, counts: { spoiled = 0, fresh = 0 }, view, work, onShow }: Props) {
  const { left, service } = useConsole()
  const clock = service.clock.difference()
  const missing = useStore(left)
  const shows = (filter: TokenFilter) => view.filter === filter && view.text === ''
  const pronoun = fresh === 1 ? 'it' : 'them'
  return (
    <>
      {missing.map((one) => (
        <Banner
          key={one.name}
          tone="red"
          icon={<TriangleAlert className="icon" aria-hidden="true" />}
          actions={
            list.find(one.name) < 0 ? (
              <button type="button" className="btn small" onClick={() => void work.acts.createAgain(one)}>
                Create again
              </button>
            ) : (
              <button type="button" className="btn ghost small" onClick={() => left.drop(one.name)}>
                Dismiss
              </button>
            )
          }
        >
          “<Foreign text={one.name} />” was deleted and{' '}
          {list.find(one.name) < 0
            ? 'not created again'
            : 'could not be created again; a token of that name is there now'}
          . Its date and flags are kept here.
        </Banner>
      ))}
      {spoiled > 0 && !shows('spoiled') && (
        <Banner
          tone="red"
          icon={<ShieldAlert className="icon" aria-hidden="true" />}
          actions={
            <button type="button" className="btn small" onClick={() => onShow('spoiled')}>
              Show {spoiled === 1 ? 'it' : 'them'}
            </button>
          }
        >
          {counted(spoiled, 'value is', 'values are')} probably unusable: signed for an earlier update than the row
          shows.
        </Banner>
      )}
      {clock !== undefined && isOff(service.clock) && (
        <Banner tone="amber" icon={<Clock className="icon" aria-hidden="true" />}>
          The service’s clock is {counted(Math.round(Math.abs(clock.ms) / aMinute), 'minute')}{' '}
          {clock.ms > 0 ? 'ahead of' : 'behind'} this computer’s: relative times here are off by that much.
        </Banner>
      )}
      {fresh > 0 && (
        <Banner
          icon={<KeyRound className="icon" aria-hidden="true" />}
          actions={
            !shows('fresh') && (
              <button
                type="button"
                className="btn small"
                aria-label={`Show ${pronoun}: not copied`}
                onClick={() => onShow('fresh')}
              >
                Show {pronoun}
              </button>
            )
          }
        >
          {counted(fresh, 'new value was', 'new values were')} not copied.
        </Banner>
      )}
    </>
  )
}
