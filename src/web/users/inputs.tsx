import { KeyRound } from 'lucide-react'
import type { User } from '#contract/user.ts'
import { flagSetting } from '#web/resource/flag-setting.tsx'
import type { InputProps } from '#web/resource/form.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { NameField } from '#web/ui/names/name-field.tsx'
import { PasswordField } from './password-field.tsx'
import type { TypedUser } from './user-form.ts'
import { words } from './words.ts'

type Props = InputProps<User, TypedUser>

/** The email of a new user, or the new one of an existing user. */
export function EmailInput({ form, row, world, onEdit }: Props) {
  const { email } = form.typed
  const fault = form.faultIn('email')
  return (
    <NameField
      label={row === undefined ? 'Email' : 'New email'}
      what="email"
      typed={email}
      alike={fault === 'taken' ? undefined : world.names.alike(email, row?.email)}
      onReplace={(text) => form.fill('email', text)}
      inputMode="email"
      {...(row === undefined ? { autoFocus: true } : { hint: words.emailKept })}
      {...form.text('email')}
      error={
        fault === 'missing' ? (
          words.emailMissing
        ) : fault === 'taken' ? (
          <>
            A user “<Foreign text={email} />” already exists. Choose another email, or edit that one.{' '}
            <button type="button" className="link" onClick={() => onEdit(email)}>
              Edit
            </button>
          </>
        ) : fault === 'unusual' ? (
          <>
            {words.emailOdd}{' '}
            <button
              type="button"
              className="link"
              onClick={({ currentTarget: { form: element } }) => {
                form.set('anyway', true)
                // Not by its type: with the fault the button goes, before the browser sends the form.
                element?.requestSubmit()
              }}
            >
              {words.useAnyway}
            </button>
          </>
        ) : undefined
      }
    />
  )
}

/** The password of a new user, or a new one. */
export function PasswordInput({ form: { password, typed }, row }: Props) {
  if (!password.isWanted) {
    return (
      <div className="more-fields">
        <button type="button" className="btn" data-home onClick={() => password.want(true)}>
          <KeyRound className="icon" aria-hidden="true" />
          Set a new password
        </button>
      </div>
    )
  }
  return <PasswordField password={password} emails={[typed.email, row?.email ?? '']} />
}

const activeSetting = flagSetting('active', 'Active', {
  hint: 'Deactivate to block sign-in and administration. Access tokens issued before may still read and write data.',
  heads: ['enabled', 'aktiv', 'actif', 'activé', 'activo', 'activado'],
})

export const flagSettings = {
  admin: flagSetting('admin', 'Admin', {
    hint: 'Can manage tokens and users.',
    heads: ['isadmin', 'administrator', 'administrateur', 'administrador'],
  }),
  active: {
    ...activeSetting,
    Input: (props: Props) => (
      <>
        {activeSetting.Input(props)}
        {props.row !== undefined && props.row.admin === undefined && props.row.active === undefined && (
          <p className="hint">{words.bothSent}</p>
        )}
      </>
    ),
  },
}
