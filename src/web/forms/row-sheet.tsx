import { useMemo, useState, type ReactNode } from 'react'
import { CopyPlus, Ellipsis, Link, Trash2 } from 'lucide-react'
import * as z from 'zod/mini'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import { showsAnotherRow, outcomeRow } from '#api/write/outcome.ts'
import { useAppContext, useServiceTime, type RowMutations } from '#web/jobs/app-context.tsx'
import type { Overlay } from '#web/router/overlay.ts'
import { ResultCallout } from '#web/jobs/result-note.tsx'
import { type FormContext, type FormInput, createNameLookup } from '#web/resource/form.ts'
import { typedKeys } from '#web/resource/resource.ts'
import { useOnline, useSession } from '#web/session/session.ts'
import { useIsSlow } from '#web/ui/use-now.ts'
import { copyText } from '#web/ui/clipboard.ts'
import { useDiscardGuard } from '#web/ui/confirm-dialog.tsx'
import { useAnnounceFieldErrors } from '#web/ui/announcer.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { isDeepEqual } from '#web/ui/deep-equal.ts'
import { useMediaQuery } from '#web/ui/browser.ts'
import { MenuButton, type MenuEntry } from '#web/ui/menu.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { RowDetails, RowProblem } from './row-details.tsx'
import { usePasswordControl, useZodForm, shouldCloseForm, useSubmitAction } from './form-hooks.tsx'
import './row-sheet.css'

interface RowSheetProps extends RowMutations {
  resource: ResourceName
  overlay: Extract<Overlay, { type: 'new-row' | 'row' }>
  /** By the names of their fields, in their order. */
  inputs: Readonly<Record<string, FormInput<TimestampedRow>>>
  /** A row as it is shown now; undefined: there is none of this name. */
  snapshotOf: (name: string) => RowSnapshot<TimestampedRow> | undefined
  /** The address of a row; undefined: its name looks like a secret. */
  linkOf: (name: string) => string | undefined
  /** What can be done with the secret of a row: *Copy · Reveal · Replace…* */
  renderSecret?: (row: TimestampedRow) => ReactNode
  /** `created`: the name of the new row. */
  onClose: (created?: string) => void
}

/** The one sheet of a row: new, like another, or an existing one with its details, whose form is always there. */
export function RowSheet(props: RowSheetProps) {
  const { overlay } = props
  return (
    <StableRow key={overlay.type === 'new-row' ? `new ${overlay.duplicateOf}` : `row ${overlay.name}`} {...props} />
  )
}

/** A row stays open while it is gone from the list: its form may have input. */
function StableRow(props: RowSheetProps) {
  const { overlay, snapshotOf: currentSnapshot } = props
  const [initial] = useState(() => {
    const name = overlay.type === 'new-row' ? overlay.duplicateOf : overlay.name
    return name === undefined ? undefined : currentSnapshot(name)
  })
  if (overlay.type === 'new-row') return <RowForm {...props} duplicateOf={initial?.row} />
  const snapshot = initial ?? currentSnapshot(overlay.name)
  return snapshot === undefined ? (
    <RowNotFound {...props} name={overlay.name} />
  ) : (
    <RowForm {...props} initial={snapshot} />
  )
}

interface RowFormProps extends RowSheetProps {
  /** The row as it was when the sheet opened; undefined: a new one. */
  initial?: RowSnapshot<TimestampedRow> | undefined
  /** What a new one is to be like. */
  duplicateOf?: TimestampedRow | undefined
}

