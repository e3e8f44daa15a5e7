import { createStore, useStore, type Store } from './store.ts'

/** Says things to screen readers. Politely: when they have finished; assertively: at once. */
export interface Announcer {
  say(sentence: string): void
  alert(sentence: string): void
  spoken: Pick<Store<Spoken>, 'get' | 'subscribe'>
}

interface Spoken {
  polite: string
  assertive: string
}

const burst = 2000
const atOnce = 3

/** More than three sentences within two seconds become one. `now` is milliseconds. */
export function createAnnouncer(now: () => number): Announcer {
  const spoken = createStore<Spoken>({ polite: '', assertive: '' })
  let recent: number[] = []
  // A region that is given the same text again says nothing, so a repeated sentence differs by a no-break space.
  const told = (before: string, sentence: string) => (before === sentence ? `${sentence}\u00a0` : sentence)
  return {
    say(sentence) {
      recent = [...recent.filter((at) => now() - at < burst), now()]
      const many = recent.length > atOnce
      spoken.set({
        ...spoken.get(),
        polite: told(spoken.get().polite, many ? `${recent.length} changes were answered.` : sentence),
      })
    },
    alert: (sentence) => spoken.set({ ...spoken.get(), assertive: told(spoken.get().assertive, sentence) }),
    spoken,
  }
}

/** The two regions, once, at the root: nothing else on the page has a live role. */
export function LiveRegions({ announcer }: { announcer: Announcer }) {
  const { polite, assertive } = useStore(announcer.spoken)
  return (
    <div className="sr" data-react-aria-top-layer="true">
      <div aria-live="polite">{polite}</div>
      <div aria-live="assertive">{assertive}</div>
    </div>
  )
}
