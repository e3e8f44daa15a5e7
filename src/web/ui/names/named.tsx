import { Fragment } from 'react'
import { Foreign, visible } from './foreign.tsx'

/** A sentence, and in it the name that it may be about. */
export function Named({ text, name }: { text: string; name: string }) {
  const [before = '', ...others] = text.split(`“${visible(name)}”`)
  return (
    <span key={text}>
      {before}
      {others.map((after, index) => (
        <Fragment key={index}>
          “<Foreign text={name} />”{after}
        </Fragment>
      ))}
    </span>
  )
}
