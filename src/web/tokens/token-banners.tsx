import { ShieldAlert } from 'lucide-react'
import { needsRepair } from '#contract/facts.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { doAct } from '#web/jobs/do-act.ts'
import type { Token } from '#contract/token.ts'
import type { ShownList } from '#web/list/use-resource-list.ts'
import type { World } from '#web/resource/world.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { counted } from '#web/ui/time.ts'

interface Props {
  shown: ShownList<Token>
  world: World
}

/** Banners about more than one token. */
export function TokenBanners({ shown, world }: Props) {
  const desk = useDesk()
  const { list, view, counts } = shown
  const broken = counts.all.filters['repair'] ?? 0
  const isShown = view.filter === 'repair' && view.text === ''
  const repairAll = () => {
    const rows = list.rows.filter((row) => needsRepair(row, world)).map((row) => ({ row, beganAt: list.beganAt }))
    void doAct(desk, 'tokens', 'repair', rows)
  }
  const it = broken === 1 ? 'it' : 'them'
  return (
    <>
      {broken > 0 && (
        <PageBanner
          about="repair"
          tone="amber"
          icon={<ShieldAlert className="icon" aria-hidden="true" />}
          actions={
            <>
              <button type="button" className="btn small" onClick={repairAll}>
                {broken === 1 ? 'Repair it…' : `Repair ${counted(broken, 'value')}…`}
              </button>
              {!isShown && (
                <button type="button" className="btn ghost small" onClick={() => shown.showOnly('repair')}>
                  Show
                </button>
              )}
            </>
          }
        >
          {`${counted(broken, 'value needs', 'values need')} repair: the service will probably reject ${it}.`}
        </PageBanner>
      )}
    </>
  )
}
