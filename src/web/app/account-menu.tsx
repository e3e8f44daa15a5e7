import { type RefObject, type ReactNode, useState } from 'react'
import { Monitor, Sun, Moon, Keyboard, LogOut, Check, ExternalLink } from 'lucide-react'
import { MenuSection, Header, MenuItem } from 'react-aria-components'
import { copySecrets, maxCopiedSecrets } from '#web/secrets/copy-secrets.ts'
import { selectReadable, useGeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import { useCreateSecret } from '#web/secrets/secret.ts'
import { type SignOutLoss, useSignOutLoss, SignOutLossText } from '#web/secrets/sign-out-loss.tsx'
import { type Theme, loadTheme, saveTheme, applyTheme } from '#web/ui/theme.ts'
import { useSession } from '#web/session/session.ts'
import { useRowContext } from '#web/jobs/app-context.tsx'
import { useMediaQuery } from '#web/ui/browser.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Menu } from '#web/ui/menu.tsx'
import { formatAgo, pluralize } from '#web/ui/format.ts'
import { sessionMessages } from '#web/session/session-messages.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import './account-menu.css'

interface AccountMenuProps {
  /** The button that it opens under. */
  trigger: RefObject<HTMLElement | null>
  onShowShortcuts: () => void
  /** Signing out would lose something, so a dialog asks first. */
  onConfirmSignOut: (loss: SignOutLoss) => void
  onClose: () => void
}

const themes: readonly { id: Theme; label: string; icon: ReactNode }[] = [
  { id: 'system', label: 'System', icon: <Monitor className="icon" aria-hidden="true" /> },
  { id: 'light', label: 'Light', icon: <Sun className="icon" aria-hidden="true" /> },
  { id: 'dark', label: 'Dark', icon: <Moon className="icon" aria-hidden="true" /> },
]

/** The menu in the header: the account, the theme, and *Sign out*. */
export function AccountMenu({ trigger, onShowShortcuts, onConfirmSignOut, onClose }: AccountMenuProps) {
  const lossNow = useSignOutLoss()
  const { identity, service, otherConsoles, signOut } = useSession()
  const { ownEmails: emails } = useRowContext()
  const now = useNow()
  // A phone has no keys to press.
  const isTouchOnly = useMediaQuery('(hover: none) and (pointer: coarse)')
  const [theme, setTheme] = useState(() => loadTheme(localStorage))
  const choose = (chosen: Theme) => {
    saveTheme(localStorage, chosen)
    applyTheme(document.documentElement, chosen)
    setTheme(chosen)
  }
  const leave = () => {
    const loss = lossNow()
    if (loss === undefined) signOut()
    else onConfirmSignOut(loss)
  }
  return (
    <Menu
      label="Account menu"
      trigger={trigger}
      onClose={onClose}
      header={
        <>
          <b translate={emails.length === 0 ? undefined : 'no'}>
            {emails.length === 0 ? 'Access token' : emails.join(' or ')}
          </b>
          <span>{`Signed in ${formatAgo(identity.since, now)}`}</span>
          {service.label !== undefined && <span>{service.label}</span>}
          <span>{service.address}</span>
        </>
      }
      entries={[
        ...(isTouchOnly
          ? []
          : [
              {
                id: 'keys',
                label: 'Keyboard shortcuts',
                icon: Keyboard,
                hasSeparatorBefore: true,
                onSelect: onShowShortcuts,
              },
            ]),
        {
          id: 'sign-out',
          label: sessionMessages.signOut,
          icon: LogOut,
          hasSeparatorBefore: true,
          onSelect: leave,
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
      {otherConsoles.length > 0 && (
        <MenuSection>
          <Header className="menu-head">Other consoles</Header>
          {otherConsoles.map(({ name, address }) => (
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

interface SignOutDialogProps {
  loss: SignOutLoss
  onConfirm: () => void
  onCancel: () => void
}

/** Shown only when something is lost. What can still be copied is copied by its blue button. */
export function SignOutDialog({ loss, onConfirm, onCancel }: SignOutDialogProps) {
  const session = useSession()
  const passwords = useGeneratedPasswords()
  const createSecret = useCreateSecret()
  const copy = () => {
    onCancel()
    void copySecrets(
      session,
      [...selectReadable(passwords.get())].map((name) => createSecret('users', name)),
    )
  }
  return (
    <ConfirmDialog
      title="Sign out?"
      confirmLabel="Sign out anyway"
      danger
      isSecondary
      saferAction={
        loss.passwords > 0 &&
        loss.passwords <= maxCopiedSecrets && (
          <button type="button" className="btn primary" onClick={copy}>
            {`Copy ${pluralize(loss.passwords, 'password')}`}
          </button>
        )
      }
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <SignOutLossText {...loss} />
    </ConfirmDialog>
  )
}
