import { SecretBox } from '#web/sheet/secret-box.tsx'
import type { Reveal } from './use-reveal.ts'

/** The value of a token, while it is open. */
export function RevealedValue({ name, reveal }: { name: string; reveal: Reveal }) {
  const { opened } = reveal
  if (opened?.name !== name) return null
  return (
    <SecretBox
      key={opened.count}
      what="value"
      name={name}
      once={opened.once}
      isSelected={opened.isSelected}
      onCopy={() => reveal.copy(name)}
      onAgain={() => reveal.again(name)}
      onHide={reveal.close}
    />
  )
}
