import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Seen } from '#contract/saving/save.ts'
import type { TokenChange, Token } from '#contract/token.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { useOpenForm } from '#web/writes/use-open-form.ts'
import { Conflict } from '#web/writes/conflict.tsx'
import { SheetVerdict } from '#web/writes/sheet-verdict.tsx'
import { Field, Warned } from '#web/ui/field.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { Missing, SheetFoot, Sheet } from '#web/ui/sheet.tsx'
import { SetFlag } from '#web/ui/set-flag.tsx'
import { actWords } from './act-words.ts'
import { ExpiryField } from './expiry-field.tsx'
import { expiryOfChoice, latest, momentOfChoice, presets, tomorrow } from './expiry.ts'
import { useViewContext } from './view-context.ts'
import { tokenShown } from './token-shown.ts'
import { useCreateToken } from './token-hooks.ts'
import type { TokenWork } from './use-token-work.ts'
import { AlikeHint } from '#web/ui/names/alike-hint.tsx'
import { oddityOf } from '#web/ui/names/odd-names.ts'

interface Props {
  /** The row being edited; undefined: a new token. */
  seen: Seen<Token> | undefined
  work: Pick<TokenWork, 'save'>
  taken: (name: string) => boolean
  alike: (name: string) => string | undefined
  onEdit: (name: string) => void
  /** With the name of a row that now stands in the list, if one does. */
  onDone: (created?: string) => void
}

const TokenFields = z.object({
  name: z.string(),
  active: z.optional(z.boolean()),
  write: z.optional(z.boolean()),
  preset: z.optional(z.enum(presets)),
  at: z.number(),
})
const TypedToken = z.partial(TokenFields)
const TokenForm = z.extend(TokenFields, { name: z.string().check(z.minLength(1)) }).check(
  z.refine(({ preset, at }) => (momentOfChoice(preset ?? 'keep', at, 0) ?? 0) <= latest, {
    path: ['preset'],
    error: actWords.tooFar,
  }),
  z.refine(({ preset, at }) => preset !== 'at' || at > Date.now(), { path: ['preset'], error: actWords.pastMoment }),
)
type TokenForm = z.infer<typeof TokenForm>

