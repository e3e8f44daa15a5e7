import type { Table } from './cell.ts'

/** Where the service, or something before it, refused. */
export const refused: Table = {
  '400 with text': {
    'list tokens': [1, 'The list could not be read. The service answered 400, “the moon is full”.'],
    'create token': [1, 'Not saved: The service answered 400, “the moon is full”.'],
    'update token': [1, 'Not saved: The service answered 400, “the moon is full”.'],
    'delete token': [1, 'Not deleted: The service answered 400, “the moon is full”.'],
    'reveal value': [1, 'The service answered 400, “the moon is full”.'],
    'list users': [1, 'The list could not be read. The service answered 400, “the moon is full”.'],
    'create user': [1, 'Not saved: The service answered 400, “the moon is full”.'],
    'update user': [1, 'Not saved: The service answered 400, “the moon is full”.'],
  },
  '401 without a body': {
    'list tokens': [
      1,
      'The service no longer accepts your sign-in (401, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'create token': [
      1,
      'The service no longer accepts your sign-in (401, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'update token': [
      1,
      'The service no longer accepts your sign-in (401, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'delete token': [
      1,
      'The service no longer accepts your sign-in (401, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'reveal value': [
      1,
      'The service no longer accepts your sign-in (401, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'list users': [
      1,
      'The service no longer accepts your sign-in (401, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'create user': [
      1,
      'The service no longer accepts your sign-in (401, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'update user': [
      1,
      'The service no longer accepts your sign-in (401, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
  },
  '403 with JSON': {
    'list tokens': [
      1,
      'The service no longer accepts your sign-in (403, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'create token': [
      1,
      'The service no longer accepts your sign-in (403, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'update token': [
      1,
      'The service no longer accepts your sign-in (403, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'delete token': [
      1,
      'The service no longer accepts your sign-in (403, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'reveal value': [
      1,
      'The service no longer accepts your sign-in (403, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'list users': [
      1,
      'The service no longer accepts your sign-in (403, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'create user': [
      1,
      'The service no longer accepts your sign-in (403, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
    'update user': [
      1,
      'The service no longer accepts your sign-in (403, hh:mm). Sign in again and go on; what you typed is kept, passwords apart.',
    ],
  },
  '404 without a body': {
    'list tokens': [
      1,
      'Token administration is turned off The service answers 404 to all token calls, while user calls are answered. Turn it on in the service’s settings, then refresh.',
    ],
    'create token': [1, 'Not saved: The service answered 404.'],
    'update token': [1, 'Not saved: The service answered 404.'],
    'delete token': [1, 'Not deleted: The service answered 404.'],
    'reveal value': [1, 'The service answered 404.'],
    'list users': [
      1,
      'User administration is turned off The service answers 404 to all user calls, while token calls are answered. Turn it on in the service’s settings, then refresh.',
    ],
    'create user': [1, 'Not saved: The service answered 404.'],
    'update user': [1, 'Not saved: The service answered 404.'],
  },
  '405 with text': {
    'list tokens': [
      1,
      'Token administration is turned off The service answers 405 to all token calls, while user calls are answered. Turn it on in the service’s settings, then refresh.',
    ],
    'create token': [1, 'Not saved: The service answered 405, “method not allowed”.'],
    'update token': [1, 'Not saved: The service answered 405, “method not allowed”.'],
    'delete token': [1, 'Not deleted: The service answered 405, “method not allowed”.'],
    'reveal value': [1, 'The service answered 405, “method not allowed”.'],
    'list users': [
      1,
      'User administration is turned off The service answers 405 to all user calls, while token calls are answered. Turn it on in the service’s settings, then refresh.',
    ],
    'create user': [1, 'Not saved: The service answered 405, “method not allowed”.'],
    'update user': [1, 'Not saved: The service answered 405, “method not allowed”.'],
  },
  '408 without a body': {
    'list tokens': [1, 'The list could not be read. The service answered 408.'],
    'create token': [1, 'Not saved: The service answered 408.'],
    'update token': [1, 'Not saved: The service answered 408.'],
    'delete token': [1, 'Not deleted: The service answered 408.'],
    'reveal value': [1, 'The service answered 408.'],
    'list users': [1, 'The list could not be read. The service answered 408.'],
    'create user': [1, 'Not saved: The service answered 408.'],
    'update user': [1, 'Not saved: The service answered 408.'],
  },
  '409 with JSON': {
    'list tokens': [
      1,
      'The list could not be read. The service refused: it conflicts with what is there (409), “taken”.',
    ],
    'create token': [1, 'Not saved: The service refused: it conflicts with what is there (409), “taken”.'],
    'update token': [1, 'Not saved: The service refused: it conflicts with what is there (409), “taken”.'],
    'delete token': [1, 'Not deleted: The service refused: it conflicts with what is there (409), “taken”.'],
    'reveal value': [1, 'The service refused: it conflicts with what is there (409), “taken”.'],
    'list users': [
      1,
      'The list could not be read. The service refused: it conflicts with what is there (409), “taken”.',
    ],
    'create user': [1, 'Not saved: The service refused: it conflicts with what is there (409), “taken”.'],
    'update user': [1, 'Not saved: The service refused: it conflicts with what is there (409), “taken”.'],
  },
  '413 without a body': {
    'list tokens': [1, 'The list could not be read. The service refused: too large (413).'],
    'create token': [1, 'Not saved: The service refused: too large (413).'],
    'update token': [1, 'Not saved: The service refused: too large (413).'],
    'delete token': [1, 'Not deleted: The service refused: too large (413).'],
    'reveal value': [1, 'The service refused: too large (413).'],
    'list users': [1, 'The list could not be read. The service refused: too large (413).'],
    'create user': [1, 'Not saved: The service refused: too large (413).'],
    'update user': [1, 'Not saved: The service refused: too large (413).'],
  },
  '421 without a body': {
    'list tokens': [1, 'The list could not be read. The service answered 421.'],
    'create token': [1, 'Not saved: The service answered 421.'],
    'update token': [1, 'Not saved: The service answered 421.'],
    'delete token': [1, 'Not deleted: The service answered 421.'],
    'reveal value': [1, 'The service answered 421.'],
    'list users': [1, 'The list could not be read. The service answered 421.'],
    'create user': [1, 'Not saved: The service answered 421.'],
    'update user': [1, 'Not saved: The service answered 421.'],
  },
  '422 with a nested message': {
    'list tokens': [1, 'The list could not be read. The service answered 422, “bad”.'],
    'create token': [1, 'Not saved: The service answered 422, “bad”.'],
    'update token': [1, 'Not saved: The service answered 422, “bad”.'],
    'delete token': [1, 'Not deleted: The service answered 422, “bad”.'],
    'reveal value': [1, 'The service answered 422, “bad”.'],
    'list users': [1, 'The list could not be read. The service answered 422, “bad”.'],
    'create user': [1, 'Not saved: The service answered 422, “bad”.'],
    'update user': [1, 'Not saved: The service answered 422, “bad”.'],
  },
  '429 with Retry-After': {
    'list tokens': [1, 'The list could not be read. The service asks to wait 30 s (429). Next try in … s.'],
    'create token': [1, 'Not saved: The service asks to wait 30 s (429).'],
    'update token': [1, 'Not saved: The service asks to wait 30 s (429).'],
    'delete token': [1, 'Not deleted: The service asks to wait 30 s (429).'],
    'reveal value': [1, 'The service asks to wait 30 s (429).'],
    'list users': [1, 'The list could not be read. The service asks to wait 30 s (429). Next try in … s.'],
    'create user': [1, 'Not saved: The service asks to wait 30 s (429).'],
    'update user': [1, 'Not saved: The service asks to wait 30 s (429).'],
  },
  '429 without it': {
    'list tokens': [
      1,
      'The list could not be read. The service asks to wait (429), “slow down”. Try again in a while.',
    ],
    'create token': [1, 'Not saved: The service asks to wait (429), “slow down”. Try again in a while.'],
    'update token': [1, 'Not saved: The service asks to wait (429), “slow down”. Try again in a while.'],
    'delete token': [1, 'Not deleted: The service asks to wait (429), “slow down”. Try again in a while.'],
    'reveal value': [1, 'The service asks to wait (429), “slow down”. Try again in a while.'],
    'list users': [
      1,
      'The list could not be read. The service asks to wait (429), “slow down”. Try again in a while. Next try in … s.',
    ],
    'create user': [1, 'Not saved: The service asks to wait (429), “slow down”. Try again in a while.'],
    'update user': [1, 'Not saved: The service asks to wait (429), “slow down”. Try again in a while.'],
  },
}
