import { alikeIn } from '#web/ui/names/name-keys.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Names } from '#web/resource/form.ts'

/** The names of a list, as a form needs them. */
export function namesOf(list: Pick<RowStore<Dated>, 'count' | 'find' | 'nameAt'> | undefined): Names {
  if (list === undefined) return { taken: () => false, alike: () => undefined }
  return {
    taken: (name) => list.find(name) >= 0,
    alike: alikeIn(() => Array.from({ length: list.count }, (_, at) => list.nameAt(at))),
  }
}
