import { toMillis } from '#api/wire.ts'
import type { ActionContext } from '#web/resource/action.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { AnyResourceDefinition, Noun } from '#web/resource/resource.ts'
import { saveLabels } from '#web/resource/save-labels.ts'
import { formatDate, formatTime, listFormat } from '#web/ui/format.ts'
import type { Conflict } from './confirmations.ts'

/** A field on one side of a conflict: *Write off → on*. */
export interface FieldChange {
  label: string
  before: string
  after: string
}

/** Both sides of a conflict: what changed, and what goes on. */
interface ConflictDescription {
  sentences: readonly string[]
  theirs: readonly FieldChange[]
  yours: readonly FieldChange[]
}

/** Puts a conflict into words. When the row changed stands in a sentence, and beside no field. */
export function describeConflict(
  { previous, current, fields: changedFields, change, setsPassword, overwriteText }: Conflict,
  { fields, noun }: AnyResourceDefinition,
  context: ActionContext<TimestampedRow>,
): ConflictDescription {
  const theirFields = Object.keys(fields).filter((name) => changedFields.includes(name) && !name.endsWith('_at'))
  const yourFields = Object.keys(fields).filter((name) => fields[name]?.formatChange?.(change, context) !== undefined)
  const stored = new Map<string, unknown>(Object.entries(current))
  const theirVerbs = theirFields.flatMap((name) =>
    stored.get(name) === undefined ? [] : [verbsOf({ [name]: stored.get(name) }, noun).past],
  )
  const yourVerbs = [
    ...Object.entries(change).map((entry) => verbsOf(Object.fromEntries([entry]), noun).present),
    ...(setsPassword ? ['sets a new password'] : []),
  ]
  const overwritten = theirFields.filter((name) => yourFields.includes(name)).length
  const [saving, only] =
    overwritten === 0
      ? ['keeps that', 'only ']
      : overwritten === theirFields.length
        ? ['overwrites that', '']
        : ['keeps the rest', '']
  return {
    sentences: [
      theirFields.length === 0
        ? 'Somebody saved it again.'
        : theirVerbs.length === 0
          ? 'Somebody changed it.'
          : `Somebody ${listFormat.format(theirVerbs)}.`,
      ...lastChange(toMillis(current.updated_at, context.timeUnit), context.now),
      overwriteText ?? `Saving ${saving} and ${only}${listFormat.format(yourVerbs)}.`,
    ],
    theirs: theirFields.flatMap((name) => {
      const field = fields[name]!
      return { label: field.label, before: field.format(previous, context), after: field.format(current, context) }
    }),
    yours: yourFields.map((name) => {
      const field = fields[name]!
      const after = field.formatChange?.(change, context) ?? ''
      return { label: field.label, before: field.format(current, context), after }
    }),
  }
}

function lastChange(timestamp: number | undefined, now: number): string[] {
  if (timestamp === undefined) return []
  const day = formatDate(timestamp) === formatDate(now) ? '' : `on ${formatDate(timestamp)} `
  return [`Last change ${day}at ${formatTime(timestamp)}.`]
}

/** What a save does, in a sentence: *turns write on*, *deactivates the token*. */
function verbsOf(change: object, noun: Noun): { present: string; past: string } {
  const { title } = saveLabels(change)
  const [verb = '', ...others] = title
    .replace(/ (for|of|to) #$/, '')
    .replace('#', `the ${noun}`)
    .split(' ')
  const base = verb.toLowerCase()
  const object = others.join(' ')
  return {
    present: `${base}s ${object}`,
    past: `${base === 'set' ? base : base.endsWith('e') ? `${base}d` : `${base}ed`} ${object}`,
  }
}
