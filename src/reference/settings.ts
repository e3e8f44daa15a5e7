import { parseArgs } from 'node:util'
import type { ReferenceOptions } from './embedded.ts'
import { parseReadings, type Readings } from './readings.ts'

/** The settings of `npm run reference`. */
export interface Settings extends ReferenceOptions {
  /** 0: any free port. */
  port: number
  /** The readings as text. */
  readingsText: string
}

/** A setting that cannot be used; the message is one sentence that names it. */
export class SettingFault extends Error {
  override readonly name = 'SettingFault'
}

const options = {
  port: { type: 'string' },
  dir: { type: 'string' },
  readings: { type: 'string' },
  'admin-email': { type: 'string' },
  'admin-password': { type: 'string' },
  bearer: { type: 'string' },
  empty: { type: 'boolean' },
} as const

/**
 * The settings in command-line arguments; `READINGS` and `DATA_DIR` from the environment are fallbacks.
 * @throws {SettingFault}
 */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  defaultDir: string,
): Settings {
  const flags = parseFlags(args)
  const port = Number(flags.port ?? '4174')
  if (!/^\d+$/.test(flags.port ?? '0') || port > 65_535) {
    throw new SettingFault(`--port must be a whole number from 0 to 65535, not "${flags.port}".`)
  }
  const [from, readingsText] = flags.readings
    ? ['--readings', flags.readings]
    : ['READINGS', environment.READINGS || 'documented']
  const readings = readReadings(from, readingsText)
  if (flags.bearer !== undefined) {
    if (!/^[\u0021-\u007e]+$/.test(flags.bearer)) {
      throw new SettingFault('--bearer must be one word of visible ASCII characters.')
    }
    if (readings.administrators === 'admin-users') {
      throw new SettingFault(
        `--bearer needs readings that know a fixed bearer; "${readingsText}" admits admin users only.`,
      )
    }
  }
  return {
    port,
    readings,
    readingsText,
    dir: flags.dir || environment.DATA_DIR || defaultDir,
    empty: flags.empty ?? false,
    adminEmail: flags['admin-email'],
    adminPassword: flags['admin-password'],
    bearer: flags.bearer,
  }
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (fault) {
    const [sentence = ''] = (fault instanceof Error ? fault.message : String(fault)).split('\n')
    throw new SettingFault(`${sentence.replace(/\.$/, '')}.`)
  }
}

function readReadings(from: string, text: string): Readings {
  try {
    return parseReadings(text)
  } catch (fault) {
    throw new SettingFault(`${from}: ${fault instanceof Error ? fault.message : String(fault)}`)
  }
}
