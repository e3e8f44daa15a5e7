import { randomBytes } from 'node:crypto'
import { hashPassword, type PasswordCost } from './credentials.ts'
import type { Readings } from './readings.ts'
import type { ServiceDatabase } from './database.ts'
import { countIn } from './responses.ts'
import { createTokens } from './tokens.ts'
import { createUsers } from './users.ts'

const hour = 3_600_000
const day = 24 * hour

interface Example {
  name: string
  /** Milliseconds from now to its expiry; `never`: none was given. */
  expires: number | 'never'
  /** Milliseconds since its creation. */
  age: number
  active?: boolean
  write?: boolean
  /** Changed an hour ago, which breaks its value if a PUT does that. */
  changed?: boolean
}

const tokenExamples: readonly Example[] = [
  { name: 'ci-deploy', expires: 89 * day, age: day, write: true },
  { name: 'ci-deploy-staging', expires: 26 * day, age: 64 * day, write: true },
  { name: 'backup-nightly', expires: 'never', age: 400 * day },
  { name: 'grafana', expires: 340 * day, age: 25 * day },
  { name: 'metrics-scraper', expires: 3 * day, age: 27 * day },
  { name: 'mobile-app', expires: 6 * day + 20 * hour, age: 360 * day, write: true },
  { name: 'release-notes-bot', expires: 5 * hour, age: 30 * day },
  { name: 'import-2024', expires: -200 * day, age: 290 * day, write: true },
  { name: 'contractor-anna', expires: -2 * hour, age: 90 * day, write: true },
  { name: 'old-dashboard', expires: 120 * day, age: 245 * day, active: false },
  { name: 'leaked-2025-11', expires: 'never', age: 50 * day, active: false, write: true },
  { name: 'retired-importer', expires: -30 * day, age: 395 * day, active: false },
  { name: 'search-indexer', expires: 75 * day, age: 15 * day, changed: true },
  { name: 'Übersetzungsdienst', expires: 60 * day, age: 30 * day },
  { name: '支払い照合バッチ', expires: 45 * day, age: 45 * day, write: true },
  { name: 'تقارير الشهر', expires: 20 * day, age: 10 * day },
  {
    name: 'warehouse-replication-eu-central-1-to-ap-southeast-2-read-only-followers-of-the-order-history',
    expires: 180 * day,
    age: 5 * day,
  },
  { name: 'two words, & a sign?', expires: 14 * day, age: 16 * day },
]

const userExamples = [
  { email: 'grace.okafor@example.test', admin: true, active: true },
  { email: 'li.wei@example.test', admin: false, active: true },
  { email: 'ops-on-call@example.test', admin: true, active: true },
  { email: 'former.colleague@example.test', admin: false, active: false },
  { email: 'former.admin@example.test', admin: true, active: false },
  { email: 'jürgen.müller@example.test', admin: false, active: true },
  { email: 'admin', admin: false, active: true },
  {
    email: 'quarterly-reporting-and-reconciliation-service-account@finance.eu-central.example.test',
    admin: false,
    active: true,
  },
]

/** Adds example tokens and users in every state, in the units of `readings`. `now`: milliseconds. */
export async function addExamples(
  database: ServiceDatabase,
  readings: Readings,
  now: number,
  passwordCost?: PasswordCost,
): Promise<void> {
  const tokens = createTokens(database, readings)
  for (const { name, expires, age, active = true, write = false, changed = false } of tokenExamples) {
    const createdAt = now - age
    const expiration_date = expires === 'never' ? undefined : countIn(readings.moments, now + expires)
    await tokens.insert({
      name,
      expiration_date,
      active,
      write,
      createdAt,
      ...(changed ? { changed: now - hour } : {}),
    })
  }
  // Nobody signs in as an example user: all share one unknown password.
  const password = await hashPassword(randomBytes(24).toString('base64url'), passwordCost)
  const users = createUsers(database, readings)
  for (const [position, user] of userExamples.entries()) {
    // The admin may have the email of an example.
    if (users.byEmail(user.email) !== undefined) continue
    await users.insert({ ...user, password, createdAt: now - (userExamples.length - position) * 20 * day })
  }
}
