import { contenderNames, type ContenderName } from './contenders.ts'

/** What to measure. */
export interface Options {
  rounds: number
  rows: readonly number[]
  only: readonly ContenderName[]
  /** How many times slower the CPU is, one after the other. */
  speeds: readonly number[]
  /** Measure nothing; print the tables of the last run. */
  print: boolean
}

export const help = `npm run bench -- [options]

Measures the console beside its peers and prints the result as Markdown. What was measured stands in
.reports/bench.json and .reports/bench.md, written anew after each round, so that an interrupted run is not lost.

  --rounds=3                          how often everything is measured; the tables show medians
  --rows=1000,10000,100000            lengths of the list
  --only=yardstick,ours,react-admin,tanstack
                                      who is measured
  --slow=both|only|no                 the processor as it is and 4 times slower, only slower, only as it is
  --print                             print the tables of the last run again
  --help                              this text`

/** @throws {Error} with a sentence for the user. */
export function optionsFrom(args: readonly string[]): Options {
  const given = new Map<string, string>()
  for (const arg of args) {
    const [, name = '', value = ''] = /^--([a-z]+)(?:=(.+))?$/.exec(arg) ?? []
    if (!known.includes(name)) throw new Error(`${arg} is no option. npm run bench -- --help shows them all.`)
    given.set(name, value)
  }
  const numbers = (name: string, usual: string) =>
    (given.get(name) ?? usual).split(',').map((text) => {
      if (/^[1-9]\d*$/.test(text)) return Number(text)
      throw new Error(`--${name} takes whole numbers above 0, separated by commas.`)
    })
  const word = <Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word => {
    const found = words.find((one) => one === (given.get(name) ?? words[0]))
    if (found === undefined) throw new Error(`--${name} is one of ${words.join(', ')}.`)
    return found
  }
  const names = (given.get('only') ?? contenderNames.join()).split(',')
  const only = contenderNames.filter((name) => names.includes(name))
  if (only.length !== names.length) throw new Error(`--only takes some of ${contenderNames.join()}.`)
  return {
    rounds: numbers('rounds', '3')[0] ?? 3,
    rows: numbers('rows', '1000,10000,100000'),
    only,
    speeds: { both: [1, 4], only: [4], no: [1] }[word('slow', ['both', 'only', 'no'])],
    print: given.has('print'),
  }
}

const known: readonly string[] = ['rounds', 'rows', 'only', 'slow', 'print']
