import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const row = (name: string) => within(screen.getByRole('button', { name: `Edit ${name}` }).closest('tr')!)
const noDate = 'The service may mean “no date”'

test.each([0, -1, 86_399_999])(
  'beside a stored expiry of %s ms stands that the service may mean no date, in the tooltip of its cell and in its sheet',
  async (expiry) => {
    const { open } = await openConsole({
      tokens: ['none', 'dated'],
      before: ({ database }) =>
        void database.write('UPDATE token SET expiration_date = :expiry WHERE name = :name', { expiry, name: 'none' }),
    })
    await screen.findByRole('table', { name: 'Tokens' })
    const titleOf = (name: string) => {
      const cell = row(name)
        .getAllByRole('cell')
        .find((candidate) => candidate.className.includes('c-exp'))
      fireEvent.pointerOver(cell!.firstElementChild!)
      return cell?.title
    }
    expect(titleOf('none')).toMatch(new RegExp(`UTC · ${noDate}$`))
    expect(titleOf('dated')).toMatch(/UTC$/)
    expect((await open('none')).textContent).toContain(noDate)
  },
)

test('a value that can’t be read as a token is marked where others can, and not where none can', async () => {
  const openWith = (firstUnreadable: string) =>
    openConsole({
      tokens: ['ci', 'odd'],
      readings: 'query-server',
      before: ({ database }) =>
        void database.write("UPDATE token SET value = 'opaque ' || name WHERE name >= :firstUnreadable", {
          firstUnreadable,
        }),
    })
  const marked = 'Its value can’t be read as a token. Other values in this list can.'
  const { page } = await openWith('odd')
  await screen.findByRole('table', { name: 'Tokens' })
  expect(screen.getAllByText(marked)).toHaveLength(1)
  row('odd').getByText(marked)
  page.unmount()
  await openWith('ci')
  await screen.findByRole('table', { name: 'Tokens' })
  expect(screen.queryByText(marked)).toBeNull()
})
