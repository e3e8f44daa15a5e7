import { expect, test } from 'vitest'
import { createCodeFiles } from './code-files.ts'

const first = 'https://c.test/admin/assets/first.js'
const build: Record<string, string> = {
  'users.js': 'import{a as b}from"./first.js";import"./dialog.js";export{c}from"./menu.js";import("./late.js")',
  'dialog.js': 'import{x}from"./menu.js";import React from"react"',
  'menu.js': 'import{y}from"./dialog.js"', // a cycle
}

/** Fetches from the build; `failing` files do not arrive. */
function codeFiles(failing: Set<string>) {
  const fetched: string[] = []
  const fetch = async (url: string) => {
    const file = url.replace('https://c.test/admin/assets/', '')
    fetched.push(file)
    if (failing.has(file)) throw new TypeError('Failed to fetch')
    return new Response(build[file] ?? null, { status: file in build ? 200 : 404 })
  }
  return { fetched, fetchCode: createCodeFiles(fetch, first) }
}

test('a file is fetched once with all that it imports, and nothing that runs already', async () => {
  const { fetched, fetchCode } = codeFiles(new Set())
  await Promise.all([fetchCode('./users.js', first), fetchCode('./users.js', first)])
  await fetchCode('./menu.js', first)
  expect(fetched).toEqual(['users.js', 'dialog.js', 'menu.js'])
})

test.each(['users.js', 'dialog.js', 'menu.js'])(
  'if %s does not arrive, it is fetched again on the next use',
  async (file) => {
    const failing = new Set([file])
    const { fetched, fetchCode } = codeFiles(failing)
    await expect(fetchCode('./users.js', first)).rejects.toThrow('Failed to fetch')
    failing.clear()
    fetched.length = 0
    await fetchCode('./users.js', first)
    expect(fetched).toContain(file)
  },
)

test('a file that a newer build has replaced is not imported', async () => {
  const { fetchCode } = codeFiles(new Set())
  await expect(fetchCode('./gone.js', first)).rejects.toThrow('404')
})
