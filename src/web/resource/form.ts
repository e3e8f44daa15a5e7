import * as z from 'zod/mini'
import type { InputHTMLAttributes, ReactNode, RefObject } from 'react'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { createLookalikeFinder } from '#web/ui/name-matching.ts'
import type { RowContext } from './row-context.ts'

/** What can be wrong with a form field. Its input has the words for it. */
export type FieldErrorCode = (typeof errorCodes)[number]

const errorCodes = ['missing', 'unanswered', 'taken', 'unusual', 'unfinished', 'skipped', 'past'] as const

/** What a form needs to know. */
export interface FormContext extends RowContext {
  names: NameLookup
}

/** The names of a list, as far as it is known. */
export interface NameLookup {
  isTaken: (name: string) => boolean
  /**
   * Another name than `exceptName` that is the same without case, accents, spaces and invisible characters; undefined:
   * none.
   */
  findLookalike: (name: string, exceptName?: string) => string | undefined
}

/** A row that is to be created. `change`: what it gets, without its password. */
export interface NewRow {
  name: string
  change: object
  readPassword?: (() => string | undefined) | undefined
}

/** The forms of a resource: what is typed at first, and the schema that checks it and makes of it what is asked for. */
export interface FormDefinition<Row extends TimestampedRow, Change extends object> {
  /** What the form of a new row starts with. `duplicateOf`: the row that it begins as. */
  newDefaults(context: FormContext, duplicateOf: Row | undefined): object
  newSchema(context: FormContext): z.ZodMiniType<Omit<NewRow, 'readPassword'>, object>
  /** What the form of a row starts with. */
  valuesOf(row: Row): object
  /** The result has only the fields that are to change. */
  changeSchema(row: Row, context: FormContext): z.ZodMiniType<Change, object>
  /** Rows have a password, which is no field of a change; undefined: they have none. */
  password?: {
    /** Its fault is a sentence. */
    schema: z.ZodMiniType<string, string>
    /** Makes one for a row of a file that has none. */
    generate(): string
  }
  importRules: ImportRules<Row, Change>
}

/** What a file needs to know besides the fields. */
export interface ImportRules<Row extends TimestampedRow, Change extends object> {
  /** What a new row gets where its line says nothing. `chosen`: the answer to `defaultChoice`. */
  defaults(chosen: string | undefined): Change
  /** What new rows will do or be where a file has no column for a field: *be active*. */
  withoutColumn: Readonly<Record<string, string>>
  /** What is asked about new rows whose line says nothing of this field. */
  defaultChoice?: { field: string; legend: string; choices: readonly { id: string; label: string }[]; initial: string }
  /** Why this cannot be created, as a sentence; undefined: it can. */
  validate(name: string, change: Change, context: RowContext): string | undefined
  /** What is wrong with a row that exists, where a line of the file asks for this; undefined: nothing. */
  existingNote?(row: Row, change: Change): string | undefined
  /** What an admin should know before new rows are sent: sentences. */
  warnings?(changes: readonly Change[]): readonly string[]
}

/** What an input needs of its form. `Typed`: the fields of the form, as typed. */
export interface FormController<Typed extends object> {
  values: Typed
  setValue<Name extends keyof Typed & string>(name: Name, value: Typed[Name]): void
  /** The same, and focuses the field. */
  setValueAndFocus<Name extends keyof Typed & string>(name: Name, value: Typed[Name]): void
  /** The props of a text field. */
  register(name: keyof Typed & string): InputRegistration
  /** The fault that is to be shown now. */
  errorOf(name: keyof Typed & string): FieldErrorCode | undefined
  password: PasswordControl
}

/** Props of a text field. */
export type InputRegistration = Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'onChange' | 'onBlur'> & {
  inputRef: (node: HTMLInputElement | null) => void
}

/** A password belongs to a form but is not part of its state. */
export interface PasswordControl {
  /** It is read from this element when it is sent. Nothing else holds the text. */
  inputRef: RefObject<HTMLInputElement | null>
  error: string | undefined
  /** The row has one, and keeps it unless the admin wants a new one. */
  isOptional: boolean
  isEnabled: boolean
  setEnabled: (isWanted: boolean) => void
}

/** Where an input of a form stands. */
export interface FieldInputProps<Row, Typed extends object> {
  form: FormController<Typed>
  /** The row that is edited; undefined: a new one. */
  row: Row | undefined
  /** The row that the new one is to be like. */
  duplicateOf: Row | undefined
  context: FormContext
  /** Opens another row instead: one with this name exists. */
  onEdit: (name: string) => void
}

/** A field in a form. (A method, so that the inputs of each resource fit where those of any are drawn.) */
export interface FormInput<Row> {
  /** Draws its label, its hint and its error itself. */
  Input(props: FieldInputProps<Row, object>): ReactNode
}

/** The inputs of a form, one for each field that can be set. They load with the sheet, after the first rows. */
export type FormInputs<Fields, Row> = {
  readonly [Name in keyof Fields as Fields[Name] extends { input: unknown } ? Name : never]: FormInput<Row>
}

/** The error of a failed check. */
export const fieldError = (error: FieldErrorCode) => ({ error, abort: true })

/** A flag in a form; undefined: the stored one is unreadable and the admin has not answered yet. */
export const optionalFlag = z.optional(z.boolean())

/** A field that every update sends, so it must be answered if the stored one is unreadable. */
export const required = <Answer>(schema: z.ZodMiniType<Answer, Answer>) =>
  z.pipe(
    z.optional(schema),
    z.transform((answer, { issues }): Answer => {
      if (answer !== undefined) return answer
      issues.push({ code: 'custom', message: 'unanswered' satisfies FieldErrorCode, input: answer })
      return z.NEVER
    }),
  )

/** A flag that can be sent. */
export const requiredFlag = required(z.boolean())

/** The first fault of each field. */
export function findFieldErrors(schema: z.ZodMiniType, values: unknown): ReadonlyMap<string, FieldErrorCode> {
  const errors = new Map<string, FieldErrorCode>()
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const field = String(path[0])
    const code = errorCodes.find((candidate) => candidate === message)
    if (code !== undefined && !errors.has(field)) errors.set(field, code)
  }
  return errors
}

/** The answers that differ from the row: the fields of a change. */
export function pickChanged<Answers extends object>(
  row: Readonly<Record<keyof Answers, unknown>>,
  answers: Answers,
): Partial<Answers> {
  const stored = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(
    Object.entries(answers).filter(([field, answer]) => answer !== stored.get(field)),
  ) as Partial<Answers>
}

/** The names of a list, as a form needs them. */
export function createNameLookup(
  list: Pick<RowList<TimestampedRow>, 'count' | 'indexOf' | 'nameAt'> | undefined,
): NameLookup {
  if (list === undefined) return { isTaken: () => false, findLookalike: () => undefined }
  return {
    isTaken: (name) => list.indexOf(name) >= 0,
    findLookalike: createLookalikeFinder(() => Array.from({ length: list.count }, (_, index) => list.nameAt(index))),
  }
}
