import { useState } from 'react'
import { Field } from './field.tsx'

interface Props {
  /** `Type the email to continue`. */
  label: string
  name: string
  onTyped: (right: boolean) => void
}

/** The name of what is about to change, typed out, before something that shuts oneself out. */
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
