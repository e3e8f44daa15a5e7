import { tokenStatements } from './statements-tokens.ts'
import { reading, type Statement } from './statement.ts'
import { userStatements } from './statements-users.ts'

/**
 * What the console relies on, under every reading of the documentation. The statements are asked one after the other;
 * those that write use throw-away names and remove what they made.
 */
export const statements: readonly Statement[] = [
  reading('An admin’s access token can list.', 'tokens', async (service) => {
    await service.check()
    return true
  }),
  ...tokenStatements,
  ...userStatements,
]
