import type { Unit } from '#contract/wire.ts'
import { keysOf } from '#web/list/resource.ts'
import { Choices } from '#web/ui/choices.tsx'
import { Tick } from '#web/ui/confirm.tsx'
import { dateOf, localMoment } from '#web/ui/time.ts'
import { browserMomentsOf, momentIn } from './dates.ts'
import type { ImportResource } from './import-resource.ts'
import type { Corrections, Reading } from './reading.ts'

interface Props {
  resource: ImportResource
  /** The cells of the first line. */
  head: readonly string[]
  reading: Reading
  onCorrect: (more: Corrections) => void
}

const units: readonly { id: Unit; label: string }[] = [
  { id: 'seconds', label: 'Seconds' },
  { id: 'milliseconds', label: 'Milliseconds' },
]
const orders = ['day-first', 'month-first'] as const

/** How the file is read: its columns and dates, with what must be answered or can be corrected. */
export function FileReading({ resource: { columns, noDate }, head, reading, onCorrect }: Props) {
  const { hasHead, ambiguous, firstDate, isUtc } = reading
  const meaning = (order: (typeof orders)[number]) => {
    const at = momentIn(ambiguous ?? '', { ...reading, order, isUtc: false }, browserMomentsOf)
    return typeof at === 'number' ? dateOf(at) : ''
  }
  const zone = `Without a time zone, dates are read ${isUtc ? 'as UTC' : 'by the clock of this browser'}.`
  return (
    <>
      <fieldset className="import-columns">
        <legend className="label">Columns</legend>
        {keysOf(columns).map((field) => {
          const { [field]: at, ...others } = reading.columns
          const isName = columns[field]!.kind === 'name'
          return (
            <label key={field} className="import-column">
              <span>{columns[field]!.label}</span>
              <span className="input slim">
                <select
                  aria-label={columns[field]!.label} // else the options belong to its name
                  value={at ?? ''}
                  onChange={({ target: { value } }) =>
                    onCorrect({ columns: value === '' ? others : { ...others, [field]: Number(value) } })
                  }
                >
                  {(!isName || at === undefined) && (
                    <option value="">{isName ? 'Choose a column' : 'Not in this file'}</option>
                  )}
                  {head.map((cell, column) => (
                    // oxlint-disable-next-line react/no-array-index-key -- a column has no other name
                    <option key={column} value={column} translate="no">
                      {hasHead && cell !== '' ? cell : `Column ${column + 1}`}
                    </option>
                  ))}
                </select>
              </span>
            </label>
          )
        })}
        <Tick checked={hasHead} onChange={(hasHead) => onCorrect({ hasHead })}>
          The first line names the columns
        </Tick>
      </fieldset>
      {ambiguous !== undefined && (
        <Choices
          legend={`${ambiguous} means`}
          look="segs"
          choices={orders.map((id) => ({ id, label: meaning(id) }))}
          chosen={reading.order}
          onChoose={(order) => onCorrect({ order })}
        />
      )}
      {reading.numbersIn !== undefined && (
        <Choices
          legend="Dates that are numbers count"
          look="segs"
          choices={units}
          chosen={reading.unit}
          onChoose={(unit) => onCorrect({ unit })}
        />
      )}
      {firstDate !== undefined && (
        <p className="hint">{`First date: ${localMoment(firstDate)}.${reading.hasLocal ? ` ${zone}` : ''}`}</p>
      )}
      {noDate !== undefined && reading.lacksDates && (
        <Choices
          legend={noDate.legend}
          look="segs"
          choices={noDate.choices}
          chosen={reading.noDate}
          onChoose={(noDate) => onCorrect({ noDate })}
        />
      )}
    </>
  )
}
