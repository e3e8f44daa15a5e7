import type { Table } from './cell.ts'

/** Where an OK began as an answer and was none, or more of it than anybody asked for. */
export const broken: Table = {
  'malformed JSON': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received malformed JSON, 21 B, status 200 Stopped at after row … Request GET /_/token',
    ],
    'create token': [
      1,
      'The service answered OK, but no token of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update token': [1, 'Saved with differences: the service answered OK, but active is still on.'],
    'delete token': [1, 'The service answered OK, but the token is still there. Try again, or refresh the list.'],
    'reveal value': [1, 'The answer cannot be read: text, 21 B, status 200 (the value).'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received malformed JSON, 21 B, status 200 Stopped at after row … Request GET /_/user',
    ],
    'create user': [
      1,
      'The service answered OK, but no user of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update user': [1, 'Saved with differences: the service answered OK, but admin is still off.'],
  },
  'truncated JSON': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received an incomplete response, … B, status 200 Stopped at after row … Request GET /_/token',
    ],
    'create token': [1, 'Created, and read back as asked.'],
    'update token': [
      1,
      'Saved. The service may have issued a new value for “to-switch”: programs using the old one then stop working until they get the new one.',
    ],
    'delete token': [1, 'to-delete is deleted; the list was read again and it is gone.'],
    'reveal value': [1, 'The answer cannot be read: text, 119 B, status 200 (the value).'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received an incomplete response, … B, status 200 Stopped at after row … Request GET /_/user',
    ],
    'create user': [1, 'Created, and read back as asked; the password itself cannot be read back.'],
    'update user': [1, 'Saved, as far as it can be read back: a password cannot.'],
  },
  'a BOM before it': {
    'list tokens': [1, 'Read.'],
    'create token': [1, 'Created, and read back as asked.'],
    'update token': [
      1,
      'Saved. The service may have issued a new value for “to-switch”: programs using the old one then stop working until they get the new one.',
    ],
    'delete token': [1, 'to-delete is deleted; the list was read again and it is gone.'],
    'reveal value': [1, '(the value)'],
    'list users': [1, 'Read.'],
    'create user': [1, 'Created, and read back as asked; the password itself cannot be read back.'],
    'update user': [1, 'Saved, as far as it can be read back: a password cannot.'],
  },
  'bytes that are not UTF-8': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received text, 14 B, status 200 Stopped at bytes that are not UTF-8 Request GET /_/token',
    ],
    'create token': [
      1,
      'The service answered OK, but no token of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update token': [1, 'Saved with differences: the service answered OK, but active is still on.'],
    'delete token': [1, 'The service answered OK, but the token is still there. Try again, or refresh the list.'],
    'reveal value': [1, 'The answer cannot be read: unexpected JSON, 16 B, status 200 (the value).'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received text, 14 B, status 200 Stopped at bytes that are not UTF-8 Request GET /_/user',
    ],
    'create user': [
      1,
      'The service answered OK, but no user of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update user': [1, 'Saved with differences: the service answered OK, but admin is still off.'],
  },
  'gzip that nobody asked for': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received a compressed body, status 200 Stopped at a compressed body Request GET /_/token',
    ],
    'create token': [
      1,
      'The answer cannot be read: a compressed body, status 200. Not there so far (as of hh:mm); it may still arrive.',
    ],
    'update token': [
      1,
      'The answer cannot be read: a compressed body, status 200. Not there so far (as of hh:mm; asked for: active off).',
    ],
    'delete token': [1, 'The answer cannot be read: a compressed body, status 200. Still there (as of hh:mm).'],
    'reveal value': [1, 'The answer cannot be read: a compressed body, status 200.'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received a compressed body, status 200 Stopped at a compressed body Request GET /_/user',
    ],
    'create user': [
      1,
      'The answer cannot be read: a compressed body, status 200. Not there so far (as of hh:mm); it may still arrive.',
    ],
    'update user': [
      1,
      'The answer cannot be read: a compressed body, status 200. Not there so far (as of hh:mm); it may still arrive.',
    ],
  },
  '100 MB of one string': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received text, … MB, status 200 Stopped at after row … Request GET /_/token',
    ],
    'create token': [1, 'The answer is larger than 1 MiB. Not there so far (as of hh:mm); it may still arrive.'],
    'update token': [1, 'The answer is larger than 1 MiB. Not there so far (as of hh:mm; asked for: active off).'],
    'delete token': [1, 'The answer is larger than 1 MiB. Still there (as of hh:mm).'],
    'reveal value': [1, 'The answer is larger than 1 MiB and was not read to its end.'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received text, … MB, status 200 Stopped at after row … Request GET /_/user',
    ],
    'create user': [1, 'The answer is larger than 1 MiB. Not there so far (as of hh:mm); it may still arrive.'],
    'update user': [1, 'The answer is larger than 1 MiB. Not there so far (as of hh:mm); it may still arrive.'],
  },
  'a list without end': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received an incomplete response, … B, status 200 Stopped at after row … Request GET /_/token',
    ],
    'create token': [1, 'The answer is larger than 1 MiB. Not there so far (as of hh:mm); it may still arrive.'],
    'update token': [1, 'The answer is larger than 1 MiB. Not there so far (as of hh:mm; asked for: active off).'],
    'delete token': [1, 'The answer is larger than 1 MiB. Still there (as of hh:mm).'],
    'reveal value': [1, 'The answer is larger than 1 MiB and was not read to its end.'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received an incomplete response, … B, status 200 Stopped at after row … Request GET /_/user',
    ],
    'create user': [1, 'The answer is larger than 1 MiB. Not there so far (as of hh:mm); it may still arrive.'],
    'update user': [1, 'The answer is larger than 1 MiB. Not there so far (as of hh:mm); it may still arrive.'],
  },
  'nested 100,000 deep': {
    'list tokens': [1, '1 row of the answer has no readable name and cannot be shown: row 1.'],
    'create token': [
      1,
      'The service answered OK, but no token of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update token': [1, 'Saved with differences: the service answered OK, but active is still on.'],
    'delete token': [1, 'The service answered OK, but the token is still there. Try again, or refresh the list.'],
    'reveal value': [1, 'The answer cannot be read: unexpected JSON, 200.0 kB, status 200 (the value).'],
    'list users': [1, '1 row of the answer cannot be read and is not shown: row 1.'],
    'create user': [
      1,
      'The service answered OK, but no user of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update user': [1, 'Saved with differences: the service answered OK, but admin is still off.'],
  },
}
