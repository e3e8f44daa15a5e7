import { capitalize } from '#web/ui/format.ts'

/** What a save is called by its change. `#` stands for “X”, or for *46 tokens*. */
export interface SaveLabels {
  /** Its button: *Turn write on*. */
  label: string
  /** Its question: *Turn write on for #*. */
  title: string
  /** The job: *Turning write on for #*, *Write turned on for #*. */
  progressLabel: string
  doneLabel: string
}

/** What is said of fields that hold no flag. */
const fieldVerbs: Readonly<Record<string, readonly [noun: string, verb: string, present: string, past: string]>> = {
  expiration_date: ['expiry', 'Set', 'Setting', 'set'],
  new_email: ['email', 'Change', 'Changing', 'changed'],
}

/**
 * The words for a save, by what it changes; those of an undo say what it does again or restores. The title and the button
 * of its question, its report, and what a conflict says of it are all of these.
 */
export function saveLabels(change: object, isUndo = false): SaveLabels {
  const [only, ...others] = Object.entries(change).filter(([, value]) => value !== undefined)
  const [field, value] = only !== undefined && others.length === 0 ? only : []
  if (typeof value === 'boolean' && field !== undefined) return flagLabels(field, value, isUndo ? ' again' : '')
  const verbs = field === undefined ? undefined : fieldVerbs[field]
  if (verbs === undefined) return isUndo ? undoLabels : changeLabels
  return isUndo ? fieldLabels(verbs[0], 'Restore', 'Restoring', 'restored') : fieldLabels(...verbs)
}

function flagLabels(field: string, isOn: boolean, again: string): SaveLabels {
  if (field === 'active') {
    const [verb, stem] = isOn ? ['Activate', 'activat'] : ['Deactivate', 'deactivat']
    return {
      label: verb,
      title: `${verb} #${again}`,
      progressLabel: `${verb.slice(0, -1)}ing #${again}`,
      doneLabel: `# ${stem}ed${again}`,
    }
  }
  const state = isOn ? 'on' : 'off'
  return {
    label: `Turn ${field} ${state}`,
    title: `Turn ${field} ${state} for #${again}`,
    progressLabel: `Turning ${field} ${state} for #${again}`,
    doneLabel: `${capitalize(field)} turned ${state} for #${again}`,
  }
}

const fieldLabels = (noun: string, verb: string, present: string, past: string): SaveLabels => ({
  label: `${verb} ${noun}`,
  title: `${verb} the ${noun} of #`,
  progressLabel: `${present} the ${noun} of #`,
  doneLabel: `${capitalize(noun)} of # ${past}`,
})

const changeLabels: SaveLabels = {
  label: 'Save changes',
  title: 'Save changes to #',
  progressLabel: 'Saving changes to #',
  doneLabel: 'Changes to # saved',
}

const undoLabels: SaveLabels = {
  label: 'Undo changes',
  title: 'Undo the changes to #',
  progressLabel: 'Undoing the changes to #',
  doneLabel: 'Changes to # undone',
}