/** The form of a row. It keeps its input when a save fails. */
function RowForm({
  resource,
  overlay,
  inputs,
  initial,
  duplicateOf,
  snapshotOf: currentSnapshot,
  linkOf,
  renderSecret,
  onClose,
  create,
  update,
  remove,
}: RowFormProps) {
  const app = useAppContext()
  const { service } = useSession()
  const isOnline = useOnline()
  const formRef = useAnnounceFieldErrors<HTMLFormElement>()
  const { forms, noun, fields, nameOf } = app.resources[resource]
  const [key = ''] = typedKeys(fields)
  const actionContext = app.actionContext(resource)
  const names = useMemo(() => createNameLookup(actionContext.list), [actionContext.list])
  const context: FormContext = { ...actionContext, now: useServiceTime(), names }
  const [snapshot, setSnapshot] = useState(initial)
  const row = snapshot?.row
  const name = row && nameOf(row)
  const current = overlay.type === 'row' ? currentSnapshot(overlay.name) : undefined
  const [initialValues] = useState(() => forms.newDefaults(context, duplicateOf))
  const schema =
    row === undefined || name === undefined
      ? forms.newSchema(context)
      : z.pipe(
          forms.changeSchema(row, context),
          z.transform((change) => ({ name, change })),
        )
  const form = useZodForm(schema, row === undefined ? initialValues : forms.valuesOf(row))
  const isNewPassword = overlay.type === 'new-row' ? forms.password !== undefined : overlay.setsPassword === true
  const password = usePasswordControl(row !== undefined, isNewPassword)
  const { submit, message, clearMessage } = useSubmitAction(resource)
  const hasChanges = () => form.hasChanges() || password.isTyped()
  const isChanged = hasChanges() || (row !== undefined && password.isEnabled)
  // While a confirmation is open, nothing is sent.
  const isSending = useStore(app.confirmations).length === 0 && form.isBusy
  const { leave, dialog: discardDialog } = useDiscardGuard(hasChanges, isSending)
  // A form with changes is compared with what was seen when they began.
  if (row !== undefined && current !== undefined && !isChanged && !form.isBusy && !isDeepEqual(current.row, row))
    setSnapshot(current)

  const validatePassword = () => password.validate(forms.password?.schema)
  const [discardCount, setDiscardCount] = useState(0)
  const clear = () => {
    form.clear()
    password.setEnabled(false)
    setDiscardCount((count) => count + 1)
    clearMessage()
  }
  const save = () =>
    form.submit(async ({ name: requestedName, change }) => {
      if (!validatePassword()) return
      const options = {
        change,
        readPassword: password.isEnabled
          ? password.readerFor(requestedName, snapshot === undefined ? change : undefined)
          : undefined,
        isInForm: true,
      } as const
      let isReloaded = false
      const onReload = () => (isReloaded = true)
      const item = await submit(() =>
        snapshot === undefined
          ? create({ name: requestedName, ...options })
          : update({ snapshot, ...options, onReload }),
      )
      if (item?.state === 'not-started') return void validatePassword()
      if (isReloaded) clear()
      if (item?.outcome === undefined) return undefined
      if (shouldCloseForm(item)) return onClose(snapshot === undefined ? item.currentName : undefined)
      // The admin has seen what changed: the next save is compared with that.
      const readBackRow = outcomeRow(item.outcome)
      if (snapshot !== undefined && readBackRow !== undefined && !showsAnotherRow(item.outcome, key))
        setSnapshot({ row: readBackRow, readStartedAt: item.outcome.readStartedAt })
      return undefined
    }, validatePassword)
  const discard = () => {
    clear()
    if (current !== undefined) setSnapshot(current)
  }
  const isSlow = useIsSlow(isSending)
  const onEdit = (otherName: string) => leave(() => app.overlay.set({ type: 'row', resource, name: otherName }))
  const isGone = row !== undefined && current === undefined
  const status = isGone ? 'No longer in the list' : row && fields['status']?.format(row, context)
  const subtitleStart = row === undefined ? 'On' : noun === 'user' ? 'User on' : 'Token on'
  return (
    <Sheet
      title={
        duplicateOf ? (
          <>
            Copy of <UntrustedText text={nameOf(duplicateOf)} />
          </>
        ) : name === undefined ? (
          `New ${noun}`
        ) : (
          <span className={noun === 'user' ? undefined : 'mono'}>
            <UntrustedText text={name} />
          </span>
        )
      }
      subtitle={[`${subtitleStart} ${service.name}`, ...(status === undefined ? [] : [status])].join(' · ')}
      onClose={() => leave(() => onClose())}
      isReadFirst={row !== undefined}
      hasChanges={hasChanges}
    >
      <form
        ref={formRef}
        className="sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <div className="body">
          {current && <RowProblem resource={resource} snapshot={current} context={context} />}
          {/* In the order of the fields; flags are told apart by their own look. */}
          {Object.entries(inputs).map(([field, { Input }]) =>
            fields[field]?.input?.createOnly === true && row !== undefined ? null : (
              // What was opened to be changed closes when the change is discarded.
              <div key={`${field} ${discardCount}`} className="row-field">
                <Input
                  form={{ ...form, password }}
                  row={row}
                  duplicateOf={duplicateOf}
                  context={context}
                  onEdit={onEdit}
                />
              </div>
            ),
          )}
          {!isOnline && <p className="hint">This browser is offline. What you typed stays here.</p>}
          {message && <ResultCallout message={message} />}
          {row && (
            <RowDetails
              resource={resource}
              row={current?.row ?? row}
              context={context}
              secret={current && renderSecret?.(row)}
            />
          )}
        </div>
        {snapshot && !isChanged ? (
          <IdleFooter
            resource={resource}
            name={nameOf(snapshot.row)}
            snapshot={current}
            linkOf={linkOf}
            remove={remove}
            onDeleted={() => onClose()}
          />
        ) : (
          <div className="foot row-foot">
            <span className="end" />
            <button
              type="button"
              className="btn raised-bg"
              onClick={isSending ? () => leave(() => onClose()) : row === undefined ? () => onClose() : discard}
            >
              {row === undefined ? 'Cancel' : 'Discard'}
            </button>
            <button type="submit" className="btn primary" aria-disabled={form.isBusy || !isOnline || undefined}>
              {isSlow
                ? 'Saving… No answer yet'
                : isSending
                  ? 'Saving…'
                  : row === undefined
                    ? `Create ${noun}`
                    : 'Save changes'}
            </button>
          </div>
        )}
      </form>
      {discardDialog}
    </Sheet>
  )
}

