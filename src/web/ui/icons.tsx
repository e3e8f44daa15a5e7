import { ArrowRight, TriangleAlert, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './status-mark.css'

/**
 * Icons for rows. Scrolling mounts very many of them, so each is a plain element with one path; Lucide's are components
 * with up to four shapes. They are drawn at their display size, so the browser scales nothing. The shapes are Lucide's
 * (ISC licence).
 */
const icon = (path: string) => (
  <svg className="icon row" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
)

export const copyIcon = icon(
  'M6.667 5.333h6.667a1.333 1.333 0 0 1 1.333 1.333v6.667a1.333 1.333 0 0 1-1.333 1.333H6.667a1.333 1.333 0 0 1-1.333-1.333V6.667a1.333 1.333 0 0 1 1.333-1.333ZM2.667 10.667c-.733 0-1.333-.6-1.333-1.333V2.667c0-.733 .6-1.333 1.333-1.333h6.667c.733 0 1.333 .6 1.333 1.333',
)

export const eyeIcon = icon(
  'M1.375 8.232a.667 .667 0 0 1 0-.464 7.167 7.167 0 0 1 13.251 0 .667 .667 0 0 1 0 .464 7.167 7.167 0 0 1-13.251 0M6 8a2 2 0 0 1 4 0 2 2 0 0 1-4 0',
)

export const eyeOffIcon = icon(
  'M7.155 3.384a7.163 7.163 0 0 1 7.47 4.383 .667 .667 0 0 1 0 .464 7.165 7.165 0 0 1-.963 1.66M9.389 9.439a2 2 0 0 1-2.828-2.828M11.653 11.666a7.167 7.167 0 0 1-10.278-3.434 .667 .667 0 0 1 0-.464 7.167 7.167 0 0 1 2.964-3.429M1.333 1.333l13.333 13.333',
)

export const moreIcon = icon(
  'M7.333 8a.667 .667 0 0 1 1.333 0 .667 .667 0 0 1-1.333 0M12 8a.667 .667 0 0 1 1.333 0 .667 .667 0 0 1-1.333 0M2.667 8a.667 .667 0 0 1 1.333 0 .667 .667 0 0 1-1.333 0',
)

/**
 * A tooltip that repeats the accessible name of its button. It is on the icon, because screen readers would read one on
 * the button a second time.
 */
export const withTooltip = (text: string, icon: ReactNode) => (
  <span className="tip" title={text}>
    {icon}
  </span>
)

/** An arrow from the old value to the new one. Drawn, because the page’s font has no arrow. */
export function ArrowIcon() {
  return (
    <>
      {' '}
      <span className="sr">→</span>
      <ArrowRight className="icon s14" aria-hidden="true" />{' '}
    </>
  )
}

/** The product's mark and name. */
export function Logo() {
  return (
    <>
      <svg viewBox="0 0 20 20" fill="none" aria-hidden="true">
        <path d="M10 1.5 18.5 10 10 18.5 1.5 10Z" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
        <path d="M10 6.25 13.75 10 10 13.75 6.25 10Z" fill="currentColor" />
      </svg>
      <span>Query Admin</span>
    </>
  )
}

/** Each status has its own shape, because colour alone must not tell them apart. */
export type StatusIconName = 'active' | 'soon' | 'past' | 'inactive' | 'unknown' | 'repair' | 'new-value'

/** Decorative: the status is written beside it. */
export function StatusIcon({ mark }: { mark: StatusIconName }) {
  return (
    <svg className={`mark ${mark}`} viewBox="0 0 14 14" aria-hidden="true">
      {shapes[mark]}
    </svg>
  )
}

/** One element each, if it can be: thousands are drawn while a list is scrolled. */
const ring = 'M12.5 7a5.5 5.5 0 0 1-11 0 5.5 5.5 0 0 1 11 0'

/** The same ring as an area, so that what is inside can be filled in the same path. */
const ringArea =
  'M13.25 7a6.25 6.25 0 0 1-12.5 0 6.25 6.25 0 0 1 12.5 0M11.75 7a4.75 4.75 0 0 1-9.5 0 4.75 4.75 0 0 1 9.5 0'

/** Lucide's `shield-alert` (ISC licence), of 24 units. */
const shield =
  'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1ZM12 8v4M12 16h.01'

/** A key. */
const keyShape = 'M8.5 5a3.25 3.25 0 1 1-6.5 0 3.25 3.25 0 0 1 6.5 0M7.6 7.4l4.9 4.9M9.8 9.6l1.9-1.9'

const shapes: Record<StatusIconName, React.ReactNode> = {
  active: <path className="f" d={`${ringArea}M10 7a3 3 0 0 1-6 0 3 3 0 0 1 6 0`} />,
  soon: <path className="f" d={`${ringArea}M7 7V3.5A3.5 3.5 0 0 0 3.5 7Z`} />,
  past: <path d={`${ring}M7 4v3l2 1.5`} />,
  inactive: <path d={ring} />,
  'new-value': <path d={keyShape} />,
  repair: <path d={shield} transform="scale(0.5833)" strokeWidth="2.4" />,
  unknown: (
    <>
      <circle cx="7" cy="7" r="5.5" strokeDasharray="2.2 2.1" />
      <path d="M5.7 5.6a1.35 1.35 0 0 1 2.6.4c0 .9-1.3 1.2-1.3 1.2" />
      <circle className="f" cx="7" cy="9.4" r=".8" />
    </>
  ),
}

/** A warning about a row, as an icon with a tooltip. `odd`: its name looks unusual, which may be intended. */
export function RowWarningIcon({ text, odd = false }: { text: string; odd?: boolean }) {
  const Icon = odd ? TriangleAlert : ShieldAlert
  return (
    <span className={odd ? 'row-mark odd' : 'row-mark'} title={text}>
      <Icon className="icon s14" aria-hidden="true" />
      <span className="sr">{text}</span>
    </span>
  )
}
