import { useRef, useState, type ComponentProps } from 'react'
import { Menu, type Act } from './menu.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'ref' | 'type' | 'onClick'> {
  /** The name of its menu, for screen readers. */
  menu: string
  acts: readonly Act[]
}

/** A button with a menu under it. */
export function MenuButton({ menu, acts, children, ...button }: Props) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        {...button}
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && <Menu label={menu} acts={acts} trigger={trigger} onClose={() => setOpen(false)} />}
    </>
  )
}
