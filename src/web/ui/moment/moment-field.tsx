import { CalendarDateTime, createCalendar } from '@internationalized/date'
import { useEffect, useEffectEvent, useRef } from 'react'
import {
  DateFieldContext,
  DateFieldStateContext,
  DateSegment,
  useLocale,
  useSlottedContext,
} from 'react-aria-components'
import { useDateField } from 'react-aria/useDateField'
import { useDateFieldState } from 'react-stately/useDateFieldState'
import { endOfDay, type LocalTime } from './local-time.ts'
import { pastedTime } from './pasted-time.ts'

/** What the field shows; null: that part is empty. The day need not exist. */
export type ShownParts = { [Part in keyof LocalTime]: number | null }

interface Props {
  hasSeconds: boolean
  /** A pasted time has seconds. */
  onSeconds: () => void
  /** Called with what the field shows, at first and after each change. */
  onShow: (shown: ShownParts) => void
  /** Called when a pasted text is no date. The field then stays as it is. */
  onRefuse: () => void
}

/**
 * The part of the picker that is typed in. React Aria's own input hands on the last date that exists, and on leaving
 * the field it turns 31 June into 30 June: neither is what somebody sees who presses Enter or clicks to send.
 */
export function MomentField({ hasSeconds, onSeconds, onShow, onRefuse }: Props) {
  const { locale } = useLocale()
  const ref = useRef<HTMLDivElement>(null)
  const props = useSlottedContext(DateFieldContext) ?? {}
  const own = useDateFieldState({ ...props, locale, createCalendar })
  const state = { ...own, confirmPlaceholder: () => undefined }
  const { fieldProps } = useDateField(props, state, ref)
  const { segments } = state
  const part = (name: keyof LocalTime) => {
    const segment = segments.find(({ type }) => type === name)
    return segment?.isPlaceholder === false ? (segment.value ?? null) : null
  }
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const [hour, minute, second] = [part('hour'), part('minute'), hasSeconds ? part('second') : 0]
  const isDay = hour === null && minute === null && (second === null || !hasSeconds)
  const show = useEffectEvent(() => onShow({ year, month, day, ...(isDay ? endOfDay : { hour, minute, second }) }))
  useEffect(() => show(), [segments])
  const paste = (text: string) => {
    const order = segments.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? type : []))
    const time = pastedTime(text, order)
    if (time === undefined) return onRefuse()
    if (time.second !== 0) onSeconds()
    state.setValue(new CalendarDateTime(time.year, time.month, time.day, time.hour, time.minute, time.second))
  }
  return (
    <DateFieldStateContext value={state}>
      <div
        {...fieldProps}
        ref={ref}
        className="segments"
        onPaste={(event) => {
          event.preventDefault()
          paste(event.clipboardData.getData('text'))
        }}
        onKeyDownCapture={(event) => {
          if (event.key === 'Enter') event.currentTarget.closest('form')?.requestSubmit()
          // When a full part hands on the focus, Firefox 153 leaves the selection in it, and the next digits go there, too.
          const selection = getSelection()
          if (event.target instanceof Node && !event.target.contains(selection?.anchorNode ?? null))
            selection?.collapse(event.target)
        }}
      >
        {segments.map((segment, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a part has no other name, and stays in its place
          <DateSegment key={at} className="segment" segment={segment} />
        ))}
      </div>
    </DateFieldStateContext>
  )
}
