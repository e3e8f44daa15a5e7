interface Props {
  hint: string
  /** `Create token`, `Save changes`; while it runs, *Saving…*. */
  action: string
  busy: boolean
  disabled: boolean
  onCancel: () => void
}

/** The buttons of a form in a sheet. */
export function SheetFoot({ hint, action, busy, disabled, onCancel }: Props) {
  return (
    <div className="foot">
      <span className="hint">{hint}</span>
      <span className="end" />
      <button type="button" className="btn raised-bg" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="btn primary" aria-disabled={busy || undefined} disabled={disabled}>
        {busy ? 'Saving…' : action}
      </button>
    </div>
  )
}

/** What cannot be read goes along with every save, so it must be answered first. */
export function Missing({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return null
  return <p className="hint">{fields.join(' and ')} cannot be read and goes along with every save: choose first.</p>
}
