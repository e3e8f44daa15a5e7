import { READINGS, type ReadingName, type Readings } from '#reference/readings.ts'

/** So many services, each with a choice for every switch, and what is not as the documentation has it by name. */
export function someServices(random: () => number, count: number): [label: string, readings: Readings][] {
  return Array.from({ length: count }, () => {
    const chosen = Object.entries(READINGS).map(([name, { choices }]) => [
      name,
      choices[Math.floor(random() * choices.length)],
    ])
    const readings = Object.fromEntries(chosen) as Readings
    // Where a part is switched off there is little to see: most services have both.
    if (random() < 0.9) Object.assign(readings, { 'tokens-administration': 'on', 'users-administration': 'on' })
    const others = Object.entries(readings).filter(
      ([name, choice]) => choice !== READINGS[name as ReadingName].choices[0],
    )
    return [others.map(([name, choice]) => `${name}=${choice}`).join(','), readings]
  })
}
