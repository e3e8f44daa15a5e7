import { memo, type ReactNode } from 'react'
import { FirstOf } from '#web/ui/names/first-of.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { count } from '#web/ui/time.ts'
import type { Job, JobItem } from './job.ts'
import { sectionOf, sectionWords, type Section } from './job-words.ts'

/** A list of this length is folded where nothing is left to do. */
const longestOpen = 8

interface Props {
  job: Job
  /** What can be done about an item. */
  button: (item: JobItem) => ReactNode
  /** What can be done about all items of a section. */
  all: (section: Section, items: readonly JobItem[]) => ReactNode
}

/** The rows of a job, by what came of them; those that are left out, with the reason. */
export function JobList({ job, button, all }: Props) {
  const sections = new Map<Section, JobItem[]>(order.map((section) => [section, []]))
  for (const item of job.items) sections.get(sectionOf(item))?.push(item)
  const reasons = [...new Set(job.leftOut.map(({ says }) => says))]
  const isPlain = job.leftOut.length === 0 && sections.get('done')?.length === job.items.length
  return (
    <>
      {order.map((section) => {
        const items = sections.get(section) ?? []
        if (items.length === 0) return null
        return (
          <Part
            key={section}
            label={isPlain ? undefined : `${sectionWords[section]} ${count(items.length)}`}
            isOpen={section !== 'done' || items.length <= longestOpen || isPlain}
            act={all(section, items)}
          >
            <Items label={sectionWords[section]} items={items}>
              {(item) => <Item key={item.name} item={item} isPlain={isPlain} button={button(item)} />}
            </Items>
          </Part>
        )
      })}
      {reasons.map((reason) => {
        const others = job.leftOut.filter(({ says }) => says === reason)
        return (
          <Part
            key={reason}
            label={`Left out ${count(others.length)}: ${reason}`}
            isOpen={others.length <= longestOpen}
          >
            <Items label={`Left out, ${reason}`} items={others}>
              {({ name }) => (
                <li key={name}>
                  <span className="name">
                    <Foreign text={name} title={name} />
                  </span>
                </li>
              )}
            </Items>
          </Part>
        )
      })}
    </>
  )
}

const order: readonly Section[] = ['failed', 'changed', 'unknown', 'repair', 'amber', 'not-started', 'left', 'done']

interface PartProps {
  /** Undefined: all rows are in this one section. */
  label: string | undefined
  isOpen: boolean
  act?: ReactNode
  children: ReactNode
}

function Part({ label, isOpen, act, children }: PartProps) {
  if (label === undefined) return children
  return (
    <div className="job-part">
      {act}
      <details open={isOpen}>
        <summary>{label}</summary>
        {children}
      </details>
    </div>
  )
}

/** The first hundred, and the others on demand. */
function Items<One>({
  label,
  items,
  children,
}: {
  label: string
  items: readonly One[]
  children: (one: One) => ReactNode
}) {
  const says = (next: number, rest: number) => `Show ${count(next)} more of ${count(rest)} (${label.toLowerCase()})`
  return (
    <FirstOf items={items} first={100} more={500} says={says}>
      {(shown) => <ul aria-label={label}>{shown.map(children)}</ul>}
    </FirstOf>
  )
}

/** One row: its name, and what is done to it or came of it. */
const Item = memo(function Item({ item, isPlain, button }: { item: JobItem; isPlain: boolean; button: ReactNode }) {
  const says =
    item.told?.says ?? { waiting: 'Waiting', running: 'Saving…', ended: '', 'not-started': 'Not started' }[item.state]
  return (
    <li>
      <span className="name">
        <Foreign text={item.after} title={item.after} />
      </span>
      {!(isPlain && item.told?.isQuiet) && <span className="job-says">{says}</span>}
      {button}
    </li>
  )
})
