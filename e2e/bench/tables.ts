import type { Report } from './report.ts'
export function tables(report: Report): string {
  return JSON.stringify(report.trials, undefined, 1)
}
