import { expect, test } from 'vitest'
import { columnTracks, tableColumns, type ColumnDefinition } from './columns.ts'

const column = (narrow: '4rem' | 'hidden', medium: '5rem' | 'hidden' = '5rem'): ColumnDefinition<object, object> => ({
  className: 'c-date',
  width: { wide: '6rem', medium, narrow, card: 'auto' },
  cell: () => undefined,
})

test('a field is a column if it has one, and a list that is too narrow for a column has neither track nor cell of it', () => {
  const columns = tableColumns({
    made: { label: 'Made', column: column('4rem') },
    secret: { label: 'Secret' },
    seen: { label: 'Seen', column: column('hidden') },
    used: { label: 'Used', column: column('hidden', 'hidden') },
  })
  expect(columns.map(({ name, className }) => [name, className])).toEqual([
    ['made', 'c-date'],
    ['seen', 'c-date not-narrow'],
    ['used', 'c-date not-medium not-narrow'],
  ])
  expect(columnTracks(columns, false)).toEqual({
    '--columns-wide': '2.75rem 6rem 6rem 6rem 3.5rem',
    '--columns-medium': '2.75rem 5rem 5rem 3.5rem',
    '--columns-narrow': '2.75rem 4rem 3.5rem',
    '--c-act': '3.5rem',
    '--c-date': 'auto',
  })
})
