import type { Table } from './cell.ts'

/** Where no answer came, or none that came to its end. */
export const noAnswer: Table = {
  'connection refused': {
    'list tokens': [0, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create token': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'update token': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'delete token': [
      0,
      'Not deleted. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'reveal value': [0, 'The service is unreachable. Check the network and the address, then try again.'],
    'list users': [0, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create user': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'update user': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
  },
  'name not found': {
    'list tokens': [0, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create token': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'update token': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'delete token': [
      0,
      'Not deleted. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'reveal value': [0, 'The service is unreachable. Check the network and the address, then try again.'],
    'list users': [0, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create user': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'update user': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
  },
  'untrusted certificate': {
    'list tokens': [0, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create token': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'update token': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'delete token': [
      0,
      'Not deleted. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'reveal value': [0, 'The service is unreachable. Check the network and the address, then try again.'],
    'list users': [0, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create user': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
    'update user': [
      0,
      'Not saved. Nothing was sent. The service is unreachable. Check the network and the address, then try again.',
    ],
  },
  'TLS handshake without end': {
    'list tokens': [0, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create token': [0, 'Not saved. Nothing was sent. The service did not answer in time. Try again.'],
    'update token': [0, 'Not saved. Nothing was sent. The service did not answer in time. Try again.'],
    'delete token': [0, 'Not deleted. Nothing was sent. The service did not answer in time. Try again.'],
    'reveal value': [0, 'The service did not answer in time. Try again.'],
    'list users': [0, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create user': [0, 'Not saved. Nothing was sent. The service did not answer in time. Try again.'],
    'update user': [0, 'Not saved. Nothing was sent. The service did not answer in time. Try again.'],
  },
  'closed without an answer': {
    'list tokens': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create token': [1, 'No answer. Not there so far (as of hh:mm); it may still arrive.'],
    'update token': [1, 'No answer. Not there so far (as of hh:mm; asked for: active off).'],
    'delete token': [1, 'No answer. Still there (as of hh:mm).'],
    'reveal value': [1, 'The service is unreachable. Check the network and the address, then try again.'],
    'list users': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create user': [1, 'No answer. Not there so far (as of hh:mm); it may still arrive.'],
    'update user': [1, 'No answer. Not there so far (as of hh:mm); it may still arrive.'],
  },
  'carried out, then closed': {
    'list tokens': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create token': [1, 'Created, and read back as asked.'],
    'update token': [
      1,
      'Saved. The service may have issued a new value for “to-switch”: programs using the old one then stop working until they get the new one.',
    ],
    'delete token': [1, 'to-delete is deleted; the list was read again and it is gone.'],
    'reveal value': [1, 'The service is unreachable. Check the network and the address, then try again.'],
    'list users': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create user': [1, 'Created, and read back as asked; the password itself cannot be read back.'],
    'update user': [1, 'Saved, as far as it can be read back: a password cannot.'],
  },
  'not HTTP': {
    'list tokens': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create token': [1, 'No answer. Not there so far (as of hh:mm); it may still arrive.'],
    'update token': [1, 'No answer. Not there so far (as of hh:mm; asked for: active off).'],
    'delete token': [1, 'No answer. Still there (as of hh:mm).'],
    'reveal value': [1, 'The service is unreachable. Check the network and the address, then try again.'],
    'list users': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create user': [1, 'No answer. Not there so far (as of hh:mm); it may still arrive.'],
    'update user': [1, 'No answer. Not there so far (as of hh:mm); it may still arrive.'],
  },
  silence: {
    'list tokens': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create token': [1, 'No answer. Not there so far (as of hh:mm); it may still arrive.'],
    'update token': [1, 'No answer. Not there so far (as of hh:mm; asked for: active off).'],
    'delete token': [1, 'No answer. Still there (as of hh:mm).'],
    'reveal value': [1, 'The service did not answer in time. Try again.'],
    'list users': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create user': [1, 'No answer. Not there so far (as of hh:mm); it may still arrive.'],
    'update user': [1, 'No answer. Not there so far (as of hh:mm); it may still arrive.'],
  },
  'silence in the middle': {
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
    'reveal value': [1, 'The service did not answer in time. Try again.'],
    'list users': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create user': [1, 'Created, and read back as asked; the password itself cannot be read back.'],
    'update user': [1, 'Saved, as far as it can be read back: a password cannot.'],
  },
  'one byte a second': {
    'list tokens': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create token': [1, 'Created, and read back as asked.'],
    'update token': [
      1,
      'Saved. The service may have issued a new value for “to-switch”: programs using the old one then stop working until they get the new one.',
    ],
    'delete token': [1, 'to-delete is deleted; the list was read again and it is gone.'],
    'reveal value': [1, 'The service did not answer in time. Try again.'],
    'list users': [1, 'Unreachable since hh:mm. What was read stays, read-only. Next try in … s.'],
    'create user': [1, 'Created, and read back as asked; the password itself cannot be read back.'],
    'update user': [1, 'Saved, as far as it can be read back: a password cannot.'],
  },
  'reset in the middle': {
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
    'reveal value': [1, 'The answer cannot be read: an incomplete response, … B, status 200 (the body).'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received an incomplete response, … B, status 200 Stopped at after row … Request GET /_/user',
    ],
    'create user': [1, 'Created, and read back as asked; the password itself cannot be read back.'],
    'update user': [1, 'Saved, as far as it can be read back: a password cannot.'],
  },
}
