import { FileClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ResourceName } from '#api/problem.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { isJobRunning, type Job } from '#web/jobs/job.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { typedKeys } from '#web/resource/resource.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { useHideLevel } from '#web/ui/hide-level.ts'
import { useStore } from '#web/ui/store.ts'
import { openImport } from './commands.ts'

const isImportOf = (resource: ResourceName) => (job: Job) => job.isImport === true && job.resource === resource

/** *An import of users was interrupted*: an earlier page of this tab ended in it, and none was begun here since. */
export function InterruptedImports() {
  const app = useAppContext()
  const { jobs, resources, tabLists } = app
  const allJobs = useStore(jobs)
  const [left, setLeft] = useState(() => [...tabLists.imports.read().keys()])
  const names = typedKeys(resources)
  const interrupted = names.filter((name) => left.includes(name) && !allJobs.some(isImportOf(name)))
  const underWay = names.filter((name) => allJobs.filter(isImportOf(name)).some(isJobRunning))
  const stored = [...interrupted, ...underWay].join(' ')
  useEffect(() => {
    tabLists.imports.write(stored.split(' ').flatMap((name) => (name === '' ? [] : [[name, {}] as const])))
  }, [tabLists, stored])
  if (useHideLevel() === 'everything') return null
  return interrupted.map((resource) => (
    <PageBanner
      key={resource}
      topic="interrupted-import"
      icon={<FileClock className="icon" aria-hidden="true" />}
      actions={
        <button
          ref={restoreFocusOnUnmount}
          type="button"
          className="btn small"
          onClick={() => openImport(app, resource)}
        >
          {`Import ${resource}…`}
        </button>
      }
      onDismiss={() => setLeft(left.filter((name) => name !== resource))}
    >
      {`An import of ${resource} was interrupted. Import the same file again: what exists is left out.`}
    </PageBanner>
  ))
}
