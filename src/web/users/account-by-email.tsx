import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { useCurtain } from '#web/ui/hiding/curtain.ts'
import { NameField } from '#web/ui/names/name-field.tsx'
import { accountOf } from './accounts.ts'
import { words } from './words.ts'
import './account-by-email.css'

interface Props {
  accounts: RowStore<User>
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

/** On a service without a list of users: any account can be changed and deleted by its email. */
export function AccountByEmail({ accounts, onEdit, onDelete }: Props) {
  const [email, setEmail] = useState('')
  const input = useRef<HTMLInputElement>(null)
  return (
    <form
      className="by-email"
      aria-label="Act on an account"
      hidden={useCurtain() === 'all'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (email !== '') onEdit(accountOf(accounts, email))
      }}
    >
      <NameField
        label="Email"
        what="email"
        typed={email}
        value={email}
        inputMode="email"
        data-home
        inputRef={input}
        hint={words.cannotSay}
        onChange={(event) => setEmail(event.target.value)}
        onReplace={(text) => {
          setEmail(text)
          input.current?.focus()
        }}
      />
      <button type="submit" className="btn" disabled={email === ''}>
        <Pencil className="icon" aria-hidden="true" />
        Edit
      </button>
      <button
        type="button"
        className="btn ghost red"
        disabled={email === ''}
        onClick={() => onDelete(accountOf(accounts, email))}
      >
        <Trash2 className="icon" aria-hidden="true" />
        Delete…
      </button>
    </form>
  )
}
