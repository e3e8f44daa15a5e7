import { counted } from '#web/ui/time.ts'
import { FirstOf } from './first-of.tsx'
import { Foreign } from './foreign.tsx'
import './name-list.css'

const first = 10

/** The first ten names, then a count; the others on demand. */
export function NameList({ names, label }: { names: readonly string[]; label: string }) {
  return (
    <div className="name-list">
      <FirstOf items={names} first={first} more={1000} says={(next) => `Show ${counted(next, 'more name')}`}>
        {(shown) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and holds no button
          <ul aria-label={label} tabIndex={names.length > first ? 0 : undefined}>
            {shown.map((name, at) => (
              <li key={`${at} ${name}`}>
                <Foreign text={name} />
              </li>
            ))}
          </ul>
        )}
      </FirstOf>
    </div>
  )
}
