import { onTestFinished } from 'vitest'

/** Collects what the page puts into its live regions, each sentence once. */
export function announcements(): string[] {
  const spoken: string[] = []
  const regions = document.querySelectorAll('.sr > [aria-live]')
  const recorder = new MutationObserver(() => {
    for (const region of regions) {
      const sentence = `${region.getAttribute('aria-live')}: ${region.textContent}`
      if (region.textContent !== '' && spoken.at(-1) !== sentence) spoken.push(sentence)
    }
  })
  recorder.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => recorder.disconnect())
  return spoken
}