/** The form of a token, new or changed, in a side sheet. Nothing typed is lost when a save fails. */
export function TokenSheet({ seen, work, taken, alike, onEdit, onDone }: Props) {
  const { place } = useConsole()
  const sight = useViewContext()
  const create = useCreateToken()
  const [verdict, setVerdict] = useState<Verdict<Token>>()
  const token = seen?.row
  const unreadableExpiry = token?.expiration_date.spelled === 'unreadable'
  const form = useForm<TokenForm>({
    resolver: standardSchemaResolver(TokenForm),
    defaultValues: {
      name: token?.name ?? '',
      active: token === undefined ? true : token.active,
      write: token === undefined ? false : token.write,
      preset: token === undefined ? '30d' : unreadableExpiry ? undefined : 'keep',
      at: tomorrow(Date.now()),
    },
  })
  useOpenForm(form, { page: 'tokens', row: token?.name }, TypedToken)
  const { ref: nameRef, ...nameField } = form.register('name')
  const { errors, isSubmitting, dirtyFields } = form.formState
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it is about is not used
  const { name, active, write, preset, at } = form.watch()
  const nameTaken = token === undefined && name !== '' && taken(name)

  const changed = (values: TokenForm): TokenChange => {
    const expiration_date = expiryOfChoice(values.preset ?? 'keep', values.at)
    return {
      ...(expiration_date !== undefined && { expiration_date }),
      ...(dirtyFields.active === true && values.active !== undefined && { active: values.active }),
      ...(dirtyFields.write === true && values.write !== undefined && { write: values.write }),
    }
  }
  const missing = [
    ...(active === undefined ? ['Active'] : []),
    ...(write === undefined ? ['Write'] : []),
    ...(preset === undefined ? ['Expires'] : []),
  ]

  const save = async (values: TokenForm, overwrite = false, change = changed(values)) => {
    setVerdict(undefined)
    if (missing.length > 0) return
    if (seen === undefined) {
      if (nameTaken) return form.setFocus('name')
      const expiration_date = expiryOfChoice(values.preset ?? '30d', values.at) ?? 'not-given'
      const created = await create({
        name: values.name,
        active: values.active ?? true,
        write: values.write ?? false,
        expiration_date,
      })
      if (created === undefined) return
      if (['as-asked', 'differently', 'already'].includes(created.is)) return onDone(values.name)
      // Said above the page, where it stays.
      if (created.is === 'half-replaced') return onDone()
      return setVerdict(created)
    }
    const saved = await work.save(seen, change, { overwrite })
    if (saved === undefined) return
    if (saved.is === 'as-asked' || saved.is === 'differently' || saved.is === 'already') return onDone()
    // What was asked is saved; the note under the row tells why its repair stopped.
    if (saved.is === 'conflict' && saved.during !== undefined) return onDone()
    setVerdict(saved)
  }

  const conflict = verdict?.is === 'conflict' ? verdict : undefined
  const again = (change?: TokenChange) => void form.handleSubmit((values) => save(values, true, change))()

  return (
    <Sheet
      title={
        token === undefined ? (
          actWords.newToken
        ) : (
          <>
            Edit <Foreign text={token.name} />
          </>
        )
      }
      under={`On ${place.name}`}
      onClose={() => onDone()}
    >
      <form
        className="sheet-form"
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => save(values))(event)}
      >
        <div className="body">
          {token === undefined && (
            <Field
              label="Name"
              mono
              autoComplete="off"
              spellCheck={false}
              autoFocus
              placeholder="for example billing-export"
              inputRef={nameRef}
              {...nameField}
              error={errors.name ? actWords.nameMissing : nameTaken ? <Taken name={name} onEdit={onEdit} /> : undefined}
              hint={nameHint(name, nameTaken ? undefined : alike(name))}
            />
          )}
          <ExpiryField
            preset={preset}
            at={at}
            stored={unreadableExpiry ? undefined : token}
            error={errors.preset?.message}
            onChange={(next, moment) => {
              form.setValue('preset', next, { shouldDirty: true })
              form.setValue('at', moment, { shouldDirty: true })
              form.clearErrors('preset')
            }}
          />
          <div className="sets">
            <SetFlag
              label="Write"
              hint="Allows changing data. Otherwise read-only."
              value={write}
              onChange={(to) => form.setValue('write', to, { shouldDirty: true })}
            />
            <SetFlag
              label="Active"
              hint="Deactivate to stop programs from using it."
              value={active}
              onChange={(to) => form.setValue('active', to, { shouldDirty: true })}
            />
          </div>
          <Missing fields={missing} />
          {verdict && !conflict && (
            <SheetVerdict noun="token" name={name} verdict={verdict} onOverwrite={() => again()} />
          )}
          {conflict && (
            <Conflict
              resource={tokenShown}
              conflict={conflict}
              change={changed(form.getValues())}
              context={sight}
              onSave={again}
              onCancel={() => setVerdict(undefined)}
            />
          )}
        </div>
        <SheetFoot
          action={token === undefined ? 'Create token' : 'Save changes'}
          busy={isSubmitting}
          disabled={missing.length > 0}
          onCancel={() => onDone()}
        />
      </form>
    </Sheet>
  )
}

/** *A token named “X” already exists.* and the way to that one. */
export function Taken({ name, onEdit }: { name: string; onEdit: (name: string) => void }) {
  return (
    <>
      A token named “<Foreign text={name} />” already exists. Choose another name, or edit that one.{' '}
      <button type="button" className="link" onClick={() => onEdit(name)}>
        Edit
      </button>
    </>
  )
}

/** What is easily overlooked in a name that is typed: that it looks like another, which is `twin`, and what it hides. */
export function nameHint(name: string, twin: string | undefined): ReactNode {
  const odd = oddityOf(name)
  const also = odd === undefined ? blankHint(name) : <Warned>{odd}</Warned>
  return twin === undefined ? also : <AlikeHint twin={twin} also={also} />
}

/** A blank at an end of a name is allowed and easily overlooked. */
function blankHint(name: string): string | undefined {
  if (/\s$/.test(name)) return actWords.nameBlankEnds
  return /^\s/.test(name) ? actWords.nameBlankStarts : undefined
}
