import { flagFrom } from '#contract/wire.ts'
import { SetFlag } from '#web/ui/inputs/set-flag.tsx'
import type { Setting } from './field.ts'
import type { InputProps } from './form.ts'

type Typed<Name extends string> = { readonly [Key in Name]?: boolean | undefined }
type Flags<Name extends string> = { [Key in Name]?: boolean }

const words = new Map([
  ...['yes', 'on', 'x', 'ja', 'wahr', 'oui', 'vrai', 'si', 'sí', 'verdadero'].map((word) => [word, true] as const),
  ...['no', 'off', 'nein', 'falsch', 'non', 'faux', 'falso'].map((word) => [word, false] as const),
])

/** What an export writes for what could not be read. Such a cell, and an empty one, asks for nothing. */
const silent: ReadonlySet<string> = new Set(['', 'unknown', 'unreadable'])

/** Whether a cell asks for nothing. */
export const isSilent = (cell: string) => silent.has(cell.trim().toLowerCase())

/** How a flag is set. While the stored one is unreadable, it must be answered. */
export function flagSetting<Name extends string>(
  name: Name,
  label: string,
  { hint, ...file }: { hint: string } & Pick<Setting<never, never>, 'heads'>,
): Setting<object, Flags<Name>> {
  return {
    ...file,
    Input({ form }: InputProps<object, Typed<Name>>) {
      return (
        <>
          <SetFlag label={label} hint={hint} value={form.typed[name]} onChange={(to) => form.set(name, to)} />
          {form.faultIn(name) === 'unanswered' && (
            <p className="hint">{`${label} can’t be read. Choose before you save.`}</p>
          )}
        </>
      )
    },
    parse(cell) {
      if (isSilent(cell)) return { change: {} }
      const word = cell.trim().toLowerCase()
      const flag = flagFrom(word) ?? words.get(word)
      return flag === undefined
        ? { fault: `${label}: not yes or no. Write yes, on, true, 1, x or ja; no, off, false, 0 or nein.` }
        : { change: { [name]: flag } as Flags<Name> }
    },
  }
}
