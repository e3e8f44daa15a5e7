/** The pages that are compared. The yardstick is a page without any library. */
export const contenderNames = ['yardstick', 'ours', 'react-admin', 'tanstack'] as const
export type ContenderName = (typeof contenderNames)[number]

export interface Contender {
  name: ContenderName
  label: string
  sight: PageSight
  /** Shows all rows in one long page; otherwise ten rows a page. */
  scrolls: boolean
}

/** How to read a contender's page. The functions run in the page. */
export interface PageSight {
  names: () => string[]
  /** How many rows the page claims to show; NaN while it says nothing. */
  count: () => number
  /** Whether the page claims to have all `rows`. */
  isWhole: (rows: number) => boolean
  /** A selector for the element of one row. */
  row: string
}

/**
 * How to read each page. All rows are known when the page shows their number: ours no longer says *so far, loading…*,
 * the peers and the yardstick show no number before, and react-admin shows *1-10 of N*.
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
        return !said.includes('loading') && Number(/^[\d,]+/.exec(said)?.[0].replaceAll(',', '')) === rows
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
