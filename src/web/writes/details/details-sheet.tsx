import { Copy, CopyPlus, Link } from 'lucide-react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import { integerIn, momentAt, unreadable, type Moment } from '#contract/wire.ts'
import { linkTo } from '#web/list/route.ts'
import { useNow } from '#web/ui/clock.ts'
import { copyText } from '#web/ui/clipboard.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/ui/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { ago, bothMoments, localMoment, relative } from '#web/ui/time.ts'
import { ActivityList } from '#web/writes/outcomes/activity-list.tsx'
import { resourceWords } from '#web/resource/problem-words.ts'
import '#web/ui/deflist.css'
import './details-sheet.css'

/** A field of a row. */
export interface DetailField {
  label: string
  stored?: boolean | Moment
  /** It cannot be in the future, whatever the clocks say. */
  isPast?: true
  /** What it means, if not what is stored. */
  means?: string | undefined
}

interface Props<Row extends Dated> {
  resource: ResourceName
  list: RowStore<Row>
  name: string
  /** Its fields in their order, by their name on the wire. The sheet itself shows the name. */
  fieldsOf: (row: Row) => Readonly<Record<string, DetailField>>
  onEdit: (row: Row) => void
  onDuplicate?: (row: Row) => void
  onClose: () => void
}

/** Every field of a row, for people and as stored, and what was done to it in this session. */
export function DetailsSheet<Row extends Dated>(props: Props<Row>) {
  const { resource, list, name, fieldsOf, onEdit, onDuplicate, onClose } = props
  const { outcomes, place, toasts } = useSession()
  const at = list.find(name)
  const row = at < 0 ? undefined : list.at(at)
  const { noun } = resourceWords[resource]
  const link = linkTo(resource, name)
  const own = useStore(outcomes).filter(
    (entry) => entry.resource === resource && (entry.name === name || ('after' in entry && entry.after === name)),
  )
  const copy = async (text: string, what: string) => {
    if (await copyText(text)) toasts.show(`${what} copied.`)
    else toasts.show('This browser refused to copy. Select the text and copy it with the keyboard.', { mark: 'failed' })
  }
  return (
    <Sheet title={<Foreign text={name} />} under={`Details of a ${noun} on ${place.name}`} onClose={onClose}>
      <div className="body">
        {row === undefined ? (
          <p>{`This ${noun} is no longer in the list.`}</p>
        ) : (
          <dl className="deflist details">
            <div>
              <dt>{noun === 'user' ? 'Email' : 'Name'}</dt>
              <dd>
                <Foreign text={name} />
                <CopyButton what={noun === 'user' ? 'Email' : 'Name'} text={name} onCopy={copy} />
              </dd>
            </div>
            {Object.entries(fieldsOf(row)).map(([field, detail]) => (
              <Line key={field} field={field} {...detail} onCopy={copy} />
            ))}
          </dl>
        )}
        <section>
          <h3>In this session</h3>
          {own.length === 0 ? (
            <p className="muted">{`Nothing was done to this ${noun} since you signed in or reloaded.`}</p>
          ) : (
            <ActivityList entries={own} onLeave={onClose} />
          )}
        </section>
        {link === undefined && (
          <p className="hint">There is no link to it: its name looks like a secret, which no address may hold.</p>
        )}
      </div>
      <div className="foot">
        {link !== undefined && (
          <button
            type="button"
            className="btn ghost"
            onClick={() => void copy(new URL(link, window.location.href).href, 'Link')}
          >
            <Link className="icon" aria-hidden="true" />
            Copy link
          </button>
        )}
        <span className="end" />
        {row !== undefined && onDuplicate !== undefined && (
          <button type="button" className="btn raised-bg" onClick={() => onDuplicate(row)}>
            <CopyPlus className="icon" aria-hidden="true" />
            Duplicate…
          </button>
        )}
        {row !== undefined && (
          <button type="button" className="btn primary" onClick={() => onEdit(row)}>
            Edit
          </button>
        )}
      </div>
    </Sheet>
  )
}

type OnCopy = (text: string, what: string) => Promise<void>

/** A field for people, and as the service stores it, with what a number counts. */
function Line({ field, label, stored, isPast, means, onCopy }: DetailField & { field: string; onCopy: OnCopy }) {
  const { unit } = useStore(useSession().unit)
  const now = useNow()
  const isFlag = typeof stored === 'boolean'
  const at = isFlag || means !== undefined ? undefined : momentAt(stored, unit)
  const flag = stored === true ? 'On' : 'Off'
  const shown =
    means ?? (isFlag ? flag : at !== undefined ? localMoment(at) : stored === undefined ? 'Unknown' : 'Unreadable')
  const isStored = stored !== undefined && stored !== unreadable
  return (
    <div>
      <dt>{label}</dt>
      <dd translate="no">
        <div>
          <span>{shown}</span> {at !== undefined && <span className="muted">{(isPast ? ago : relative)(at, now)}</span>}
        </div>
        <CopyButton what={label} text={at === undefined ? shown : bothMoments(at)} onCopy={onCopy} />
      </dd>
      {isStored && (
        <dd className="raw" translate="no">
          <div>
            <code>{`${field}: ${stored}`}</code>{' '}
            {!isFlag && <span className="muted">{integerIn(stored) === undefined ? 'ISO 8601' : unit}</span>}
          </div>
          <CopyButton what={`${label} as stored`} text={String(stored)} onCopy={onCopy} />
        </dd>
      )}
    </div>
  )
}

function CopyButton({ what, text, onCopy }: { what: string; text: string; onCopy: OnCopy }) {
  return (
    <button
      type="button"
      className="ib"
      aria-label={`Copy ${what}`}
      title="Copy"
      onClick={() => void onCopy(text, what)}
    >
      <Copy className="icon" aria-hidden="true" />
    </button>
  )
}
