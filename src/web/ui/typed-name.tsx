import { useRef, useState } from 'react'
import { NameField } from './names/name-field.tsx'

interface Props {
  what: 'name' | 'email'
  /** Each of them is right. */
  names: readonly string[]
  onTyped: (right: boolean) => void
}

/** Has the admin type a name before an act that may lock them out. */
export function TypedName({ what, names, onTyped }: Props) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const type = (typed: string) => {
    setText(typed)
    onTyped(names.includes(typed))
  }
  return (
    <div className="dialog-field">
      <NameField
        label={`Type the ${what} to continue`}
        what={what}
        typed={text}
        value={text}
        inputRef={input}
        onChange={(event) => type(event.target.value)}
        onReplace={(typed) => {
          type(typed)
          input.current?.focus()
        }}
      />
    </div>
  )
}
