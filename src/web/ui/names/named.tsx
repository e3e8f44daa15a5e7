import { Foreign, visible } from './foreign.tsx'

interface Props {
  text: string
  /** Names from outside that stand in the text in “”. */
  names: readonly string[]
}

/** A sentence, and in it the names that it is about. */
export function Named({ text, names }: Props) {
  return (
    <span key={text}>
      {partsOf(text, names).map((part, index) =>
        typeof part === 'string' ? part : <Foreign key={index} text={part.name} />,
      )}
    </span>
  )
}

/** The text between the names, which keeps the quotation marks, and the names. */
function partsOf(text: string, [name, ...others]: readonly string[]): (string | { name: string })[] {
  if (name === undefined) return text === '' ? [] : [text]
  const parts = text.split(`“${visible(name)}”`)
  return parts.flatMap((part, index) => {
    const before = index === 0 ? '' : '”'
    const after = index === parts.length - 1 ? '' : '“'
    const between = partsOf(`${before}${part}${after}`, others)
    return index === 0 ? between : [{ name }, ...between]
  })
}
