import { counted } from '#web/ui/time.ts'
import { largestFile, type FileFault } from './file-text.ts'
import type { LineFate } from './dry-run.ts'
import { mostLines, type FileLines } from './read-lines.ts'

/** Why a file was not read. */
export const fileFaultWords: Record<FileFault, string> = {
  empty: 'This file is empty.',
  'not-text': 'This file is not text. Save the sheet as CSV and choose that file.',
  spreadsheet: 'This is a workbook. Save the sheet as CSV and choose that file.',
  'too-large': `This file is larger than ${largestFile / 1e6} MB. Split it.`,
  unreadable: 'The browser could not read this file. Choose it again.',
}

/** Where a file breaks off. */
export const linesFaultWords = ({ fault, line }: Extract<FileLines, { fault: string }>) =>
  fault === 'quotes'
    ? `The quotes in line ${line} don’t match. Correct the file and choose it again.`
    : `This file has more than ${counted(mostLines, 'line')}. Split it.`

/** The fates of lines in the order in which they are shown: first what needs work. */
export const fates = ['invalid', 'twice', 'differs', 'create', 'same'] as const satisfies readonly Fate[]

/** What an import can do with a line. */
export type Fate = LineFate<unknown, unknown, unknown>['is']

/** The heading of the lines of one fate. `isListed`: whether the service shows what exists. */
export function fateWords(fate: Fate, isListed: boolean): string {
  if (fate === 'create' && !isListed) return 'Create, if it doesn’t exist'
  return {
    create: 'Create',
    same: 'Exists, same',
    differs: 'Exists, differs',
    twice: 'Twice in this file',
    invalid: 'Invalid',
  }[fate]
}

/** What is said about a line beside its name. */
export function lineWords(fate: LineFate<unknown, unknown, unknown>): string {
  switch (fate.is) {
    case 'differs':
      return fate.fields.join(', ')
    case 'twice':
      return `also in line ${fate.first}`
    case 'invalid':
      return fate.why
    case 'create':
    case 'same':
      return ''
  }
}
