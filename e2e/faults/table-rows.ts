import type { Table } from './cell.ts'

/** Where the list could be read, and the row that the operation is about could not, or not as it was. */
export const rows: Table = {
  'an empty list': {
    'list tokens': [1, 'Read. 3 shown. Its row: none.'],
    'create token': [
      1,
      'The service answered OK, but no token of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update token': [0, 'to-switch: already deleted. Nothing was sent.'],
    'delete token': [0, 'to-delete: already deleted. Nothing was sent.'],
    'reveal value': [1, 'The service knows no value of this name.'],
    'list users': [1, 'Read. 1 shown. Its row: none.'],
    'create user': [
      1,
      'The service answered OK, but no user of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update user': [0, 'Already deleted. Nothing was sent.'],
  },
  'a name twice': {
    'list tokens': [1, 'Read. 5 shown. Its row: Active and Inactive.'],
    'create token': [1, 'Created, and read back as asked.'],
    'update token': [
      1,
      'Saved. The service may have issued a new value for “to-switch”: programs using the old one then stop working until they get the new one.',
    ],
    'delete token': [1, 'to-delete is deleted; the list was read again and it is gone.'],
    'reveal value': [1, '(the value)'],
    'list users': [1, 'Read. 3 shown. Its row: Active and Inactive.'],
    'create user': [1, 'Created, and read back as asked; the password itself cannot be read back.'],
    'update user': [1, 'Saved, as far as it can be read back: a password cannot.'],
  },
  'null in place of a row': {
    'list tokens': [1, '1 row of the answer has no readable name and cannot be shown: row 1. 3 shown. Its row: none.'],
    'create token': [
      1,
      'Not confirmed: the service accepted it, and the list that was read after it has rows that cannot be read. Read the list again.',
    ],
    'update token': [
      0,
      'Not saved. Nothing was sent. The list has rows that cannot be read, and this may be one of them. Read the list again.',
    ],
    'delete token': [0, "The console can't check whether this is still the same token."],
    'reveal value': [1, 'The answer cannot be read: unexpected JSON, 15 B, status 200 (the value).'],
    'list users': [1, '1 row of the answer cannot be read and is not shown: row 2. 1 shown. Its row: none.'],
    'create user': [
      1,
      'Not confirmed: the service accepted it, and the list that was read after it has rows that cannot be read. Read the list again.',
    ],
    'update user': [
      0,
      'Not saved. Nothing was sent. The list has rows that cannot be read, and this may be one of them. Read the list again.',
    ],
  },
  'a row without name': {
    'list tokens': [1, '1 row of the answer has no readable name and cannot be shown: row 1. 3 shown. Its row: none.'],
    'create token': [
      1,
      'Not confirmed: the service accepted it, and the list that was read after it has rows that cannot be read. Read the list again.',
    ],
    'update token': [
      0,
      'Not saved. Nothing was sent. The list has rows that cannot be read, and this may be one of them. Read the list again.',
    ],
    'delete token': [0, "The console can't check whether this is still the same token."],
    'reveal value': [1, 'The answer cannot be read: unexpected JSON, 13 B, status 200 (the value).'],
    'list users': [1, '1 row of the answer cannot be read and is not shown: row 2. 1 shown. Its row: none.'],
    'create user': [
      1,
      'Not confirmed: the service accepted it, and the list that was read after it has rows that cannot be read. Read the list again.',
    ],
    'update user': [
      0,
      'Not saved. Nothing was sent. The list has rows that cannot be read, and this may be one of them. Read the list again.',
    ],
  },
  'a row with its name alone': {
    'list tokens': [1, 'Read. 4 shown. Its row: Cannot be read.'],
    'create token': [
      1,
      'Saved with differences: the service answered OK, but active cannot be read and write cannot be read and no expiry is set.',
    ],
    'update token': [0, '“to-switch” changed while you were editing it Nothing has been sent yet.'],
    'delete token': [0, "The console can't check whether this is still the same token."],
    'reveal value': [1, '(the value)'],
    'list users': [1, 'Read. 2 shown. Its row: Cannot be read.'],
    'create user': [
      1,
      'Saved with differences: the service answered OK, but admin cannot be read and active cannot be read.',
    ],
    'update user': [0, '“li@example.test” changed while you were editing it Nothing has been sent yet.'],
  },
  'unknown fields': {
    'list tokens': [1, 'Read. 4 shown. Its row: Active.'],
    'create token': [1, 'Created, and read back as asked.'],
    'update token': [
      1,
      'Saved. The service may have issued a new value for “to-switch”: programs using the old one then stop working until they get the new one.',
    ],
    'delete token': [1, 'to-delete is deleted; the list was read again and it is gone.'],
    'reveal value': [1, '(the value)'],
    'list users': [1, 'Read. 2 shown. Its row: Active.'],
    'create user': [1, 'Created, and read back as asked; the password itself cannot be read back.'],
    'update user': [1, 'Saved, as far as it can be read back: a password cannot.'],
  },
  'flags that are null': {
    'list tokens': [1, 'Read. 4 shown. Its row: Cannot be read.'],
    'create token': [
      1,
      'Saved with differences: the service answered OK, but active cannot be read and write cannot be read.',
    ],
    'update token': [0, '“to-switch” changed while you were editing it Nothing has been sent yet.'],
    'delete token': [0, 'It changed after this list was loaded. Nothing was sent yet.'],
    'reveal value': [1, '(the value)'],
    'list users': [1, 'Read. 2 shown. Its row: Cannot be read.'],
    'create user': [
      1,
      'Saved with differences: the service answered OK, but admin cannot be read and active cannot be read.',
    ],
    'update user': [0, '“li@example.test” changed while you were editing it Nothing has been sent yet.'],
  },
}
