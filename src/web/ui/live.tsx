import { useEffect } from 'react'
import { createStore, useStore, type Store } from './store.ts'

/**
 * Says things to screen readers. Politely: when they have finished; assertively: at once. React Aria's announcer is for
 * its own components: it says each sentence as it comes, and cannot make one of many.
 */
export interface Announcer {
  /** `outcome`: of a change, what it came to, as in *3 of 5 changes were rejected*. */
  say(sentence: string, outcome?: string): void
  alert(sentence: string): void
  /** Empties both regions, so that nobody comes upon a sentence that was read long ago. */
  clear(): void
  spoken: Pick<Store<Spoken>, 'get' | 'subscribe'>
}

interface Spoken {
  polite: string
  assertive: string
}

/** How long a sentence stays in its region, in milliseconds: long enough for a slow voice to begin it. */
const staysFor = 10_000

const burst = 2000
const atOnce = 3

/** More than three changes within two seconds become one sentence. `now` is milliseconds. */
export function createAnnouncer(now: () => number): Announcer {
  const spoken = createStore<Spoken>({ polite: '', assertive: '' })
  let recent: { at: number; outcome: string }[] = []
  // A region that is given the same text again says nothing, so a repeated sentence differs by a no-break space.
  const told = (before: string, sentence: string) => (before === sentence ? `${sentence}\u00a0` : sentence)
  return {
    say(sentence, outcome) {
      if (outcome !== undefined) {
        recent = [...recent.filter(({ at }) => now() - at < burst), { at: now(), outcome }]
      }
      const isOneOfMany = outcome !== undefined && recent.length > atOnce
      const says = isOneOfMany ? counted(recent.map((one) => one.outcome)) : sentence
      spoken.set({ ...spoken.get(), polite: told(spoken.get().polite, says) })
    },
    clear: () => spoken.set({ polite: '', assertive: '' }),
    alert: (sentence) => spoken.set({ ...spoken.get(), assertive: told(spoken.get().assertive, sentence) }),
    spoken,
  }
}

/** *5 changes were saved.* · *3 of 5 changes were rejected, 2 of 5 were saved.* */
function counted(outcomes: readonly string[]): string {
  const all = outcomes.length
  const counts = new Map<string, number>()
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const [first, ...others] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (first === undefined || others.length === 0) return `${all} changes were ${first?.[0]}.`
  const parts = [first, ...others].map(([outcome, n], i) => {
    const of = i === 0 ? `${n} of ${all} changes` : String(n)
    return `${of} ${n === 1 ? 'was' : 'were'} ${outcome}`
  })
  return `${parts.join(', ')}.`
}

/** The two regions, once, at the root: nothing else on the page has a live role. */
export function LiveRegions({ announcer }: { announcer: Announcer }) {
  const { polite, assertive } = useStore(announcer.spoken)
  useEffect(() => {
    if (polite === '' && assertive === '') return
    const timer = setTimeout(() => announcer.clear(), staysFor)
    return () => clearTimeout(timer)
  }, [polite, assertive, announcer])
  return (
    <div className="sr" data-react-aria-top-layer="true">
      <div aria-live="polite">{polite}</div>
      <div aria-live="assertive">{assertive}</div>
    </div>
  )
}
