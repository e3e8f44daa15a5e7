import { CalendarPlus, X } from 'lucide-react'
import { useState, type CSSProperties } from 'react'
import type { Token } from '#contract/token.ts'
import { download } from '#web/ui/download.ts'
import type { RangeOfSlots } from '#web/list/resource.ts'
import type { ShownList } from '#web/list/use-resource-list.ts'
import { expiryOf, type ViewContext } from '#web/tokens/token-status.ts'
import type { TokenColumn, TokenFilter } from '#web/tokens/token-resource.ts'
import { noExpiryWord } from '#web/tokens/words.ts'
import { useSession } from '#web/ui/session.ts'
import { tip } from '#web/ui/icons.tsx'
import { count, counted, dateOf, dayOf } from '#web/ui/time.ts'
import { calendarFile } from './calendar-file.ts'
import { expiryScale, lastMoment, stretches, unreadableSlot, within, type Stretch } from './expiry-scale.ts'
import { useBrush } from './use-brush.ts'
import './expiry-strip.css'

interface Props {
  shown: ShownList<Token, TokenColumn, TokenFilter>
  context: ViewContext
}

/** The height of a token in a bar, and of the highest bar, in pixels. */
const [unit, highest] = [7, 42]
/** How many slots wide the block of *never* is: its area stands for its tokens. */
const neverWidth = 8
const choices = [7, 14, 30, 90]
const names = Object.keys(stretches) as Stretch[]

/** How many tokens expire when. A range of the picture filters the list. */
export function ExpiryStrip({ shown, context }: Props) {
  const { slots, view, show } = shown
  const { shown: range, pointer, onKeyDown, press, clear } = useBrush(view.range, (range) => show({ range }))
  const [focusable, setFocusable] = useState<Stretch>('past')
  const sum = ({ from, to }: RangeOfSlots) => slots.found.subarray(from, to + 1).reduce((all, some) => all + some, 0)
  const unreadable = slots.found[unreadableSlot] ?? 0
  const words = wordsFor(context)
  const most = Math.max(...slots.found.subarray(0, stretches.never.from), sum(stretches.never) / neverWidth)
  const scaled = Math.min(unit, highest / most)
  const largest = Math.max(1, ...names.map((name) => sum(stretches[name])))
  return (
    <section className="panel strip" aria-labelledby="expiry-strip">
      <div className="strip-head">
        <h2 id="expiry-strip">Expiry</h2>
        {range === undefined ? (
          <span className="strip-says">{unreadable > 0 && `${count(unreadable)} cannot be read`}</span>
        ) : (
          <>
            <span className="strip-says">{`${count(sum(range))} chosen: ${expiryScale.label(range, context)}`}</span>
            <button type="button" className="ib" aria-label="Clear the range of expiry" onClick={clear}>
              {tip('Clear', <X className="icon" aria-hidden="true" />)}
            </button>
          </>
        )}
        <Soon shown={shown} context={context} sum={sum} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- a group of buttons, whose keys and presses it hears */}
      <div className="hist" role="group" aria-label="Tokens by expiry" onKeyDown={onKeyDown} {...pointer}>
        {names.map((name, at) => {
          const { from, to } = stretches[name]
          const all = sum(stretches[name])
          const isPartly = range !== undefined && range.from <= to && range.to >= from
          const isWhole = isPartly && range.from <= from && range.to >= to
          return (
            <button
              key={name}
              type="button"
              className={`seg ${name}`}
              aria-label={`${counted(all, 'token')}: ${words[name].says}`}
              aria-pressed={isPartly && !isWhole ? 'mixed' : isWhole}
              style={{ gridColumn: at + 1 }}
              tabIndex={name === focusable ? 0 : -1}
              onFocus={() => setFocusable(name)}
              onClick={() => press(stretches[name])}
            >
              <span className="bars">
                {[...slots.found.subarray(from, to + 1)].map((tokens, slot) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a slot is its place
                  <i key={slot} style={{ height: heightOf(tokens, name === 'never' ? scaled / neverWidth : scaled) }} />
                ))}
              </span>
              <span className="agg" style={{ height: heightOf(all, 40 / largest) }} />
              {name === 'week' && <span className="now">today</span>}
              <span className="cap">
                <b>{count(all)}</b> <span className="long">{words[name].long}</span>
                <span className="short">{words[name].short}</span>
              </span>
            </button>
          )
        })}
        {range !== undefined && <span className="brush" style={placeOf(range)} />}
      </div>
      <table className="sr">
        <caption>Expiry</caption>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <td>{words[name].says}</td>
              <td>{count(sum(stretches[name]))}</td>
            </tr>
          ))}
          <tr>
            <td>cannot be read</td>
            <td>{count(unreadable)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** *7 expire within 14 days*, and a calendar file with them. */
function Soon({ shown, context, sum }: Props & { sum: (range: RangeOfSlots) => number }) {
  const { place } = useSession()
  const [days, setDays] = useState(14)
  const expiring = sum(within(days))
  const save = () => {
    const tokens = [...shown.rowsIn(within(days))].map((row) => shown.list.at(row))
    const dated = tokens.flatMap((token) => {
      const at = expiryOf(token, context.unit)
      return typeof at === 'number' ? [{ name: token.name, at }] : []
    })
    download(calendarFile(dated, place.name, Date.now()), `tokens-${days}-days.ics`, 'text/calendar')
  }
  return (
    <span className="strip-soon">
      <span>{expiring === 1 ? '1 expires within' : `${count(expiring)} expire within`}</span>
      <select aria-label="Within" value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {`${choice} days`}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="btn ghost small"
        aria-label="Download .ics"
        disabled={expiring === 0}
        onClick={save}
      >
        <CalendarPlus className="icon" aria-hidden="true" />
        <span className="long">Download</span> .ics
      </button>
    </span>
  )
}

function wordsFor(context: ViewContext): Record<Stretch, { says: string; long: string; short: string }> {
  const by = (name: Stretch, short: string, format = dayOf) => {
    const long = `by ${format(lastMoment(stretches[name].to, context))}`
    return { says: `expire ${long}`, long, short }
  }
  return {
    past: { says: 'expired', long: 'expired', short: 'past' },
    week: by('week', '7 d'),
    month: by('month', '30 d'),
    quarter: by('quarter', '90 d'),
    year: by('year', '1 y', dateOf),
    later: { says: 'expire later', long: 'later', short: 'later' },
    never: { says: noExpiryWord.toLowerCase(), long: 'no expiry', short: 'never' },
  }
}

/** A bar is seen, however small. */
const heightOf = (tokens: number, each: number) => (tokens === 0 ? 0 : Math.max(2, tokens * each))

/** Where the brush stands: its first and last stretch, and the part of their width that is not in it. */
function placeOf({ from, to }: RangeOfSlots): CSSProperties {
  const all = names.map((name) => stretches[name])
  const first = all.findIndex((stretch) => from <= stretch.to)
  const last = all.findIndex((stretch) => to <= stretch.to)
  const widthOf = (at: number) =>
    all[at] === stretches.never ? neverWidth : (all[at]?.to ?? 0) - (all[at]?.from ?? 0) + 1
  const width = Array.from({ length: last - first + 1 }, (_, at) => widthOf(first + at)).reduce((a, b) => a + b, 0)
  return {
    gridColumn: `${first + 1} / ${last + 2}`,
    '--gaps': last - first,
    '--before': (from - (all[first]?.from ?? 0)) / width,
    '--after': ((all[last]?.to ?? 0) - to) / width,
  } as CSSProperties
}
