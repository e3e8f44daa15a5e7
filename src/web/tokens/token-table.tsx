import { useMemo, useRef, useState, type ReactNode } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { TokenChange } from '#contract/token-saving.ts'
import type { Token } from '#contract/token.ts'
import type { TokenNote as Note } from '#web/service/notes.ts'
import { LongRows } from '#web/ui/long-rows.tsx'
import { SortHeader, type Sort } from '#web/ui/sort-header.tsx'
import type { RowActs } from './row-acts.ts'
import { TokenRow } from './token-row.tsx'
import type { Sight } from './token-status.ts'
import type { TokenColumn } from './token-view.ts'

interface Props {
  list: RowStore<Token>
  /** Numbers of the rows to show, in order. */
  rows: readonly number[]
  sight: Sight
  sort: Sort<TokenColumn>
  onSort: (sort: Sort<TokenColumn>) => void
  pending: ReadonlyMap<string, TokenChange>
  notes: ReadonlyMap<string, Note>
  saved: ReadonlySet<string>
  revealed: string | undefined
  readOnly: boolean
  acts: RowActs
  /** What opens under a row: its value, its verdict. */
  under: (token: Token) => ReactNode[]
}

const columns: readonly { column: TokenColumn; label: string; className: string }[] = [
  { column: 'name', label: 'Name', className: 'c-name' },
  { column: 'status', label: 'Status', className: 'c-status' },
  { column: 'expires', label: 'Expires', className: 'c-exp' },
  { column: 'write', label: 'Write', className: 'c-sw' },
  { column: 'active', label: 'Active', className: 'c-sw' },
  { column: 'updated', label: 'Updated', className: 'c-upd' },
]

/** The table of tokens. Its roles are explicit, since cards and virtual rows lose the native ones. */
export function TokenTable(props: Props) {
  const { list, rows, sight, sort, onSort, pending, notes, saved, revealed, readOnly, under } = props
  const reach = useRef<((index: number) => void) | null>(null)
  const [focused, setFocused] = useState<number>()
  const body = useRef<HTMLTableElement>(null)

  /** A row of the table for each shown row, one more for each that is open under one. */
  const opened = useMemo(() => {
    const names = new Set([...notes.keys(), ...(revealed === undefined ? [] : [revealed])])
    return rows.flatMap((row, index) => (names.has(list.at(row).name) ? [index] : []))
  }, [notes, revealed, rows, list])
  const rowIndexOf = (index: number) => index + 2 + opened.filter((at) => at < index).length

  const { move } = props.acts
  const acts = useMemo(
    () => ({
      ...props.acts,
      move: (token: Token, by: 1 | -1) => {
        const at = rows.findIndex((row) => list.at(row).name === token.name) + by
        const next = rows[at]
        if (next === undefined) return move(token, by)
        reach.current?.(at)
        focusName(body.current, list.at(next).name)
      },
    }),
    [props.acts, move, rows, list],
  )

  return (
    <div className="panel table-panel">
      <table
        ref={body}
        role="table"
        aria-label="Tokens"
        aria-rowcount={rows.length + 1 + opened.length}
        className="grid tokens"
        onFocus={(event) => setFocused(indexAround(event.target))}
        onBlur={() => setFocused(undefined)}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <SortHeader key={column.column} {...column} sort={sort} onSort={onSort} />
            ))}
            <th role="columnheader" scope="col" className="c-act">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <LongRows
          count={rows.length}
          keyOf={(index) => `${list.at(rows[index] ?? 0).name}\u0000${repeats(list, rows[index] ?? 0)}`}
          columns={7}
          rowHeight={40}
          keep={focused}
          reach={reach}
        >
          {(index, measure) => {
            const token = list.at(rows[index] ?? 0)
            const below = under(token)
            const rowIndex = rowIndexOf(index)
            return (
              <tbody role="rowgroup" ref={measure} data-index={index}>
                <TokenRow
                  token={token}
                  sight={sight}
                  pending={pending.get(token.name)}
                  justSaved={saved.has(token.name)}
                  revealed={revealed === token.name}
                  readOnly={readOnly}
                  acts={acts}
                  rowIndex={rowIndex}
                  hasNote={below.length > 0}
                />
                {below.length > 0 && (
                  <tr role="row" className="note" aria-rowindex={rowIndex + 1}>
                    <td role="cell" colSpan={7}>
                      {below}
                    </td>
                  </tr>
                )}
              </tbody>
            )
          }}
        </LongRows>
      </table>
    </div>
  )
}

/** Focuses the name button of a row, now or once it is mounted. */
export function focusName(within: HTMLElement | null, name: string): void {
  const focus = () => {
    for (const button of (within ?? document).querySelectorAll<HTMLElement>('[data-name]')) {
      if (button.dataset['name'] !== name) continue
      button.focus({ preventScroll: false })
      return true
    }
    return false
  }
  if (!focus()) requestAnimationFrame(() => focus() || requestAnimationFrame(focus))
}

function indexAround(target: Element): number | undefined {
  const index = target.closest<HTMLElement>('tbody[data-index]')?.dataset['index']
  return index === undefined ? undefined : Number(index)
}

/** A service may list one name twice; the rows must still be told apart. */
function repeats(list: RowStore<Token>, row: number): string {
  return list.find(list.at(row).name) === row ? '' : String(row)
}
