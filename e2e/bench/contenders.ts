/** Those who are compared; the yardstick shows what a page without any library takes. */
export const contenderNames = ['yardstick', 'ours', 'react-admin', 'tanstack'] as const
export type ContenderName = (typeof contenderNames)[number]

export interface Contender {
  name: ContenderName
  label: string
  sight: PageSight
  /** Shows all rows in one long page; else a page of ten. */
  scrolls: boolean
}

/** How a contender's page is read. The functions run in the page. */
export interface PageSight {
  names: () => string[]
  /** How many rows the page says that it shows; NaN while it says nothing. */
  count: () => number
  /** Whether the page says that it has all `rows`. */
  isWhole: (rows: number) => boolean
  /** A selector of the element of one row. */
  row: string
}

/**
 * How each page is read. All rows are known when it shows the number of all: ours no longer says "so far, loading…",
 * the peers and the yardstick show a number only then, react-admin "1-10 of N" in its pages.
 */
export const contenders: Record<ContenderName, Contender> = {
  yardstick: {
    name: 'yardstick',
    label: 'yardstick: plain JavaScript',
    scrolls: true,
    sight: {
      names: () =>
        Array.from(document.querySelectorAll<HTMLElement>('.row:not([hidden])'), (row) => row.dataset['name'] ?? ''),
      count: () => Number.parseInt(document.querySelector('#count')?.textContent ?? ''),
      isWhole: (rows) => document.querySelector('#count')?.textContent === `${rows} tokens`,
      row: '.row',
    },
  },
  ours: {
    name: 'ours',
    label: 'Query Admin, through its console server',
    scrolls: true,
    sight: {
      names: () =>
        Array.from(
          document.querySelectorAll<HTMLElement>('table.tokens [data-name]'),
          (name) => name.dataset['name'] ?? '',
        ),
      count: () => Number(document.querySelector('table.tokens')?.getAttribute('aria-rowcount') ?? Number.NaN) - 1,
      isWhole: (rows) => {
        const said = document.querySelector('.page-head .meta')?.textContent ?? ''
        return !said.includes('reading') && Number(/^[\d,]+/.exec(said)?.[0].replaceAll(',', '')) === rows
      },
      row: 'tbody[data-index]',
    },
  },
  'react-admin': {
    name: 'react-admin',
    label: 'react-admin, 10 rows a page',
    scrolls: false,
    sight: {
      names: () => Array.from(document.querySelectorAll('tbody .column-name'), (cell) => cell.textContent),
      count: () =>
        Number(/ of (\d+)/.exec(document.querySelector('.MuiTablePagination-displayedRows')?.textContent ?? '')?.[1]),
      isWhole: (rows) =>
        document.querySelector('.MuiTablePagination-displayedRows')?.textContent.endsWith(` of ${rows}`) === true,
      row: 'tbody tr',
    },
  },
  tanstack: {
    name: 'tanstack',
    label: 'React Query + TanStack Table + Virtual',
    scrolls: true,
    sight: {
      names: () => Array.from(document.querySelectorAll<HTMLElement>('.row'), (row) => row.dataset['name'] ?? ''),
      count: () => Number.parseInt(document.querySelector('#count')?.textContent ?? ''),
      isWhole: (rows) => document.querySelector('#count')?.textContent === `${rows} tokens`,
      row: '.row',
    },
  },
}
