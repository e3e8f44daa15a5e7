import { Fragment } from 'react'
import { Foreign } from '#web/ui/names/foreign.tsx'

interface Props {
  fields: readonly string[]
  /** The row is deleted and created again. */
  isNew?: boolean
}

/** *This service stores “description”, which this console can't send. Saving may clear it.* */
export function OtherFields({ fields, isNew = false }: Props) {
  const them = fields.length === 1 ? 'it' : 'them'
  return (
    <>
      This service stores{' '}
      {fields.map((field, index) => (
        <Fragment key={field}>
          {index > 0 && (index === fields.length - 1 ? ' and ' : ', ')}“<Foreign text={field} />”
        </Fragment>
      ))}
      , which this console can’t send. {isNew ? 'The new token won’t have' : 'Saving may clear'} {them}.
    </>
  )
}
