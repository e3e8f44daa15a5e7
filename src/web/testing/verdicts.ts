import type { Token } from '#contract/token.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { token } from './rows.ts'

const row = token('ci')
const problem = { kind: 'refused', status: 409, serviceText: 'taken' } as const

/** One of each verdict on a token. A missing verdict is a type error. */
export const verdicts: { [Is in Verdict<Token>['is']]: Extract<Verdict<Token>, { is: Is }> } = {
  'as-asked': { is: 'as-asked', row, at: 1, unseen: [] },
  differently: { is: 'differently', row, fields: ['active', 'expiration_date'], at: 1 },
  deleted: { is: 'deleted', at: 1 },
  'not-applied': { is: 'not-applied', row, at: 1 },
  'not-verified': { is: 'not-verified', why: { kind: 'unreachable', sent: 'not-sent' } },
  already: { is: 'already', row },
  conflict: { is: 'conflict', seen: row, row, fields: ['write', 'updated_at'] },
  gone: { is: 'gone' },
  recreated: { is: 'recreated', row },
  unchecked: { is: 'unchecked', why: 'undated' },
  'locks-out': { is: 'locks-out', whom: 'everybody', row },
  exists: { is: 'exists', name: 'ci\u202e-deploy', row },
  unanswered: { is: 'unanswered', row, fields: ['active'] },
  refused: { is: 'refused', problem },
  unknown: { is: 'unknown', problem: { kind: 'unreachable', sent: 'unknown' } },
  'half-replaced': {
    is: 'half-replaced',
    missing: { name: 'ci', active: true, write: false },
    because: { is: 'refused', problem },
    deleted: true,
  },
}

/** Matches words that claim a write succeeded. Only verified verdicts may use them. */
export const success =
  /(?<!\b(?:not|been|was|not be) )\bsaved\b(?! with differences)|(?<!already )\bdeleted\.|^created\b|\bcreated and read back/i
