import type { Table } from './cell.ts'

/** The list can be read, but the row of the operation is missing, unreadable or different. */
export const rows: Table = {
  'an empty list': {
    'list tokens': [1, 'Read. 3 shown. Its row: none.'],
    'create token': [1, 'Not created: the service answered OK, but the list has no token with this name.'],
    'update token': [0, '“to-switch”: Already deleted. Nothing was sent.'],
    'delete token': [0, '“to-delete”: Already deleted. Nothing was sent.'],
    'reveal value': [1, 'This token has no value.'],
    'list users': [1, 'Read. 1 shown. Its row: none.'],
    'create user': [1, 'Not created: the service answered OK, but the list has no user with this name.'],
    'update user': [0, 'Already deleted or renamed. Nothing was sent.'],
  },
  'a name twice': {
    'list tokens': [1, 'Read. 5 shown. Its row: Active and Inactive.'],
    'create token': [1, 'Created. Copy its value for the program that needs it.'],
    'update token': [1, 'Saved'],
    'delete token': [1, '“to-delete” deleted.'],
    'reveal value': [1, '(the value)'],
    'list users': [1, 'Read. 3 shown. Its row: Active and Inactive.'],
    'create user': [1, 'Created.'],
    'update user': [1, 'Saved, admin on. Access tokens issued before keep working.'],
  },
  'null in place of a row': {
    'list tokens': [
      1,
      '1 row in the response has no readable name and cannot be shown: row 1. 3 shown. Its row: none.',
    ],
    'create token': [
      1,
      'Not confirmed. The service accepted it, but some rows of the list could not be read afterwards.',
    ],
    'update token': [
      0,
      'Not saved. Nothing was sent. Some rows of the list cannot be read, and this may be one of them. Refresh the list.',
    ],
    'delete token': [0, 'The console can’t check whether this is still the same token.'],
    'reveal value': [1, 'The response cannot be read: unexpected JSON, 15 B, status 200 (the value).'],
    'list users': [1, '1 row in the response cannot be read and is not shown: row 2. 1 shown. Its row: none.'],
    'create user': [
      1,
      'Not confirmed. The service accepted it, but some rows of the list could not be read afterwards.',
    ],
    'update user': [
      0,
      'Not saved. Nothing was sent. Some rows of the list cannot be read, and this may be one of them. Refresh the list.',
    ],
  },
  'a row without name': {
    'list tokens': [
      1,
      '1 row in the response has no readable name and cannot be shown: row 1. 3 shown. Its row: none.',
    ],
    'create token': [
      1,
      'Not confirmed. The service accepted it, but some rows of the list could not be read afterwards.',
    ],
    'update token': [
      0,
      'Not saved. Nothing was sent. Some rows of the list cannot be read, and this may be one of them. Refresh the list.',
    ],
    'delete token': [0, 'The console can’t check whether this is still the same token.'],
    'reveal value': [1, 'The response cannot be read: unexpected JSON, 13 B, status 200 (the value).'],
    'list users': [1, '1 row in the response cannot be read and is not shown: row 2. 1 shown. Its row: none.'],
    'create user': [
      1,
      'Not confirmed. The service accepted it, but some rows of the list could not be read afterwards.',
    ],
    'update user': [
      0,
      'Not saved. Nothing was sent. Some rows of the list cannot be read, and this may be one of them. Refresh the list.',
    ],
  },
  'a row with its name alone': {
    'list tokens': [1, 'Read. 4 shown. Its row: Unreadable.'],
    'create token': [
      1,
      'Created with differences: the service answered OK, but “active” differs, “write” differs and “expires” differs.',
    ],
    'update token': [0, 'Somebody changed it. Saving keeps the rest and deactivates the token.'],
    'delete token': [0, 'The console can’t check whether this is still the same token.'],
    'reveal value': [1, '(the value)'],
    'list users': [1, 'Read. 2 shown. Its row: Unreadable.'],
    'create user': [1, 'Created with differences: the service answered OK, but “admin” differs and “active” differs.'],
    'update user': [0, 'Somebody changed it. Saving keeps the rest and turns admin on and sets a new password.'],
  },
  'unknown fields': {
    'list tokens': [1, 'Read. 4 shown. Its row: Active.'],
    'create token': [1, 'Created. Copy its value for the program that needs it.'],
    'update token': [1, 'Saved'],
    'delete token': [1, '“to-delete” deleted.'],
    'reveal value': [1, '(the value)'],
    'list users': [1, 'Read. 2 shown. Its row: Active.'],
    'create user': [1, 'Created.'],
    'update user': [1, 'Saved, admin on. Access tokens issued before keep working.'],
  },
  'flags that are null': {
    'list tokens': [1, 'Read. 4 shown. Its row: Unreadable.'],
    'create token': [1, 'Created with differences: the service answered OK, but “active” differs and “write” differs.'],
    'update token': [0, 'Somebody changed it. Last change at hh:mm. Saving keeps the rest and deactivates the token.'],
    'delete token': [0, 'Somebody changed it. Last change at hh:mm. Deleting it deletes that, too.'],
    'reveal value': [1, '(the value)'],
    'list users': [1, 'Read. 2 shown. Its row: Unreadable.'],
    'create user': [1, 'Created with differences: the service answered OK, but “admin” differs and “active” differs.'],
    'update user': [
      0,
      'Somebody changed it. Last change at hh:mm. Saving keeps the rest and turns admin on and sets a new password.',
    ],
  },
}
