import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A program that a test started, and what it has printed so far. */
export interface Started {
  child: ChildProcess
  out: () => string
  err: () => string
  /** Its exit code, once it has ended and everything that it printed has arrived. */
  ended: Promise<number | null>
  /** Waits until it has printed this, however long that takes. @throws {Error} if it ends without. */
  waitForText: (text: RegExp) => Promise<RegExpExecArray>
}

interface ProcessOptions {
  env: Record<string, string | undefined>
  /** What it reads on standard input. */
  input?: string
  uid?: number
  gid?: number
}

/** Starts Node with these arguments in the folder of the project. It ends with its test at the latest. */
export function start(args: string[], { input = '', ...options }: ProcessOptions): Started {
  const child = spawn(process.execPath, args, { cwd: join(import.meta.dirname, '..', '..', '..'), ...options })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  child.stdin.on('error', () => undefined) // it may end before it reads
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const waitForText = (text: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const check = () => {
        const found = text.exec(out + err)
        if (found !== null) resolve(found)
      }
      check()
      for (const stream of [child.stdout, child.stderr]) stream.on('data', check)
      child.on('close', () => reject(new Error(`It ended without ${text}: ${out}${err}`)))
    })
  return { child, ended, waitForText, out: () => out, err: () => err }
}

/** Starts a command of the built program, which is built first where it is older than its sources. */
export function startBuilt(command: string[], options: ProcessOptions, ...nodeFlags: string[]): Started {
  return start([...nodeFlags, join(import.meta.dirname, '..', 'start.mjs'), ...command], options)
}

/** The address that a console server prints, without a slash at its end. */
export async function addressOf({ waitForText }: Started): Promise<string> {
  return (await waitForText(/ (https?:\S+)\//))[1]!
}
