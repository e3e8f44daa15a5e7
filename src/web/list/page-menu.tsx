import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { tip } from '#web/ui/icons.tsx'
import { Menu } from '#web/ui/menu/menu.tsx'

/** An entry of the menu beside *New token*: what concerns the page as a whole. */
export interface PageAct {
  id: string
  label: string
  icon: LucideIcon
  run: () => void
}

/** The menu of a page. `label`: its accessible name, `More for tokens`. */
export function PageMenu({ label, acts }: { label: string; acts: readonly PageAct[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
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
    </>
  )
}
