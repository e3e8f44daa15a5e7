import { ShieldAlert, TriangleAlert } from 'lucide-react'
import './status-mark.css'

/** Each status has its own shape, because colour alone must not tell them apart. */
export type Mark = 'active' | 'soon' | 'past' | 'inactive' | 'unknown' | 'repair'

/** Decorative: the status is written beside it. */
export function StatusMark({ mark }: { mark: Mark }) {
  return (
    <svg className={`mark ${mark}`} viewBox="0 0 14 14" aria-hidden="true">
      {shapes[mark]}
    </svg>
  )
}

/** One element each, if it can be: thousands are drawn while a list is scrolled. */
const ring = 'M12.5 7a5.5 5.5 0 0 1-11 0 5.5 5.5 0 0 1 11 0'
/** The same ring as an area, so that what is inside can be filled in the same path. */
const area =
  'M13.25 7a6.25 6.25 0 0 1-12.5 0 6.25 6.25 0 0 1 12.5 0M11.75 7a4.75 4.75 0 0 1-9.5 0 4.75 4.75 0 0 1 9.5 0'

/** Lucide's `shield-alert` (ISC licence), of 24 units. */
const shield =
  'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1ZM12 8v4M12 16h.01'

const shapes: Record<Mark, React.ReactNode> = {
  active: <path className="f" d={`${area}M10 7a3 3 0 0 1-6 0 3 3 0 0 1 6 0`} />,
  soon: <path className="f" d={`${area}M7 7V3.5A3.5 3.5 0 0 0 3.5 7Z`} />,
  past: <path d={`${ring}M7 4v3l2 1.5`} />,
  inactive: <path d={ring} />,
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
export function RowMark({ text, odd = false }: { text: string; odd?: boolean }) {
  const Icon = odd ? TriangleAlert : ShieldAlert
  return (
    <span className={odd ? 'row-mark odd' : 'row-mark'} title={text}>
      <Icon className="icon s14" aria-hidden="true" />
      <span className="sr">{text}</span>
    </span>
  )
}
