import { vi } from 'vitest'

/**
 * The module of times, loaded in a time zone: its formats take the zone when they are created. The query makes it
 * another module than the one of the page.
 */
export async function timeIn(zone: string): Promise<typeof import('#web/ui/format.ts')> {
  vi.stubEnv('TZ', zone)
  return (await import(/* @vite-ignore */ `#web/ui/format.ts?in=${zone}`)) as typeof import('#web/ui/format.ts')
}
