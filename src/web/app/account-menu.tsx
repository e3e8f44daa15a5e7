import { Check, ExternalLink, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useState, type ReactNode, type RefObject } from 'react'
import { Header, MenuItem, MenuSection } from 'react-aria-components'
import { Menu } from '#web/ui/menu/menu.tsx'
import { ago } from '#web/ui/time.ts'
import { useLossNow, type Loss } from '#web/sheet/loss.tsx'
import { words } from '#web/session/words.ts'
import { useNow } from '#web/ui/clock.ts'
import { useSession } from '#web/session/session.ts'
import { useWorld } from '#web/jobs/desk.tsx'
import { keepTheme, showTheme, themeIn, type Theme } from './theme.ts'
import './account-menu.css'

interface Props {
  /** The button that it opens under. */
  trigger: RefObject<HTMLElement | null>
  onKeys: () => void
  /** Signing out would lose something, so a dialog asks first. */
  onLeaving: (loss: Loss) => void
  onClose: () => void
}

const themes: readonly { id: Theme; label: string; icon: ReactNode }[] = [
  { id: 'system', label: 'System', icon: <Monitor className="icon" aria-hidden="true" /> },
  { id: 'light', label: 'Light', icon: <Sun className="icon" aria-hidden="true" /> },
  { id: 'dark', label: 'Dark', icon: <Moon className="icon" aria-hidden="true" /> },
]

/** The menu in the header: the account, the theme, and *Sign out*. */
export function AccountMenu({ trigger, onKeys, onLeaving, onClose }: Props) {
  const lossNow = useLossNow()
  const { identity, place, consoles, signOut } = useSession()
  const { you: emails } = useWorld()
  const now = useNow()
  const [theme, setTheme] = useState(() => themeIn(localStorage))
  const choose = (chosen: Theme) => {
    keepTheme(localStorage, chosen)
    showTheme(document.documentElement, chosen)
    setTheme(chosen)
  }
  const leave = () => {
    const loss = lossNow()
    if (loss === undefined) signOut()
    else onLeaving(loss)
  }
  return (
    <Menu
      label="Account menu"
      trigger={trigger}
      onClose={onClose}
      about={
        <>
          <b translate={emails.length === 0 ? undefined : 'no'}>
            {emails.length === 0 ? 'Access token' : emails.join(' or ')}
          </b>
          <span>{`Signed in ${ago(identity.since, now)}`}</span>
          {place.label !== undefined && <span>{place.label}</span>}
          <span>{place.address}</span>
        </>
      }
      acts={[
        {
          id: 'keys',
          label: 'Keyboard shortcuts',
          icon: Keyboard,
          apart: true,
          run: onKeys,
        },
        {
          id: 'sign-out',
          label: words.signOut,
          icon: LogOut,
          apart: true,
          run: leave,
        },
      ]}
    >
      <MenuSection
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[theme]}
        onSelectionChange={(keys) => {
          const chosen = themes.find(({ id }) => keys !== 'all' && keys.has(id))
          if (chosen !== undefined) choose(chosen.id)
        }}
      >
        <Header className="menu-head">Theme</Header>
        {themes.map(({ id, label, icon }) => (
          <MenuItem key={id} id={id} textValue={label} className="item">
            {icon}
            {label}
            {id === theme && <Check className="icon end" aria-hidden="true" />}
          </MenuItem>
        ))}
      </MenuSection>
      {consoles.length > 0 && (
        <MenuSection>
          <Header className="menu-head">Other consoles</Header>
          {consoles.map(({ name, address }) => (
            <MenuItem key={address} href={address} target="_blank" rel="noopener" textValue={name} className="item">
              <ExternalLink className="icon" aria-hidden="true" />
              {name}
            </MenuItem>
          ))}
        </MenuSection>
      )}
    </Menu>
  )
}
