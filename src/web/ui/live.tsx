import { createContext, useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { createStore, useStore, type Store } from './store.ts'

/**
 * Announces sentences to screen readers: `say` after the current speech, `alert` at once. React Aria's announcer is for
 * its own components: it announces each sentence separately and cannot combine several.
 */
export interface Announcer {
  /** `outcome`: for a change, its outcome as in *3 of 5 changes were rejected*. */
  say(sentence: string, outcome?: string): void
  alert(sentence: string): void
  /** Alerts a lasting problem once. It is not announced again while its `kind` stays the same. */
  problem(what: string, kind: unknown, sentence: string): void
  /** Announces that a problem is over, if there was one. */
  resolved(what: string, sentence: string): void
  /** Empties a region, so that nobody finds an old sentence while reading the page. */
  clear(region: keyof Spoken): void
  /** Forgets every sentence and problem: somebody else uses the page. */
  forget(): void
  spoken: Pick<Store<Spoken>, 'get' | 'subscribe'>
}

interface Spoken {
  polite: string
  assertive: string
}

/** How long a sentence stays in its region, in milliseconds: enough for a slow screen reader to start it. */
const staysFor = { polite: 10_000, assertive: 5000 } as const

const burst = 2000
const atOnce = 3

/** More than three changes within two seconds become one sentence. `now` is milliseconds. */
export function createAnnouncer(now: () => number): Announcer {
  const spoken = createStore<Spoken>({ polite: '', assertive: '' })
  let recent: { at: number; outcome: string }[] = []
  const problems = new Map<string, unknown>()
  // Setting the same text again announces nothing, so a repeated sentence gets a no-break space.
  const distinct = (before: string, sentence: string) => (before === sentence ? `${sentence}\u00a0` : sentence)
  const alert = (sentence: string) => {
    spoken.set({ ...spoken.get(), assertive: distinct(spoken.get().assertive, sentence) })
  }
  const announcer: Announcer = {
    say(sentence, outcome) {
      if (outcome !== undefined) {
        recent = [...recent.filter(({ at }) => now() - at < burst), { at: now(), outcome }]
      }
      const isOneOfMany = outcome !== undefined && recent.length > atOnce
      const says = isOneOfMany ? counted(recent.map((announcement) => announcement.outcome)) : sentence
      spoken.set({ ...spoken.get(), polite: distinct(spoken.get().polite, says) })
    },
    clear: (region) => spoken.set({ ...spoken.get(), [region]: '' }),
    forget() {
      recent = []
      problems.clear()
      spoken.set({ polite: '', assertive: '' })
    },
    alert,
    problem(what, kind, sentence) {
      if (problems.has(what) && problems.get(what) === kind) return
      problems.set(what, kind)
      alert(sentence)
    },
    resolved(what, sentence) {
      if (!problems.delete(what)) return
      // The alert is no longer true.
      spoken.set({ ...spoken.get(), assertive: '' })
      announcer.say(sentence)
    },
    spoken,
  }
  return announcer
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

const AnnouncerContext = createContext(createAnnouncer(Date.now))

/** The announcer of the page, whether somebody is signed in or not. */
export const useAnnouncer = () => useContext(AnnouncerContext)

/** The only two live regions of the page. */
export function LiveRegions({ announcer, children }: { announcer: Announcer; children?: ReactNode }) {
  const { polite, assertive } = useStore(announcer.spoken)
  useClearing(announcer, 'polite', polite)
  useClearing(announcer, 'assertive', assertive)
  return (
    <AnnouncerContext value={announcer}>
      {children}
      <div className="sr" data-react-aria-top-layer="true">
        <div aria-live="polite">{polite}</div>
        <div aria-live="assertive">{assertive}</div>
      </div>
    </AnnouncerContext>
  )
}

function useClearing(announcer: Announcer, region: keyof Spoken, sentence: string): void {
  useEffect(() => {
    if (sentence === '') return
    const timer = setTimeout(() => announcer.clear(region), staysFor[region])
    return () => clearTimeout(timer)
  }, [announcer, region, sentence])
}

/**
 * Announces the number and names of the wrong fields in the surrounding form when they change.
 * The error of a field is its description, which screen readers read with it.
 */
export function useFieldErrors<Inside extends HTMLElement>(): RefObject<Inside | null> {
  const announcer = useAnnouncer()
  const inside = useRef<Inside>(null)
  const announced = useRef('')
  useEffect(() => {
    const form = inside.current?.closest('form, [role=alertdialog]')
    const wrong = [...(form?.querySelectorAll<HTMLElement>('[data-bad]') ?? [])].map(({ dataset }) => dataset['bad'])
    const fields = wrong.join(', ')
    if (fields === announced.current) return
    announced.current = fields
    if (wrong.length > 0)
      announcer.alert(`Correct ${wrong.length} ${wrong.length === 1 ? 'field' : 'fields'}: ${fields}.`)
  })
  return inside
}
