import { describe, expect, test } from 'vitest'
import type { UserChange, User } from '#api/user.ts'
import type { ReadBack } from '#api/write/outcome.ts'
import { userRow } from '#web/testing/rows.ts'
import { accepted, userJob } from '#web/testing/user-jobs.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import { userResource } from './resource.ts'

const any: AnyResourceDefinition = userResource
const before = userRow('a@x.test', { admin: true, active: undefined })
const asAsked: ReadBack<User> = { status: 'matches', row: userRow('a@x.test'), writeOnlyFields: [] }
const saved = (change: UserChange, readBack: ReadBack<User> = asAsked) => {
  const { outcome, message } = userJob(
    { operation: 'update', email: 'a@x.test', change, before },
    { delivery: 'accepted', readBack },
  ).items[0]!
  return {
    back: outcome && any.undoChange(outcome),
    message,
  }
}

describe('an undo', () => {
  test.each<[string, UserChange, UserChange | undefined]>([
    ['turns a flag back', { admin: false }, { admin: true }],
    ['gives the former email back', { new_email: 'b@x.test', admin: false }, { new_email: 'a@x.test', admin: true }],
    ['cannot restore a flag that was unreadable', { active: true }, undefined],
    ['does not restore one of two only', { active: true, admin: false }, undefined],
    ['cannot bring an old password back', { admin: false, new_password: 'x' }, undefined],
  ])('%s', (_, change, back) => {
    expect(saved(change).back).toEqual(back)
  })

  test('needs a save that shows its row', () => {
    expect(saved({ admin: false }, accepted.readBack).back).toBeUndefined()
    expect(saved({ admin: false }, { status: 'differs', fields: [], unrequestedFields: [] }).back).toBeUndefined()
  })
})

describe('a password', () => {
  test('is never said to be read back, and old access tokens keep working', () => {
    expect(saved({ new_password: 'x' }).message).toMatchObject({
      text: 'Saved. Access tokens issued before keep working.',
      unseenText: 'No list shows passwords, so the console can’t check it.',
    })
    expect(saved({ admin: false }).message).toMatchObject({ text: 'Saved, admin off.', isQuiet: true })
  })

  test('of a new user neither', () => {
    const created = userJob({ operation: 'create', email: 'a@x.test' }, { delivery: 'accepted', readBack: asAsked })
      .items[0]?.message
    expect(created).toMatchObject({
      text: 'Created.',
      unseenText: 'No list shows passwords, so the console can’t check it.',
    })
    expect(created?.isQuiet).toBeUndefined()
  })
})
