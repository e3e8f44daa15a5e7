import { Copy, Link } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { linkTo } from '#web/list/route.ts'
import { copyText } from '#web/ui/clipboard.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/ui/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { ActivityList } from '#web/writes/outcomes/activity-list.tsx'
import { resourceWords } from '#web/writes/problem-words.ts'
import type { DetailLine } from './detail-line.ts'
import '#web/ui/deflist.css'
import './details-sheet.css'

interface Props {
  resource: ResourceName
  name: string
  /** Undefined: the row is no longer in the list. */
  lines: readonly DetailLine[] | undefined
  /** What can be opened from here. */
  buttons?: ReactNode
  onClose: () => void
}

/** Every field of a row, for people and as stored, and what was done to it in this session. */
export function DetailsSheet({ resource, name, lines, buttons, onClose }: Props) {
  const { outcomes, place, toasts } = useSession()
  const { noun } = resourceWords[resource]
  const link = linkTo(resource, name)
  const own = useStore(outcomes).filter(
    (entry) => entry.resource === resource && (entry.name === name || ('after' in entry && entry.after === name)),
  )
  const copy = async (text: string, what: string) => {
    if (await copyText(text)) toasts.show(`${what} copied.`)
    else toasts.show('This browser refused to copy. Select the text and copy it with the keyboard.', { mark: 'failed' })
  }
  const copyButton = (what: string, text: string) => (
    <button type="button" className="ib" aria-label={`Copy ${what}`} title="Copy" onClick={() => void copy(text, what)}>
      <Copy className="icon" aria-hidden="true" />
    </button>
  )
  return (
    <Sheet title={<Foreign text={name} />} under={`Details of a ${noun} on ${place.name}`} onClose={onClose}>
      <div className="body">
        {lines === undefined ? (
          <p>{`This ${noun} is no longer in the list.`}</p>
        ) : (
          <dl className="deflist details">
            <div>
              <dt>{noun === 'user' ? 'Email' : 'Name'}</dt>
              <dd>
                <Foreign text={name} />
                {copyButton(noun === 'user' ? 'Email' : 'Name', name)}
              </dd>
            </div>
            {lines.map(({ label, shown, also, copies = shown, raw }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd translate="no">
                  <div>
                    <span>{shown}</span> {also !== undefined && <span className="muted">{also}</span>}
                  </div>
                  {copyButton(label, copies)}
                </dd>
                {raw !== undefined && (
                  <dd className="raw" translate="no">
                    <div>
                      <code>{`${raw.field}: ${raw.text}`}</code>{' '}
                      {raw.unit !== undefined && <span className="muted">{raw.unit}</span>}
                    </div>
                    {copyButton(`${label} as stored`, raw.text)}
                  </dd>
                )}
              </div>
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
        {buttons}
      </div>
    </Sheet>
  )
}
