import { useRef, useState } from 'react'
import type { TokenChange } from '#contract/token.ts'
import type { Token } from '#contract/token.ts'

/** What a row asks its page to do; `from` is the button that a menu opens under. */
export interface RowActs {
  switch: (token: Token, change: TokenChange) => void
  edit: (token: Token) => void
  copy: (token: Token) => void
  reveal: (token: Token) => void
  /** A flag that cannot be read opens a choice and never toggles blindly. */
  choose: (token: Token, field: 'write' | 'active', from: HTMLElement) => void
  more: (token: Token, from: HTMLElement) => void
}

/** The same object for the life of the page, so that a row renders again only when it changed itself. */
export function useSteadyActs(acts: RowActs): RowActs {
  const latest = useRef(acts)
  latest.current = acts
  const [steady] = useState<RowActs>(() => ({
    switch: (...args) => latest.current.switch(...args),
    edit: (...args) => latest.current.edit(...args),
    copy: (...args) => latest.current.copy(...args),
    reveal: (...args) => latest.current.reveal(...args),
    choose: (...args) => latest.current.choose(...args),
    more: (...args) => latest.current.more(...args),
  }))
  return steady
}
