import { Fragment, useState, type ComponentProps } from 'react'
import { Field, FieldWarning } from '#web/ui/inputs/field.tsx'
import { count } from '#web/ui/time.ts'
import { Foreign } from './foreign.tsx'
import { oddityOf } from './odd-names.ts'

interface Props extends ComponentProps<typeof Field> {
  /** What it holds, for sentences. */
  what: 'name' | 'email' | 'count'
  typed: string
  /** An existing name that is the same without case, accents, spaces and invisible characters. */
  alike?: string | undefined
  /** Replaces the typed text, and focuses the field. */
  onReplace: (text: string) => void
}

/** How many pasted lines are offered. */
const offered = 5

/** A field for a name or an email. It warns about what is easily overlooked in one, and offers to mend it. */
export function NameField({ what, typed, alike, hint, onReplace, ...field }: Props) {
  const [pasted, setPasted] = useState<readonly string[]>([])
  const replace = (text: string) => {
    setPasted([])
    onReplace(text)
  }
  const lines = pasted.slice(0, offered)
  const isJoined = lines.length > 1 && lines.every((line) => typed.includes(line))
  const ends = [/^\s/.test(typed) && 'starts', /\s$/.test(typed) && 'ends'].filter((end) => end !== false)
  const oddity = oddityOf(typed)
  const warnings = [
    isJoined && (
      <span key={`pasted ${lines.join()}`}>
        You pasted {count(pasted.length)} lines. Together they are one {what}. Use only{' '}
        {lines.map((line, at) => (
          <Fragment key={line}>
            {at > 0 && ', '}
            <button type="button" className="link" onClick={() => replace(line)}>
              <Foreign text={line} />
            </button>
          </Fragment>
        ))}
        {pasted.length > offered && ` or one of ${count(pasted.length - offered)} more`}.
      </span>
    ),
    ends.length > 0 && typed.trim() !== '' && (
      <span key={ends.join()}>
        The {what} {ends.join(' and ')} with a space.{' '}
        <button type="button" className="link" onClick={() => replace(typed.trim())}>
          Remove spaces
        </button>
      </span>
    ),
    alike !== undefined && (
      <span key="alike">
        Looks like “<Foreign text={alike} unlike={typed} />
        ”, which exists.
      </span>
    ),
    oddity,
  ].filter((says) => says !== false && says !== undefined)

  return (
    <Field
      autoComplete="off"
      spellCheck={false}
      {...field}
      onPaste={({ clipboardData }) => {
        const all = clipboardData.getData('text/plain').split(/[\r\n]+/)
        setPasted([...new Set(all.map((line) => line.trim()).filter((line) => line !== ''))])
      }}
      hint={
        warnings.length === 0 ? (
          hint && <span>{hint}</span>
        ) : (
          <>
            {warnings.map((says, at) => (
              <FieldWarning key={at}>{says}</FieldWarning>
            ))}
            <span>{hint}</span>
          </>
        )
      }
    />
  )
}
