import { expect, test } from 'vitest'
import type { SignedOutBy } from '#web/session/session-timer.ts'
import { stoppedWords } from './job-words.ts'

const stopped = (by: SignedOutBy | 'cancelled' | 'failures') =>
  stoppedWords({
    id: 1,
    resource: 'tokens',
    act: 'deactivate',
    doing: '#',
    done: '#',
    items: [{ name: 'a', after: 'a', change: {}, state: 'not-started' }],
    leftOut: [],
    startedAt: 0,
    stopped: by,
  })

test.each<[SignedOutBy | 'cancelled' | 'failures', string]>([
  [{ by: 'elsewhere' }, 'It stopped because you signed out in another tab.'],
  [{ by: 'service', status: 401 }, 'It stopped because the service no longer accepted your sign-in (401).'],
  [{ by: 'idle', after: 900_000 }, 'It stopped because you were signed out after 15 minutes of inactivity.'],
  [
    { by: 'limit', after: 28_800_000 },
    'It stopped because you were signed out after 8 hours, the longest a session lasts.',
  ],
  [{ by: 'replaced' }, 'It stopped because another sign-in replaced your session.'],
  [{ by: 'host' }, 'It stopped because your session on the console server ended.'],
  ['cancelled', 'You stopped it.'],
  ['failures', 'It stopped after 5 failures in a row.'],
])('a job says what ended it: %j', (by, says) => {
  expect(stopped(by)).toBe(`${says} 1 was not started.`)
})
