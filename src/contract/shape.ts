/**
 * What reads things of unknown make, as zod does, in a fifteenth of its bytes: for what a page reads before its first
 * list is painted. Forms and reports, which come later, are zod's.
 */
export interface Shape<Out> {
  /** What is kept: fields that no shape names fall away. */
  safeParse: (said: unknown) => { success: true; data: Out } | { success: false; data?: never }
  /** @throws {TypeError} without a word of what was said. */
  parse: (said: unknown) => Out
}

/** The type of what a shape keeps. */
export type Shaped<S> = S extends Shape<infer Out> ? Out : never

/** A shape of a field that may be missing. */
interface Optional<Out> extends Shape<Out | undefined> {
  optional: true
}

type Fields = Record<string, Shape<unknown>>
type Given<F extends Fields> = { [K in keyof F as F[K] extends Optional<unknown> ? never : K]: Shaped<F[K]> }
type MayLack<F extends Fields> = { [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: Shaped<F[K]> }
type Kept<F extends Fields> = { [K in keyof (Given<F> & MayLack<F>)]: (Given<F> & MayLack<F>)[K] }

/** In place of a thing that is not of the shape; undefined may be one that is. */
const not = Symbol('not of this shape')

function shape<Out>(read: (said: unknown) => Out | typeof not): Shape<Out> {
  const safeParse: Shape<Out>['safeParse'] = (said) => {
    const data = read(said)
    return data === not ? { success: false } : { success: true, data }
  }
  return {
    safeParse,
    parse(said) {
      const { success, data } = safeParse(said)
      if (!success) throw new TypeError('not of the shape that was expected')
      return data
    },
  }
}

/** Any text. */
export const string = shape((said) => (typeof said === 'string' ? said : not))

/** Any number that JSON can write. */
export const number = shape((said) => (typeof said === 'number' && Number.isFinite(said) ? said : not))

/** True or false. */
export const boolean = shape((said) => (typeof said === 'boolean' ? said : not))

/** One of these words. */
export const literal = <const Word extends string | true>(...words: readonly Word[]): Shape<Word> =>
  shape((said) => words.find((word) => word === said) ?? not)

/** The same, or undefined; in an object: or not there. */
export const optional = <Out>(of: Shape<Out>): Optional<Out> => ({
  ...shape((said) => (said === undefined ? undefined : held(of, said))),
  optional: true,
})

/** The same, or null. */
export const nullable = <Out>(of: Shape<Out>): Shape<Out | null> =>
  shape((said) => (said === null ? null : held(of, said)))

/** A list of such things. */
export const array = <Out>(of: Shape<Out>): Shape<Out[]> =>
  shape((said) => {
    if (!Array.isArray(said)) return not
    const read: Out[] = []
    for (const one of said) {
      const data = held(of, one)
      if (data === not) return not
      read.push(data)
    }
    return read
  })

/** The first of these shapes that fits. */
export const union = <const Of extends readonly Shape<unknown>[]>(of: Of): Shape<Shaped<Of[number]>> =>
  shape((said) => {
    for (const one of of) {
      const data = held(one, said)
      if (data !== not) return data as Shaped<Of[number]>
    }
    return not
  })

/** What `to` makes of a thing of this shape. */
export const mapped = <In, Out>(of: Shape<In>, to: (data: In) => Out): Shape<Out> =>
  shape((said) => {
    const data = held(of, said)
    return data === not ? not : to(data)
  })

/** An object with these fields. `strict`: with no others. */
export const object = <F extends Fields>(fields: F, { strict = false } = {}): Shape<Kept<F>> => {
  const named = Object.entries(fields)
  return shape((said) => {
    if (typeof said !== 'object' || said === null || Array.isArray(said)) return not
    if (strict && Object.keys(said).some((name) => !Object.hasOwn(fields, name))) return not
    const given: Record<string, unknown> = { ...said }
    const kept: Record<string, unknown> = {}
    for (const [name, of] of named) {
      const data = held(of, given[name])
      if (data === not) return not
      if (!('optional' in of) || Object.hasOwn(given, name)) kept[name] = data
    }
    return kept as Kept<F>
  })
}

function held<Out>(of: Shape<Out>, said: unknown): Out | typeof not {
  const { success, data } = of.safeParse(said)
  return success ? data : not
}
