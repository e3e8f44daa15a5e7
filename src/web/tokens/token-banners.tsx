import { ShieldAlert } from 'lucide-react'
import { PageBanner } from '#web/list/page-banner.tsx'
import { counted } from '#web/ui/time.ts'
import type { TokenFilter, TokenView } from './token-resource.ts'
import { UncopiedBanner } from '#web/writes/hand-over/uncopied-banner.tsx'

interface Props {
  /** How many values need repair. */
  spoiled: number
  /** How many new values are not copied yet. One of a token that was just created is no news. */
  fresh: number
  view: TokenView
  onShow: (filter: TokenFilter) => void
}

/** Banners about more than one token. */
export function TokenBanners({ spoiled, fresh, view, onShow }: Props) {
  const shows = (filter: TokenFilter) => view.filter === filter && view.text === ''
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
      {fresh > 0 && (
        <UncopiedBanner
          what="value"
          count={fresh}
          other={show('fresh', `Show ${pronoun(fresh)}`, `Show ${pronoun(fresh)}: not copied`)}
        />
      )}
    </>
  )
}
