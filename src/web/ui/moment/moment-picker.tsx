import { CalendarDate, CalendarDateTime, fromAbsolute, getLocalTimeZone, toCalendarDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarMonthPicker,
  CalendarYearPicker,
  DatePicker,
  Dialog,
  Group,
  I18nProvider,
  Label,
  Popover,
  useLocale,
  type CalendarMonthPickerProps,
  type CalendarYearPickerProps,
} from 'react-aria-components'
import { useState } from 'react'
import { MomentField, type ShownParts } from './moment-field.tsx'
import './moment-picker.css'

interface Props {
  label: string
  /** What the field shows at first; the picker keeps the rest itself. */
  first: ShownParts
  /** The calendar offers no day before this moment's. */
  earliest?: number | undefined
  isInvalid: boolean
  onShow: (shown: ShownParts) => void
  onRefuse: () => void
}

/** A date and a time, typed, pasted or picked. It says what it shows, not a moment: the day need not exist. */
export function MomentPicker({ label, first, earliest, isInvalid, onShow, onRefuse }: Props) {
  const { locale } = useLocale()
  // Nobody types them, so they are shown only where there are any.
  const [hasSeconds, setSeconds] = useState((first.second ?? 0) !== 0)
  return (
    <I18nProvider locale={englishLike(locale)}>
      <DatePicker<CalendarDateTime>
        className="field"
        granularity={hasSeconds ? 'second' : 'minute'}
        hourCycle={24}
        shouldForceLeadingZeros
        isInvalid={isInvalid}
        validationBehavior="aria"
        defaultValue={whole(first)}
      >
        <Label>{label}</Label>
        <Group className={isInvalid ? 'input moment-input bad' : 'input moment-input'}>
          <MomentField hasSeconds={hasSeconds} onSeconds={() => setSeconds(true)} onShow={onShow} onRefuse={onRefuse} />
          <Button className="ib" aria-label="Pick a date">
            <CalendarDays className="icon" aria-hidden="true" />
          </Button>
        </Group>
        <Popover className="menu calendar" placement="bottom end" offset={4}>
          <Dialog aria-label="Pick a date">
            {/* Limits are set only here: a typed date is checked by the form, which also says why it is refused. */}
            <Calendar minValue={earliest === undefined ? null : dayOf(earliest)} maxValue={lastDay}>
              <header>
                <Button slot="previous" className="ib">
                  <ChevronLeft className="icon" aria-hidden="true" />
                </Button>
                <CalendarMonthPicker format="long">
                  {(months) => <Pick label="Month" {...months} />}
                </CalendarMonthPicker>
                <CalendarYearPicker>{(years) => <Pick label="Year" {...years} />}</CalendarYearPicker>
                <Button slot="next" className="ib">
                  <ChevronRight className="icon" aria-hidden="true" />
                </Button>
              </header>
              <CalendarGrid>{(date) => <CalendarCell className="day" date={date} />}</CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  )
}

/** React Aria's list of years never ends if it reaches 9999, the last year that its dates have. */
const lastDay = new CalendarDate(9998, 12, 31)

const dayOf = (at: number) => toCalendarDate(fromAbsolute(at, getLocalTimeZone()))

/** The date to begin with; null: there is none yet. */
function whole({ year, month, day, hour, minute, second }: ShownParts): CalendarDateTime | null {
  if (year === null || month === null || day === null) return null
  return new CalendarDateTime(year, month, day, hour ?? 0, minute ?? 0, second ?? 0)
}

/** English, with the parts of a date in the order of the browser's language. */
function englishLike(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { calendar: 'gregory' }).formatToParts()
  const [first] = parts.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? type : []))
  return localesByFirst[first ?? 'day']
}

const localesByFirst = { day: 'en-GB', month: 'en-US', year: 'en-CA' } as const

type Picked = Parameters<(CalendarMonthPickerProps | CalendarYearPickerProps)['children']>[0]

/** Chooses the month or the year that the calendar shows. */
function Pick({ label, value, items, onChange }: Picked & { label: string }) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {items.map(({ id, formatted }) => (
        <option key={id} value={id}>
          {formatted}
        </option>
      ))}
    </select>
  )
}
