/** How long work may keep the page from drawing and answering, in milliseconds. */
const slice = 25

/** Makes a function that lets the page draw and answer, if the work since the last time has taken its slice. */
export function createRest(now: () => number = () => performance.now()): () => Promise<void> {
  let began = now()
  return async () => {
    if (now() - began < slice) return
    await new Promise((go) => setTimeout(go))
    began = now()
  }
}
