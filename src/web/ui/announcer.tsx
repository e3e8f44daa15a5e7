import { createContext, useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { pluralize } from './format.ts'
import { createStore, useStore, type Readable } from './store.ts'

/**
 * Announces sentences to screen readers: `announce` after the current speech, `alert` at once. React Aria's announcer
 * is for its own components: it announces each sentence separately and cannot combine several.
 */
export interface Announcer {
  /** `outcome`: for a change, its outcome as in *5 changes: 2 saved, 3 not saved*. */
  announce(sentence: string, outcome?: string): void
  alert(sentence: string): void
  /** Takes an alert away that is no longer true, if it still stands. */
  retract(sentence: string): void
  /** Alerts a lasting problem once. It is not announced again while its `kind` stays the same. */
  announceProblem(topic: string, kind: unknown, sentence: string): void
  /** Announces that a problem is over, if there was one. */
  announceResolved(topic: string, sentence: string): void
  /** Forgets every sentence and problem: somebody else uses the page. */
  clear(): void
  spoken: Readable<Spoken>
}

interface Spoken {
  polite: string
  assertive: string
}

const emptyRegions: Spoken = { polite: '', assertive: '' }

/**
 * How long a sentence stays in its region, in milliseconds: enough for a slow screen reader to start it. Then nobody finds
 * it while reading the page.
 */
const regionDurationsMs: Record<keyof Spoken, number> = { polite: 10_000, assertive: 5000 }

/** More than three changes within two seconds become one sentence. */
const burstMs = 2000
const maxSeparate = 3

/** `now` is milliseconds. */
export function createAnnouncer(now: () => number): Announcer {
  const spoken = createStore(emptyRegions)
  const timers: Partial<Record<keyof Spoken, ReturnType<typeof setTimeout>>> = {}
  let recent: { timestamp: number; outcome: string }[] = []
  const problems = new Map<string, unknown>()
  const setRegion = (region: keyof Spoken, sentence: string) => {
    const previous = spoken.get()
    // Setting the same text again announces nothing, so a repeated sentence gets a no-break space.
    const text = sentence === previous[region] && sentence !== '' ? `${sentence}\u00a0` : sentence
    spoken.set({ ...previous, [region]: text })
    clearTimeout(timers[region])
    if (text !== '') timers[region] = setTimeout(() => setRegion(region, ''), regionDurationsMs[region])
  }
  const alert = (sentence: string) => setRegion('assertive', sentence)
  const announce = (sentence: string, outcome?: string) => {
    if (outcome === undefined) return setRegion('polite', sentence)
    setRegion('assertive', '') // older than this outcome
    recent = [...recent.filter(({ timestamp }) => now() - timestamp < burstMs), { timestamp: now(), outcome }]
    setRegion('polite', recent.length > maxSeparate ? summarize(recent.map((change) => change.outcome)) : sentence)
  }
  return {
    announce,
    alert,
    retract(sentence) {
      if (spoken.get().assertive.replace(/\u00a0$/, '') === sentence) setRegion('assertive', '')
    },
    announceProblem(topic, kind, sentence) {
      if (problems.has(topic) && problems.get(topic) === kind) return
      problems.set(topic, kind)
      alert(sentence)
    },
    announceResolved(topic, sentence) {
      if (!problems.delete(topic)) return
      setRegion('assertive', '') // no longer true
      announce(sentence)
    },
    clear() {
      recent = []
      problems.clear()
      setRegion('polite', '')
      setRegion('assertive', '')
    },
    spoken,
  }
}

/** *4 changes: saved.* · *5 changes: 2 saved, 3 not saved.* */
function summarize(outcomes: readonly string[]): string {
  const distinctOutcomes = [...new Set(outcomes)]
  const parts = distinctOutcomes.map(
    (distinct) => `${outcomes.filter((outcome) => outcome === distinct).length} ${distinct}`,
  )
  return `${pluralize(outcomes.length, 'change')}: ${distinctOutcomes.length === 1 ? distinctOutcomes[0] : parts.join(', ')}.`
}

const AnnouncerContext = createContext(createAnnouncer(Date.now))

/** The announcer of the page, whether somebody is signed in or not. */
export const useAnnouncer = () => useContext(AnnouncerContext)

/** The only two live regions of the page. */
export function LiveRegions({ announcer, children }: { announcer: Announcer; children?: ReactNode }) {
  const { polite, assertive } = useStore(announcer.spoken)
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

/**
 * Announces the number and names of the wrong fields in the surrounding form when they change.
 * The error of a field is its description, which screen readers read with it.
 */
export function useAnnounceFieldErrors<Inside extends HTMLElement>(): RefObject<Inside | null> {
  const announcer = useAnnouncer()
  const fieldRef = useRef<Inside>(null)
  const announced = useRef('')
  useEffect(() => {
    const form = fieldRef.current?.closest('form, [role=alertdialog]')
    const invalidLabels = Array.from(
      form?.querySelectorAll<HTMLElement>('[data-invalid-field]') ?? [],
      ({ dataset }) => dataset['invalidField'],
    )
    const fields = invalidLabels.join(', ')
    const message = fields === '' ? '' : `Correct ${pluralize(invalidLabels.length, 'field')}: ${fields}.`
    if (message === announced.current) return
    if (message === '') announcer.retract(announced.current)
    else announcer.alert(message)
    announced.current = message
  })
  useEffect(() => () => announcer.retract(announced.current), [announcer])
  return fieldRef
}
