import { fromDate, getLocalTimeZone, type ZonedDateTime } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  I18nProvider,
  Label,
  Popover,
} from 'react-aria-components'
import './moment-picker.css'

interface Props {
  label: string
  /** Milliseconds since 1970-01-01 UTC; shown in the local zone, to the minute. */
  at: number
  onChange: (at: number) => void
}

/** A date and a time, typed or picked. It cannot be emptied: an unfinished entry keeps the last moment. */
export function MomentPicker({ label, at, onChange }: Props) {
  return (
    <I18nProvider locale="en-GB">
      <DatePicker<ZonedDateTime>
        className="field"
        granularity="minute"
        hourCycle={24}
        hideTimeZone
        shouldForceLeadingZeros
        value={fromDate(new Date(at), getLocalTimeZone())}
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
          <Group className="input moment-input">
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
            <Calendar>
              <header>
                <Button slot="previous" className="ib">
                  <ChevronLeft className="icon" aria-hidden="true" />
                </Button>
                <Heading level={2} />
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
