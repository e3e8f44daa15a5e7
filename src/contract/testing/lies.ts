import { tokenLies } from './lies-tokens.ts'
import { userLies } from './lies-users.ts'
import { type Lie, refusing } from './lying.ts'

/** For each statement of the contract, services that are caught by it. */
export const lies = new Map<string, Lie[]>([
  ['An admin’s access token can list.', [(service) => ({ ...service, check: refusing })]],
  ...tokenLies,
  ...userLies,
])
