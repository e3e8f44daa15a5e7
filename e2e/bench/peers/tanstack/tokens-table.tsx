import { useQuery } from '@tanstack/react-query'
import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  filterFn_includesString,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { dateOf, readTokens, type Token } from '#peers/token.ts'
import { ActiveSwitch } from './active-switch.tsx'

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns: { includesString: filterFn_includesString },
  sortFns: { alphanumeric: sortFn_alphanumeric },
})
const helper = createColumnHelper<typeof features, Token>()
const columns = helper.columns([
  helper.accessor('name', { header: 'Name', filterFn: 'includesString', sortFn: 'alphanumeric' }),
  helper.accessor('expiration_date', { header: 'Expires', cell: (cell) => dateOf(cell.getValue()) }),
  helper.accessor('updated_at', { header: 'Updated', cell: (cell) => dateOf(cell.getValue()) }),
  helper.accessor('write', { header: 'Write', cell: (cell) => (cell.getValue() === 1 ? 'yes' : 'no') }),
  helper.accessor('active', { header: 'Active', cell: (cell) => <ActiveSwitch token={cell.row.original} /> }),
])
const none: Token[] = []

/** All tokens in one table. The table's row models filter and sort; rows are virtual. */
export function TokensTable() {
  const { data = none, isPending } = useQuery({ queryKey: ['tokens'], queryFn: ({ signal }) => readTokens(signal) })
  const table = useTable({ features, columns, data, getRowId: (token) => token.name })
  const { rows } = table.getRowModel()
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the compiler that it is about is not used
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 40,
    overscan: 6,
  })
  const name = table.getColumn('name')
  return (
    <>
      <header>
        <input
          type="search"
          aria-label="Search tokens"
          onChange={(event) => name?.setFilterValue(event.target.value.trim())}
        />
        {!isPending && <output id="count">{`${rows.length} tokens`}</output>}
      </header>
      {table.getHeaderGroups().map((group) => (
        <div key={group.id} className="head">
          {group.headers.map((header) => (
            // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- what it holds is rendered below
            <button key={header.id} type="button" onClick={header.column.getToggleSortingHandler()}>
              <table.FlexRender header={header} />
            </button>
          ))}
        </div>
      ))}
      <div ref={scroller} className="rows">
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return (
              row && (
                <div
                  key={row.id}
                  className="row"
                  data-name={row.original.name}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {row.getAllCells().map((cell) => (
                    <span key={cell.id}>
                      <table.FlexRender cell={cell} />
                    </span>
                  ))}
                </div>
              )
            )
          })}
        </div>
      </div>
    </>
  )
}
