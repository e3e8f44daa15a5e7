import type { InputHTMLAttributes, RefObject } from 'react'
import * as z from 'zod/mini'
import type { Dated } from '#contract/list/row-store.ts'
import type { World } from './world.ts'

/** What can be wrong with a form field. Its input has the words for it. */
export type Fault = (typeof kinds)[number]

const kinds = ['missing', 'unanswered', 'taken', 'unusual', 'unfinished', 'skipped', 'past'] as const

/** What a form needs to know. */
export interface FormWorld extends World {
  names: Names
}

/** The names of a list, as far as it is known. */
export interface Names {
  taken: (name: string) => boolean
  /** Another name than `own` that is the same without case, accents, spaces and invisible characters; undefined: none. */
  alike: (name: string, own?: string) => string | undefined
}

/** A row that is to be created. `change`: what it gets, without its password. */
export interface NewRow {
  name: string
  change: object
  secret?: (() => string | undefined) | undefined
}

/** The forms of a resource: what is typed at first, and the schema that checks it and makes of it what is asked for. */
export interface Forms<Row extends Dated, Change extends object> {
  /** What the form of a new row starts with. `like`: the row that it is to be like. */
  first(world: FormWorld, like: Row | undefined): object
  newRow(world: FormWorld): z.ZodMiniType<Omit<NewRow, 'secret'>, object>
  /** What the form of a row starts with. */
  typed(row: Row): object
  /** The result has only the fields that are to change. */
  change(row: Row, world: FormWorld): z.ZodMiniType<Change, object>
  /** Rows have a password, which is no field of a change; undefined: they have none. */
  password?: {
    /** Said where a new row has none. */
    missing: string
    /** Makes one for a row of a file that has none. */
    generate(): string
  }
  file: FileForms<Change>
}

/** What a file needs to know besides the fields. */
export interface FileForms<Change extends object> {
  /** What a new row gets where its line says nothing. `chosen`: the answer to `ask`. */
  blank(chosen: string | undefined): Change
  /** The same as a sentence. */
  silent: string
  /** What is asked about new rows whose line says nothing of this field. */
  ask?: { field: string; legend: string; choices: readonly { id: string; label: string }[]; first: string }
  /** Why this cannot be created, as a sentence; undefined: it can. */
  fault(name: string, change: Change, world: World): string | undefined
  /** What an admin should know before new rows are sent: sentences. */
  warnings?(changes: readonly Change[]): readonly string[]
}

/** What an input needs of its form. `Typed`: the fields of the form, as typed. */
export interface FormOf<Typed extends object> {
  typed: Typed
  set<Name extends keyof Typed & string>(name: Name, value: Typed[Name]): void
  /** The same, and focuses the field. */
  fill<Name extends keyof Typed & string>(name: Name, value: Typed[Name]): void
  /** The props of a text field. */
  text(name: keyof Typed & string): TextInput
  /** The fault that is to be shown now. */
  faultIn(name: keyof Typed & string): Fault | undefined
  password: PasswordOf
}

/** Props of a text field. */
export type TextInput = Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'onChange' | 'onBlur'> & {
  inputRef: (node: HTMLInputElement | null) => void
}

/** A password belongs to a form but is not part of its state. */
export interface PasswordOf {
  /** It is read from this element when it is sent. Nothing else holds the text. */
  field: RefObject<HTMLInputElement | null>
  error: string | undefined
  /** The row has one, and keeps it unless the admin wants a new one. */
  isOptional: boolean
  isWanted: boolean
  want: (isWanted: boolean) => void
}

/** Where an input of a form stands. */
export interface InputProps<Row, Typed extends object> {
  form: FormOf<Typed>
  /** The row that is edited; undefined: a new one. */
  row: Row | undefined
  /** The row that the new one is to be like. */
  like: Row | undefined
  world: FormWorld
  /** Opens another row instead: one with this name exists. */
  onEdit: (name: string) => void
}

/** The error of a failed check. */
export const fault = (error: Fault) => ({ error, abort: true })

/** A flag in a form; undefined: the stored one is unreadable and the admin has not answered yet. */
export const typedFlag = z.optional(z.boolean())

/** A field that every update sends, so it must be answered if the stored one is unreadable. */
export const answered = <Answer>(schema: z.ZodMiniType<Answer, Answer>) =>
  z.pipe(
    z.optional(schema),
    z.transform((answer, { issues }): Answer => {
      if (answer !== undefined) return answer
      issues.push({ code: 'custom', message: 'unanswered' satisfies Fault, input: answer })
      return z.NEVER
    }),
  )

/** A flag that can be sent. */
export const answeredFlag = answered(z.boolean())

/** The first fault of each field. */
export function faultsOf(schema: z.ZodMiniType, typed: unknown): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>()
  for (const { path, message } of schema.safeParse(typed).error?.issues ?? []) {
    const field = String(path[0])
    const kind = kinds.find((candidate) => candidate === message)
    if (kind !== undefined && !faults.has(field)) faults.set(field, kind)
  }
  return faults
}

/** The answers that differ from the row: the fields of a change. */
export function changed<Answers extends object>(
  row: Readonly<Record<keyof Answers, unknown>>,
  answers: Answers,
): Partial<Answers> {
  const stored = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(
    Object.entries(answers).filter(([field, answer]) => answer !== stored.get(field)),
  ) as Partial<Answers>
}
