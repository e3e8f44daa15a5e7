import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { isBlocked } from '#web/resource/online.ts'
import { keysOf } from '#web/list/resource.ts'
import { tip } from '#web/ui/icons.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useSession } from '#web/ui/session.ts'
import { useStore, type Store } from '#web/ui/store.ts'

const Menu = lazyComponent(async () => (await import('#web/ui/menu.tsx')).Menu)

/** What an entry of the page's menu opens. */
export interface PageSheetProps<Row extends Dated> {
  /** A secret that was pasted elsewhere and belongs here. It can be taken once. */
  takePasted?: (() => string) | undefined
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

/** The sheet of a page's menu that is open, by its name there. Setting it opens one from anywhere. */
interface OpenPageSheet {
  page: ResourceName
  sheet: string
  takePasted?: () => string
}

interface Props<Row extends Dated> {
  page: ResourceName
  /** The accessible name of the button: `More for tokens`. */
  label: string
  /** In the order of the menu, by any names. */
  sheets: Readonly<Record<string, PageSheet<Row>>>
  list: RowStore<Row> | undefined
  /** Why nothing can be changed now. */
  readOnly: string | undefined
}

/** The menu beside *New token*: what concerns the page as a whole. */
export function PageMenu<Row extends Dated>({ page, label, sheets, list, readOnly }: Props<Row>) {
  const session = useSession()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { pageSheet } = session
  const opened = useStore(pageSheet)
  const Sheet = opened?.page === page ? sheets[opened.sheet]?.Sheet : undefined
  const acts = keysOf(sheets).map((id) => ({
    id,
    label: sheets[id]!.label,
    icon: sheets[id]!.icon,
    run() {
      if (sheets[id]?.changes !== true || !isBlocked(session, readOnly)) pageSheet.set({ page, sheet: id })
    },
  }))
  const { pageActs } = session
  useEffect(() => pageActs.set(acts))
  useEffect(() => () => pageActs.set([]), [pageActs])
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
          acts={acts.map(({ icon: Icon, ...act }) => ({ ...act, icon: <Icon className="icon" aria-hidden="true" /> }))}
        />
      )}
      {Sheet && <Sheet list={list} takePasted={opened?.takePasted} onClose={() => pageSheet.set(undefined)} />}
    </>
  )
}

declare module '#web/ui/session.ts' {
  interface Session {
    pageSheet: Store<OpenPageSheet | undefined>
    /** The entries of the menu, for the palette. */
    pageActs: Store<readonly { id: string; label: string; icon: LucideIcon; run: () => void }[]>
  }
}
