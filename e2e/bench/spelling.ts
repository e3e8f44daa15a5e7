/** How a number is formatted. `task`: milliseconds of the longest task; 0: there was no long task. */
export type Unit = 'ms' | 'task' | 'bytes' | 'kilobytes' | 'count'

export function spelled(value: number, unit: Unit): string {
  switch (unit) {
    case 'ms':
      return `${value.toFixed(value > 0 && value < 10 ? 1 : 0)} ms`
    case 'task':
      return value === 0 ? 'none > 50 ms' : `${value.toFixed(0)} ms`
    case 'bytes':
      return `${(value / 1e6).toFixed(1)} MB`
    case 'kilobytes':
      return `${(value / 1e3).toFixed(0)} kB`
    case 'count':
      return value.toFixed(0)
  }
}
