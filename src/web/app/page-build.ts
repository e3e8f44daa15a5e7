import { buildHeader } from '#contract/console-host.ts'
import type { Fetch } from '#contract/client/request.ts'
import { createStore } from '#web/ui/store.ts'

/** Watches the responses for another build of the console than that of the first one. */
export function watchBuild(fetch: Fetch) {
  const isUpdated = createStore(false)
  let first: string | undefined
  const watched: Fetch = async (...request) => {
    const response = await fetch(...request)
    const build = response.headers.get(buildHeader)
    if (build !== null && build !== (first ??= build) && !isUpdated.get()) isUpdated.set(true)
    return response
  }
  return { fetch: watched, isUpdated }
}
