import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useRef, useState, type ComponentType } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { isBlocked } from '#web/list/online.ts'
import { keysOf } from '#web/list/resource.ts'
import { tip } from '#web/ui/icons.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useSession } from '#web/ui/session.ts'

const Menu = lazyComponent(async () => (await import('#web/ui/menu.tsx')).Menu)

/** What an entry of the page's menu opens. */
export interface PageSheetProps<Row extends Dated> {
  /** Undefined: the service has no list. */
  list: RowStore<Row> | undefined
  onClose: () => void
}

/** An entry of the page's menu, and the sheet or dialog that it opens. */
export interface PageSheet<Row extends Dated> {
  label: string
  icon: LucideIcon
  /** It leads to a change, so it does not open while nothing can be changed. */
  changes?: true
  Sheet: ComponentType<PageSheetProps<Row>>
}

interface Props<Row extends Dated> {
  /** The accessible name of the button: `More for tokens`. */
  label: string
  /** In the order of the menu, by any names. */
  sheets: Readonly<Record<string, PageSheet<Row>>>
  list: RowStore<Row> | undefined
  /** Why nothing can be changed now. */
  readOnly: string | undefined
}

/** The menu beside *New token*: what concerns the page as a whole. */
export function PageMenu<Row extends Dated>({ label, sheets, list, readOnly }: Props<Row>) {
  const session = useSession()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [opened, open] = useState<string>()
  const Sheet = opened === undefined ? undefined : sheets[opened]?.Sheet
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn page-more"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {tip(label, <Ellipsis className="icon" aria-hidden="true" />)}
      </button>
      {isOpen && (
        <Menu
          label={label}
          trigger={button}
          onClose={() => setOpen(false)}
          acts={keysOf(sheets).map((id) => {
            const { label, icon: Icon, changes } = sheets[id]!
            return {
              id,
              label,
              icon: <Icon className="icon" aria-hidden="true" />,
              run() {
                if (changes !== true || !isBlocked(session, readOnly)) open(id)
              },
            }
          })}
        />
      )}
      {Sheet && <Sheet list={list} onClose={() => open(undefined)} />}
    </>
  )
}
