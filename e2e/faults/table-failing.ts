import type { Table } from './cell.ts'

/** Where the service, or something before it, failed. */
export const failing: Table = {
  '500 with text': {
    'list tokens': [1, 'The list could not be read. The service failed (500), “kaput”. Try again.'],
    'create token': [1, 'Not saved: The service failed (500), “kaput”. Try again.'],
    'update token': [1, 'Not saved: The service failed (500), “kaput”. Try again.'],
    'delete token': [1, 'Not deleted: The service failed (500), “kaput”. Try again.'],
    'reveal value': [1, 'The service failed (500), “kaput”. Try again.'],
    'list users': [1, 'The list could not be read. The service failed (500), “kaput”. Try again.'],
    'create user': [1, 'Not saved: The service failed (500), “kaput”. Try again.'],
    'update user': [1, 'Not saved: The service failed (500), “kaput”. Try again.'],
  },
  '500 without a body': {
    'list tokens': [1, 'The list could not be read. The service failed (500). Try again.'],
    'create token': [1, 'Not saved: The service failed (500). Try again.'],
    'update token': [1, 'Not saved: The service failed (500). Try again.'],
    'delete token': [1, 'Not deleted: The service failed (500). Try again.'],
    'reveal value': [1, 'The service failed (500). Try again.'],
    'list users': [1, 'The list could not be read. The service failed (500). Try again.'],
    'create user': [1, 'Not saved: The service failed (500). Try again.'],
    'update user': [1, 'Not saved: The service failed (500). Try again.'],
  },
  '501 with JSON': {
    'list tokens': [1, 'The list could not be read. The service failed (501), “not yet”. Try again.'],
    'create token': [1, 'Not saved: The service failed (501), “not yet”. Try again.'],
    'update token': [1, 'Not saved: The service failed (501), “not yet”. Try again.'],
    'delete token': [1, 'Not deleted: The service failed (501), “not yet”. Try again.'],
    'reveal value': [1, 'The service failed (501), “not yet”. Try again.'],
    'list users': [1, 'The list could not be read. The service failed (501), “not yet”. Try again.'],
    'create user': [1, 'Not saved: The service failed (501), “not yet”. Try again.'],
    'update user': [1, 'Not saved: The service failed (501), “not yet”. Try again.'],
  },
  '502 with a web page': {
    'list tokens': [1, 'The list could not be read. The service failed (502). Try again.'],
    'create token': [
      1,
      'The service failed (502); it may or may not have been saved. Read the list again before sending it once more.',
    ],
    'update token': [1, 'The service failed (502); it may or may not have been saved (hh:mm; asked for: active off).'],
    'delete token': [1, 'The service failed (502); it may or may not have been deleted (hh:mm).'],
    'reveal value': [1, 'The service failed (502). Try again.'],
    'list users': [1, 'The list could not be read. The service failed (502). Try again.'],
    'create user': [
      1,
      'The service failed (502); it may or may not have been saved. Read the list again before sending it once more.',
    ],
    'update user': [
      1,
      'The service failed (502); it may or may not have been saved. Read the list again before sending it once more.',
    ],
  },
  '503 with JSON': {
    'list tokens': [1, 'The list could not be read. The service failed (503), “starting”. Try again.'],
    'create token': [
      1,
      'The service failed (503), “starting”; it may or may not have been saved. Read the list again before sending it once more.',
    ],
    'update token': [
      1,
      'The service failed (503), “starting”; it may or may not have been saved (hh:mm; asked for: active off).',
    ],
    'delete token': [1, 'The service failed (503), “starting”; it may or may not have been deleted (hh:mm).'],
    'reveal value': [1, 'The service failed (503), “starting”. Try again.'],
    'list users': [1, 'The list could not be read. The service failed (503), “starting”. Try again.'],
    'create user': [
      1,
      'The service failed (503), “starting”; it may or may not have been saved. Read the list again before sending it once more.',
    ],
    'update user': [
      1,
      'The service failed (503), “starting”; it may or may not have been saved. Read the list again before sending it once more.',
    ],
  },
  '504 without a body': {
    'list tokens': [1, 'The list could not be read. The service failed (504). Try again.'],
    'create token': [
      1,
      'The service failed (504); it may or may not have been saved. Read the list again before sending it once more.',
    ],
    'update token': [1, 'The service failed (504); it may or may not have been saved (hh:mm; asked for: active off).'],
    'delete token': [1, 'The service failed (504); it may or may not have been deleted (hh:mm).'],
    'reveal value': [1, 'The service failed (504). Try again.'],
    'list users': [1, 'The list could not be read. The service failed (504). Try again.'],
    'create user': [
      1,
      'The service failed (504); it may or may not have been saved. Read the list again before sending it once more.',
    ],
    'update user': [
      1,
      'The service failed (504); it may or may not have been saved. Read the list again before sending it once more.',
    ],
  },
}
