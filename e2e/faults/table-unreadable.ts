import type { Table } from './cell.ts'

/** Where an OK was no answer to what was asked. */
export const unreadable: Table = {
  '302 to elsewhere': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received a redirect, status 302 Stopped at a redirect Request GET /_/token',
    ],
    'create token': [1, 'The service answered with a redirect. Not there so far (as of hh:mm); it may still arrive.'],
    'update token': [1, 'The service answered with a redirect. Not there so far (as of hh:mm; asked for: active off).'],
    'delete token': [1, 'The service answered with a redirect. Still there (as of hh:mm).'],
    'reveal value': [1, 'The service answered with a redirect, which is not followed. Check the address.'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received a redirect, status 302 Stopped at a redirect Request GET /_/user',
    ],
    'create user': [1, 'The service answered with a redirect. Not there so far (as of hh:mm); it may still arrive.'],
    'update user': [1, 'The service answered with a redirect. Not there so far (as of hh:mm); it may still arrive.'],
  },
  '204 without a body': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received nothing, status 204 Stopped at the list Request GET /_/token',
    ],
    'create token': [
      1,
      'The service answered OK, but no token of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update token': [1, 'Saved with differences: the service answered OK, but active is still on.'],
    'delete token': [1, 'The service answered OK, but the token is still there. Try again, or refresh the list.'],
    'reveal value': [1, 'The answer cannot be read: nothing, status 204 (the value).'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received nothing, status 204 Stopped at the list Request GET /_/user',
    ],
    'create user': [
      1,
      'The service answered OK, but no user of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update user': [1, 'Saved with differences: the service answered OK, but admin is still off.'],
  },
  '200 without a body': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received nothing, status 200 Stopped at the list Request GET /_/token',
    ],
    'create token': [
      1,
      'The service answered OK, but no token of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update token': [1, 'Saved with differences: the service answered OK, but active is still on.'],
    'delete token': [1, 'The service answered OK, but the token is still there. Try again, or refresh the list.'],
    'reveal value': [1, 'The answer cannot be read: nothing, status 200 (the value).'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received nothing, status 200 Stopped at the list Request GET /_/user',
    ],
    'create user': [
      1,
      'The service answered OK, but no user of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update user': [1, 'Saved with differences: the service answered OK, but admin is still off.'],
  },
  '200 with a web page': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received HTML, 53 B, status 200 Stopped at the list Begins with <!doctype html><title>Gateway</title><h1>Welcome</h1> Request GET /_/token',
    ],
    'create token': [
      1,
      'The answer cannot be read: HTML, 53 B, status 200. Not there so far (as of hh:mm); it may still arrive.',
    ],
    'update token': [
      1,
      'The answer cannot be read: HTML, 53 B, status 200. Not there so far (as of hh:mm; asked for: active off).',
    ],
    'delete token': [1, 'The answer cannot be read: HTML, 53 B, status 200. Still there (as of hh:mm).'],
    'reveal value': [1, 'The answer cannot be read: HTML, 53 B, status 200 (the body).'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received HTML, 53 B, status 200 Stopped at the list Begins with <!doctype html><title>Gateway</title><h1>Welcome</h1> Request GET /_/user',
    ],
    'create user': [
      1,
      'The answer cannot be read: HTML, 53 B, status 200. Not there so far (as of hh:mm); it may still arrive.',
    ],
    'update user': [
      1,
      'The answer cannot be read: HTML, 53 B, status 200. Not there so far (as of hh:mm); it may still arrive.',
    ],
  },
  '200 with text': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received text, 11 B, status 200 Stopped at one of data, tokens, items Request GET /_/token',
    ],
    'create token': [
      1,
      'The service answered OK, but no token of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update token': [1, 'Saved with differences: the service answered OK, but active is still on.'],
    'delete token': [1, 'The service answered OK, but the token is still there. Try again, or refresh the list.'],
    'reveal value': [1, 'The answer cannot be read: text, 11 B, status 200 (the value).'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received text, 11 B, status 200 Stopped at one of data, users, items Request GET /_/user',
    ],
    'create user': [
      1,
      'The service answered OK, but no user of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update user': [1, 'Saved with differences: the service answered OK, but admin is still off.'],
  },
  'unexpected JSON': {
    'list tokens': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of tokens as JSON Received unexpected JSON, 10 B, status 200 Stopped at one of data, tokens, items Request GET /_/token',
    ],
    'create token': [
      1,
      'The service answered OK, but no token of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update token': [1, 'Saved with differences: the service answered OK, but active is still on.'],
    'delete token': [1, 'The service answered OK, but the token is still there. Try again, or refresh the list.'],
    'reveal value': [1, 'The answer cannot be read: unexpected JSON, 10 B, status 200 (the value).'],
    'list users': [
      1,
      'The answer cannot be read. Nothing was changed; what was read before stays. | Expected a list of users as JSON Received unexpected JSON, 10 B, status 200 Stopped at one of data, users, items Request GET /_/user',
    ],
    'create user': [
      1,
      'The service answered OK, but no user of this name is there: nothing was stored. Choose another name or try again.',
    ],
    'update user': [1, 'Saved with differences: the service answered OK, but admin is still off.'],
  },
}
