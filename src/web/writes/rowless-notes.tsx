import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import type { Note } from './notes.ts'
import { VerdictNote } from './verdict-note.tsx'
import { toldOf, type Told } from './verdict-told.tsx'
import type { Noun } from './verdict-words.ts'

interface Props {
  noun: Noun
  list: Pick<RowStore<Dated>, 'find'>
  notes: ReadonlyMap<string, Note<Dated, object>>
  onReadAgain: () => void
  onDismiss: (name: string) => void
}

/** Notes about rows that are not in the list: what was deleted without an answer, or created and not there so far. */
export function RowlessNotes({ noun, list, notes, onReadAgain, onDismiss }: Props) {
  return [...notes].map(([name, note]) => {
    if (list.find(name) >= 0) return null
    const told: Told = toldOf(noun, note, undefined)
    const says = (
      <>
        “<Foreign text={name} />
        ”: {told.says}
      </>
    )
    const on = { 'read-again': onReadAgain, dismiss: () => onDismiss(name) }
    return <VerdictNote key={name} name={name} told={{ ...told, says }} on={on} />
  })
}
