import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A setting that cannot be used. The message is one sentence that names the setting and never quotes its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** The environment variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>

/**
 * A secret from its variable, or else from the file that `…_FILE` names; `-` is standard input.
 * @throws {SettingsError} if that cannot be read, or if others may write it.
 */
export function readSecret(env: Env, name: string): string | undefined {
  const [given, file] = [env[name], env[`${name}_FILE`]]
  if (given || !file) return given
  try {
    if (file !== '-') requirePrivateFile(`${name}_FILE`, file)
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw error instanceof SettingsError ? error : new SettingsError(`${name}_FILE names a file that cannot be read.`)
  }
}

/**
 * Refuses a file that others than root and this user may write or replace. `setting` names it. Returns its mode.
 * @throws {SettingsError} with what to do about it.
 */
export function requirePrivateFile(setting: string, file: string): number {
  const stats = statSync(file)
  const { mode, uid } = stats
  if (process.platform === 'win32') return 0 // Windows has no such modes
  const isOthers = (owner: number) => owner !== 0 && owner !== process.getuid?.()
  const refusal = (reason: string) => new SettingsError(`${setting} names a file ${reason}.`)
  if ((mode & 0o022) !== 0) throw refusal('that others may write: run chmod go-w on it')
  // A pipe is in no folder.
  const folderPaths = stats.isFile() ? [dirname(file), dirname(realpathSync(file))] : []
  const folders = folderPaths.map((folder) => statSync(folder))
  // Whoever owns a folder may replace what is in it.
  if ([uid, ...folders.map((folder) => folder.uid)].some(isOthers)) {
    throw refusal('of another user, or in the folder of one: give both to root, or to whoever runs the console')
  }
  // In a folder with the sticky bit, as /tmp, nobody may replace a file of others.
  if (folders.some((folder) => (folder.mode & 0o022) !== 0 && (folder.mode & 0o1000) === 0)) {
    throw refusal('in a folder that others may write: run chmod go-w on that folder')
  }
  return mode
}