/** A row that is gone before its sheet opens. */
function RowNotFound({ resource, name, onClose }: RowSheetProps & { name: string }) {
  const { noun } = useAppContext().resources[resource]
  return (
    <Sheet title={<UntrustedText text={name} />} onClose={() => onClose()}>
      <div className="body">
        <p>{`This ${noun} is no longer in the list.`}</p>
      </div>
    </Sheet>
  )
}

interface IdleFooterProps extends Pick<RowMutations, 'remove'> {
  resource: ResourceName
  name: string
  /** Undefined: it is no longer in the list. */
  snapshot: RowSnapshot<TimestampedRow> | undefined
  linkOf: RowSheetProps['linkOf']
  onDeleted: () => void
}

/** What can be done with a row whose form has no changes. */
function IdleFooter({ resource, name, snapshot, linkOf, remove, onDeleted }: IdleFooterProps) {
  const app = useAppContext()
  const { actions, canDuplicate } = app.resources[resource]
  const deleteRow = async (snapshot: RowSnapshot<TimestampedRow>) => {
    const opened = app.overlay.get()
    const job = await remove({ snapshots: [snapshot] })
    if (app.overlay.get() !== opened) return // closed meanwhile
    if (job?.action === 'delete' && job.items[0]?.facts?.status === 'success') onDeleted()
  }
  const copyLink = async (link: string) => {
    if (await copyText(new URL(link, window.location.href).href)) app.toasts.show('Link copied.')
    else app.toasts.show('This browser refused to copy the link.', { severity: 'error' })
  }
  const address = snapshot && linkOf(name)
  const link: MenuEntry | undefined =
    address === undefined
      ? undefined
      : { id: 'link', label: 'Copy link', icon: Link, onSelect: () => void copyLink(address) }
  const deletion: MenuEntry | undefined =
    snapshot && actions['delete']
      ? { id: 'delete', label: 'Delete…', icon: Trash2, danger: true, onSelect: () => void deleteRow(snapshot) }
      : undefined
  const others = [link, deletion].filter((entry) => entry !== undefined)
  const hasMenu = useMediaQuery('(width < 45rem)') && canDuplicate === true && others.length > 0
  return (
    <div className="foot row-foot">
      {snapshot && link === undefined && (
        <span className="hint">No address may hold a name that looks like a secret.</span>
      )}
      {!hasMenu && link && <EntryButton entry={link} />}
      <span className="end" />
      {canDuplicate && (
        <button
          type="button"
          className="btn raised-bg"
          onClick={() => app.overlay.set({ type: 'new-row', resource, duplicateOf: name })}
        >
          <CopyPlus className="icon" aria-hidden="true" />
          Duplicate…
        </button>
      )}
      {!hasMenu && deletion && <EntryButton entry={deletion} />}
      {hasMenu && (
        <MenuButton className="btn raised-bg" aria-label="More" menuLabel="More" acts={others}>
          <Ellipsis className="icon" aria-hidden="true" />
        </MenuButton>
      )}
    </div>
  )
}

/** An entry of a menu as a button, where there is room. */
function EntryButton({ entry: { label, icon: Icon, danger = false, onSelect } }: { entry: MenuEntry }) {
  return (
    <button type="button" className={danger ? 'btn raised-bg red' : 'btn raised-bg'} onClick={onSelect}>
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {label}
    </button>
  )
}
