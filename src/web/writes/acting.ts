import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { Part } from '#contract/problem.ts'
import { patched, type Dated, type RowStore } from '#contract/list/row-store.ts'
import type { SavingWorld } from '#contract/saving/save.ts'
import type { Service } from '#contract/service.ts'
import { createTokenSaving, type KnownUnit } from '#contract/saving/token-saving.ts'
import type { PendingRecreations } from '#contract/saving/replace.ts'
import { createTurns } from '#contract/saving/turns.ts'
import { createUnlistedUserSaving, createUserSaving } from '#contract/saving/user-saving.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Console } from '#web/app/console.tsx'
import { isOpen, noteAfter, type Note, type Notes } from './notes.ts'
import type { Savings } from './savings.ts'
import { announced, askedWords, mayHaveChanged, outcomeWord } from './verdict-words.ts'

/** The writes of a session, in one set of turns. */
export function createSavings(
  { tokens, users, clock }: Service,
  world: Omit<SavingWorld, 'turns'> & { pending: PendingRecreations },
  unit: () => KnownUnit,
): Savings {
  const inTurns = { ...world, turns: createTurns() }
  return {
    tokens: createTokenSaving(tokens, { ...inTurns, clock }, unit),
    users: createUserSaving(users, inTurns),
    unlistedUsers: createUnlistedUserSaving(users, inTurns),
  }
}

/** Where a verdict is brought. */
interface Onto<Row, Change> {
  console: Pick<Console, 'activity' | 'announcer' | 'changes' | 'toasts'>
  client: QueryClient
  part: Part
  notes: Notes<Note<Row, Change>>
  nameOf: (row: Row) => string
  /** What a verdict says of the row's value. */
  valueTold?: ((verdict: Verdict<Row>) => string | undefined) | undefined
}

/** A verdict on the page: what was read into the list, the note under the row, and the word about it. */
export function bring<Row extends Dated, Change extends object>(
  { console: { activity, announcer, changes, toasts }, client, part, notes, nameOf, valueTold }: Onto<Row, Change>,
  {
    act,
    name,
    change,
    undoes,
    asksAgain,
  }: Pick<Note<Row, Change>, 'act' | 'change' | 'undoes'> & { name: string; asksAgain: readonly string[] },
  verdict: Verdict<Row>,
): void {
  const outcome = announced(part === 'tokens' ? 'token' : 'user', name, verdict, { act, value: valueTold?.(verdict) })
  if (mayHaveChanged(verdict)) changes.tell(part)
  activity.add({ kind: part === 'tokens' ? 'Token' : 'User', name, asked: askedWords(act, change), outcome })
  // Nothing was created and nothing will be: the form says it.
  if (act === 'create' && ['exists', 'refused', 'not-applied'].includes(verdict.is)) return
  const lay = (row: Row | undefined) =>
    client.setQueryData<RowStore<Row>>([part], (shown) => shown && patched(shown, name, row))
  const row = 'row' in verdict && verdict.is !== 'exists' ? verdict.row : undefined
  if (row !== undefined) lay(row)
  if (verdict.is === 'deleted' || verdict.is === 'gone' || verdict.is === 'half-replaced') {
    if (verdict.is !== 'half-replaced' || verdict.deleted) lay(undefined)
    // With its row goes the place where it would be told.
    if (verdict.is === 'gone') toasts.show(outcome, { failed: true })
    notes.dismiss(name)
    if (verdict.is === 'half-replaced') void client.refetchQueries({ queryKey: [part] })
  } else if (!asksAgain.includes(verdict.is)) {
    // As late as the list tells its row, so that both are drawn at once.
    notifyManager.schedule(() => {
      const note = noteAfter(notes.get().get(name), {
        act,
        verdict,
        change,
        at: Date.now(),
        ...(undoes && { undoes }),
      })
      notes.put(row === undefined ? name : nameOf(row), note)
      // Its read-back failed: the next list that can be read settles it.
      if (isOpen(verdict) && verdict.at === undefined) void client.refetchQueries({ queryKey: [part] })
    })
  }
  // A list that was begun before this does not show it, and would take it back.
  if (client.isFetching({ queryKey: [part] }) > 0) void client.refetchQueries({ queryKey: [part] })
  announcer.say(outcome, outcomeWord(verdict))
}
