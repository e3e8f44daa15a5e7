import { resourceWrites } from '#web/writes/acts/use-acts.ts'

/** The writes of users. It stands alone: what every page needs of them is not their code. */
export const userWrites = resourceWrites('users', async () => (await import('./user-acts.ts')).userCode)
