import { ServiceError } from '#contract/problem.ts'
import type { Entrance, Service } from '#contract/service.ts'

/** A service that says what the true one says, apart from one lie. */
export type Lie = (service: Service & Entrance) => Service & Entrance
/** A call that does nothing and says it went well. */
export const nothing = () => Promise.resolve()
/** A call that breaks off. */
export const broken = () =>
  Promise.reject(
    new ServiceError({ kind: 'unreadable', status: 200, received: { form: 'broken-off' }, bytes: 1, at: [] }),
  )
/** A call that is refused. */
export const refusing = () => Promise.reject(new ServiceError({ kind: 'refused', status: 400, said: '' }))
