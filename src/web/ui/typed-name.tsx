import { useState } from 'react'
import { Field } from './field.tsx'

interface Props {
  /** `Type the email to continue`. */
  label: string
  name: string
  onTyped: (right: boolean) => void
}

/** Has the admin type a name before an act that may lock them out. */
export function TypedName({ label, name, onTyped }: Props) {
  const [text, setText] = useState('')
  return (
    <div className="dialog-field">
      <Field
        label={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onTyped(event.target.value === name)
        }}
      />
    </div>
  )
}
