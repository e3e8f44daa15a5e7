import { CalendarDate, fromDate, getLocalTimeZone, toCalendarDate, type ZonedDateTime } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarMonthPicker,
  CalendarYearPicker,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  Label,
  Popover,
  type CalendarMonthPickerProps,
  type CalendarYearPickerProps,
} from 'react-aria-components'
import './moment-picker.css'

interface Props {
  label: string
  /** Milliseconds since 1970-01-01 UTC; shown in the local zone, to the minute. */
  at: number
  /** The calendar offers no day before this moment's. */
  earliest?: number | undefined
  isInvalid: boolean
  onChange: (at: number) => void
}

/** A date and a time, typed or picked. It cannot be emptied: an unfinished entry keeps the last moment. */
export function MomentPicker({ label, at, earliest, isInvalid, onChange }: Props) {
  return (
    <I18nProvider locale="en-GB">
      <DatePicker<ZonedDateTime>
        className="field"
        granularity="minute"
        hourCycle={24}
        hideTimeZone
        shouldForceLeadingZeros
        isInvalid={isInvalid}
        validationBehavior="aria"
        value={local(at)}
        onChange={(value) => {
          if (value !== null) onChange(value.toDate().getTime())
        }}
      >
        <Label>{label}</Label>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key that its segments let through */}
        <div
          onKeyDownCapture={({ key, target, currentTarget }) => {
            if (key !== 'Enter' || !(target instanceof Element) || target.role !== 'spinbutton') return
            const around = currentTarget.closest('form, [role=alertdialog]')
            around?.querySelector<HTMLElement>('.foot .btn.primary')?.click()
          }}
        >
          <Group className={isInvalid ? 'input moment-input bad' : 'input moment-input'}>
            <DateInput className="segments">
              {(segment) => <DateSegment className="segment" segment={segment} />}
            </DateInput>
            <Button className="ib" aria-label="Pick a date">
              <CalendarDays className="icon" aria-hidden="true" />
            </Button>
          </Group>
        </div>
        <Popover className="menu calendar" placement="bottom end" offset={4}>
          <Dialog aria-label="Pick a date">
            {/* Limits are set only here: a typed date is checked by the form, which also says why it is refused. */}
            <Calendar minValue={earliest === undefined ? null : toCalendarDate(local(earliest))} maxValue={lastDay}>
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

const local = (at: number) => fromDate(new Date(at), getLocalTimeZone())

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
