import type { Sentences } from '#web/resource/confirmation.ts'

/**
 * Every sentence of the confirmations about tokens: each fact and each risk has one wording. `#` stands for the name in “”,
 * or for a number of tokens.
 */
export const tokenSentences = {
  // What it does to programs.
  'can-change': ['Programs can then change data.'],
  'can-read': ['Programs can then only read.'],
  'can-be-used': ['Programs can then use it.', 'Programs can then use them.'],
  'stops-until-active': [
    'Programs that use # stop working until you activate it again.',
    'Programs that use these tokens stop working until you activate them again.',
  ],
  'stops-until-new-value': [
    'Programs that use it stop working until they get the new one.',
    'Programs that use them stop working until they get the new ones.',
  ],
  stops: ['Programs that use it stop working.', 'Programs that use them stop working.'],
  // What becomes of the value.
  'value-may-change': ['Saving may replace its value, for good.', 'Saving may replace their values, for good.'],
  'value-changes': [
    'Saving replaces its value; programs need the new one.',
    'Saving replaces their values; programs need the new ones.',
  ],
  'value-after-activation': [
    'When you activate it again, give programs the new value.',
    'When you activate them again, give programs the new values.',
  ],
  'value-stays': ['Its value stays the same.', 'Their values stay the same.'],
  'leak-stays': ['Activating it again lets whoever has it in.', 'Activating them again lets whoever has them in.'],
  leaked: ['Leaked? [Replace value…]', 'Leaked? [Replace values…]', 'replace'],
  repairs: ['The console saves it again until its value fits.', 'The console saves each again until its value fits.'],
  'repairs-active': ['The console saves each active one again until its value fits.'],
  'value-will-fail': [
    'The service will probably reject the new value.',
    'The service will probably reject the new values.',
  ],
  'gets-new-value': ['It gets a new value.', 'They get new values.'],
  'needs-new-value': ['Programs need the new value.', 'Programs need the new values.'],
  recreated: [
    'It is deleted and created again, so it fails for a moment.',
    'Each is deleted and created again, so it fails for a moment.',
  ],
  'keep-tab': ['Keep this tab open until you have copied the new values.'],
  // What becomes of the expiry.
  'may-expire': [
    'It has no expiry; saving may leave it expired.',
    'Some have no expiry; saving may leave them expired.',
  ],
  'expiry-has-passed': ['Its expiry has passed, so the new value gets another.'],
  'expiry-unreadable': ['Its expiry can’t be read, so the new value gets another.'],
  'expiries-unusable': ['The stored expiry of # has passed or can’t be read, so choose another.'],
  // What cannot be undone, and what can be done instead.
  'is-final': [
    'You can’t undo this; a new token of this name gets another value.',
    'You can’t undo this; new tokens of these names get other values.',
  ],
  'use-unrecorded': ['This service doesn’t record use.'],
  'or-deactivate': [
    'Or [deactivate it], which can be undone.',
    'Or [deactivate them], which can be undone.',
    'deactivate',
  ],
  'identity-unknown': ['The console can’t check whether this is still the same token.'],
  // What it does to the admin.
  'own-token': ['You signed in with the value of this token.'],
  'may-reject-you': ['The service may reject you from now on, and only another admin can undo that.'],
  'may-reject-you-for-good': ['The service may reject you from now on.'],
} as const satisfies Sentences
