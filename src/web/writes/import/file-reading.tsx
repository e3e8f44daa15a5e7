import { useId } from 'react'
import type { Unit } from '#contract/wire.ts'
import { keysOf } from '#web/list/resource.ts'
import { Choices } from '#web/ui/choices.tsx'
import { Tick } from '#web/ui/confirm.tsx'
import { dateOf, localMoment } from '#web/ui/time.ts'
import { browserMomentsOf, momentIn } from './dates.ts'
import type { ImportResource } from './import-resource.ts'
import type { Reading } from './reading.ts'
import type { useImport } from './use-import.ts'

interface Props {
  resource: Pick<ImportResource<never, never, never>, 'columns' | 'noDate'>
  source: Pick<ReturnType<typeof useImport>, 'file' | 'correct'>
  reading: Reading
}

const units: readonly { id: Unit; label: string }[] = [
  { id: 'seconds', label: 'Seconds' },
  { id: 'milliseconds', label: 'Milliseconds' },
]

/** How the file is read: its columns and dates, with what must be answered or can be corrected. */
export function FileReading({ resource: { columns, noDate }, source: { file, correct }, reading }: Props) {
  const { choice, dates, firstDate, lacksDates } = reading
  const { order, unit, isUtc } = choice.dates
  const head = file?.head ?? []
  const { ambiguous } = dates
  const meaning = (meant: 'day-first' | 'month-first') => {
    const at = momentIn(ambiguous ?? '', { ...choice.dates, order: meant, isUtc: false }, browserMomentsOf)
    return typeof at === 'number' ? dateOf(at) : ''
  }
  return (
    <>
      <fieldset className="import-columns">
        <legend className="label">Columns</legend>
        {keysOf(columns).map((field) => (
          <ColumnOf
            key={field}
            label={columns[field]!.label}
            isName={columns[field]!.kind === 'name'}
            at={choice.columns[field]}
            names={head.map((cell, at) => (choice.hasHead && cell !== '' ? cell : `Column ${at + 1}`))}
            onChoose={(at) => {
              const { [field]: _former, ...others } = choice.columns
              correct({ columns: { ...choice, columns: at === undefined ? others : { ...others, [field]: at } } })
            }}
          />
        ))}
        <Tick checked={choice.hasHead} onChange={(hasHead) => correct({ columns: { ...choice, hasHead } })}>
          The first line names the columns
        </Tick>
      </fieldset>
      {ambiguous !== undefined && (
        <Choices
          legend={`${ambiguous} means`}
          look="segs"
          choices={(['day-first', 'month-first'] as const).map((id) => ({ id, label: meaning(id) }))}
          chosen={order}
          onChoose={(answer) => correct({ order: answer })}
        />
      )}
      {dates.unit !== undefined && (
        <Choices
          legend="Dates that are numbers count"
          look="segs"
          choices={units}
          chosen={unit}
          onChoose={(answer) => correct({ unit: answer })}
        />
      )}
      {firstDate !== undefined && (
        <p className="hint">
          {`First date: ${localMoment(firstDate)}.${dates.hasLocal ? ` Without a time zone, dates are read ${isUtc ? 'as UTC' : 'by the clock of this browser'}.` : ''}`}
        </p>
      )}
      {noDate !== undefined && lacksDates && (
        <Choices
          legend={noDate.legend}
          look="segs"
          choices={noDate.choices}
          chosen={choice.noDate}
          onChoose={(answer) => correct({ noDate: answer })}
        />
      )}
    </>
  )
}

interface ColumnProps {
  label: string
  /** It cannot be left out. */
  isName: boolean
  at: number | undefined
  names: readonly string[]
  onChoose: (at: number | undefined) => void
}

/** Which column of the file holds a field. */
function ColumnOf({ label, isName, at, names, onChoose }: ColumnProps) {
  const id = useId()
  return (
    <div className="import-column">
      <label htmlFor={id}>{label}</label>
      <div className="input slim">
        <select
          id={id}
          value={at ?? ''}
          onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
        >
          {(!isName || at === undefined) && <option value="">{isName ? 'Choose a column' : 'Not in this file'}</option>}
          {names.map((name, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- a column has no other name
            <option key={column} value={column} translate="no">
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
