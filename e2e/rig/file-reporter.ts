import { stripVTControlCharacters } from 'node:util'
import type { Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'

interface FileTests {
  waiting: number
  passed: number
  failed: number
  skipped: number
  /** Why they were skipped. */
  reasons: Set<string>
  /** Milliseconds, all its tests together. */
  took: number
}

/**
 * Prints one line for each test file when its last test has ended, after the messages of its failed tests. A deep run
 * also prints the figures that tests log.
 */
export default class FileReporter implements Reporter {
  private readonly files = new Map<string, FileTests>()

  onBegin(_: unknown, suite: Suite): void {
    for (const test of suite.allTests()) this.fileOf(test).waiting += 1
  }

  onTestEnd(test: TestCase, { status, duration, errors, annotations }: TestResult): void {
    const file = this.fileOf(test)
    file.waiting -= 1
    file.took += duration
    if (status === 'skipped') {
      file.skipped += 1
      for (const { description } of annotations) if (description !== undefined) file.reasons.add(description)
    } else if (test.ok()) file.passed += 1
    else {
      file.failed += 1
      console.log(`\n✗ ${nameOf(test)}:${test.location.line} › ${titleOf(test)}\n${messages(errors)}\n`)
    }
    if (file.waiting === 0) console.log(lineOf(nameOf(test), file))
  }

  onError(error: TestError): void {
    console.log(`\n✗ ${messages([error])}\n`)
  }

  onStdOut(chunk: string | Buffer): void {
    if (process.env['DEEP'] === '1') process.stdout.write(chunk)
  }

  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(chunk)
  }

  onEnd(): void {
    // Only after an interrupted run.
    for (const [name, file] of this.files) {
      if (file.waiting > 0) console.log(`${lineOf(name, file)}, ${file.waiting} not run`)
    }
  }

  printsToStdio(): boolean {
    return true
  }

  private fileOf(test: TestCase): FileTests {
    const name = nameOf(test)
    const file = this.files.get(name) ?? { waiting: 0, passed: 0, failed: 0, skipped: 0, reasons: new Set(), took: 0 }
    this.files.set(name, file)
    return file
  }
}

/** `tokens/change.e2e.ts`: the file that Playwright runs, even if another one declares the test. */
const nameOf = (test: TestCase) => test.titlePath()[2] ?? test.location.file
const titleOf = (test: TestCase) => test.titlePath().slice(3).join(' › ')

function lineOf(name: string, { passed, failed, skipped, reasons, took }: FileTests): string {
  const skips = [`${skipped} skipped`, ...reasons].join(': ')
  const counts = [`${passed} passed`, failed > 0 && `${failed} FAILED`, skipped > 0 && skips]
  return `${failed > 0 ? '✗' : '✓'} ${name}: ${counts.filter(Boolean).join(', ')} (${(took / 1000).toFixed(1)} s)`
}

const messages = (errors: readonly TestError[]) =>
  stripVTControlCharacters(
    errors.map(({ message, value, snippet }) => [message ?? value, snippet].join('\n')).join('\n'),
  )
