import { expect, test } from 'vitest'
import type { ConsoleServer } from '#web/session/console-server.ts'
import type { AppSession } from './create-session.ts'
import { sessionPhaseReducer, type SessionPhase } from './session-lifecycle.ts'

const server = {} as ConsoleServer
const opening: SessionPhase = { type: 'opening' }
const failed: SessionPhase = { type: 'startup-error', error: { why: 'other-version' } }
const signIn: SessionPhase = { type: 'sign-in', server }
const active: SessionPhase = { type: 'active', server, session: {} as AppSession }
const again: SessionPhase = { type: 'active', server, session: {} as AppSession }
const signingOut: SessionPhase = { type: 'signing-out' }

test.each<[what: string, from: SessionPhase, to: SessionPhase]>([
  ['the console can’t be opened', opening, failed],
  ['it is tried again', failed, opening],
  ['nobody is signed in', opening, signIn],
  ['a session is resumed', opening, active],
  ['somebody signs in', signIn, active],
  ['the same person signs in again over the page', active, again],
  ['the admin signs out', active, signingOut],
  ['the console server could not be reached', signingOut, signIn],
])('when %s, the page goes on', (_, from, to) => expect(sessionPhaseReducer(from, to)).toBe(to))

test.each<[what: string, from: SessionPhase, to: SessionPhase]>([
  ['a sign-in of another window, while this one signs out', signingOut, active],
  ['a failure to open, after a session has begun', active, failed],
  ['that nobody is signed in, after somebody is', active, signIn],
  ['a second sign-out', signIn, signingOut],
])('%s comes too late and changes nothing', (_, from, to) => expect(sessionPhaseReducer(from, to)).toBe(from))
