import { useRef, useState } from 'react'
import { NameField } from './name-field.tsx'

/** What is typed: a name, or how many rows an act is about. */
export type TypedBefore = 'name' | 'email' | 'count'

interface Props {
  what: TypedBefore
  /** Each of them is right. */
  names: readonly string[]
  onTyped: (right: boolean) => void
}

/** Has the admin type a name before an act that may lock them out, or a number before one that nobody can undo. */
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
        label={what === 'count' ? `Type ${names[0]} to continue` : `Type the ${what} to continue`}
        inputMode={what === 'count' ? 'numeric' : undefined}
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
