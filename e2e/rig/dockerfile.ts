import { execFile } from 'node:child_process'
import { cp, copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

/** What an image would be made of. `folder`: stands for its `/`. */
export interface Image {
  folder: string
  workdir: string
  env: Record<string, string>
  user: string | undefined
  /** ENTRYPOINT and CMD. */
  command: string[]
  healthcheck: string[]
}

/**
 * Carries out the lines of the Dockerfile in `dir`, each stage in a folder of its own, since no Docker runs in the tests.
 * The programs are those of this machine, instead of the base image's. `isShort`: a copy of the installed packages stands
 * for what `npm ci` installs. Returns the stages; the last one is the image.
 */
export async function carriedOut(dir: string, { isShort }: { isShort: boolean }): Promise<Image[]> {
  const stages: (Image & { name: string })[] = []
  const text = await readFile(join(root, 'Dockerfile'), 'utf8')
  for (const line of text.split('\n').filter((each) => /^[^#\s]/.test(each))) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    const stage = stages.at(-1)
    if (word === 'FROM') {
      const folder = join(dir, `stage-${stages.length}`)
      await mkdir(folder, { recursive: true })
      const name = / AS (\S+)$/.exec(rest)?.[1] ?? ''
      stages.push({ folder, name, workdir: folder, env: {}, user: undefined, command: [], healthcheck: [] })
    } else if (stage === undefined) throw new Error(`Before FROM: ${line}`)
    else if (word === 'WORKDIR') await mkdir((stage.workdir = join(stage.folder, rest)), { recursive: true })
    else if (word === 'COPY') await copied(rest.split(' '), stage, stages)
    else if (word === 'RUN') {
      if (rest === 'npm ci' && isShort) await linked(join(root, 'node_modules'), join(stage.workdir, 'node_modules'))
      else await inShell(rest, stage)
    } else if (word === 'ENV') {
      for (const pair of rest.split(' ')) stage.env[pair.split('=', 1)[0] ?? ''] = pair.slice(pair.indexOf('=') + 1)
    } else if (word === 'USER') stage.user = rest
    else if (word === 'HEALTHCHECK') stage.healthcheck = words(rest.slice(rest.indexOf('CMD ') + 4))
    else if (word === 'ENTRYPOINT' || word === 'CMD') stage.command.push(...words(rest))
    else if (word !== 'EXPOSE') throw new Error(`What does this mean? ${line}`)
  }
  return stages
}

const words = (json: string) => JSON.parse(json) as string[]

async function inShell(command: string, { workdir, env }: Image): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  await run('sh', ['-ec', command], {
    cwd: workdir,
    env: { PATH: `${dirname(process.execPath)}:${PATH}`, HOME, npm_config_prefer_offline: 'true', ...env },
    maxBuffer: 2 ** 24,
  })
}

async function copied(parts: string[], stage: Image, stages: readonly (Image & { name: string })[]): Promise<void> {
  const [, name] = /^--from=(.+)$/.exec(parts[0] ?? '') ?? []
  const [to = '', ...from] = parts.slice(name === undefined ? 0 : 1).toReversed()
  const source = name === undefined ? root : stages.find((each) => each.name === name)?.folder
  if (source === undefined) throw new Error(`No stage is called ${name}.`)
  const target = join(to.startsWith('/') ? stage.folder : stage.workdir, to)
  const context = new Set(name === undefined ? await ofContext() : [])
  for (const path of from) {
    const isFolder = (await stat(join(source, path))).isDirectory()
    const isSent = (file: string) => name !== undefined || context.has(file.slice(root.length + 1).split('/')[0] ?? '')
    if (!isFolder && !isSent(join(source, path))) throw new Error(`.dockerignore leaves out ${path}.`)
    // Of a folder its content is copied.
    await cp(join(source, path), isFolder ? target : join(target, basename(path)), {
      recursive: true,
      filter: (file) => file === join(source, path) || isSent(file),
      verbatimSymlinks: true,
    })
  }
}

/** A folder with what is sent to Docker, and the installed packages, for a build. */
export async function buildFolder(dir: string): Promise<string> {
  for (const name of await ofContext()) await cp(join(root, name), join(dir, name), { recursive: true })
  await linked(join(root, 'node_modules'), join(dir, 'node_modules'))
  return dir
}

/** What is sent to Docker: `.dockerignore` leaves out everything, and then takes in what it names at the top level. */
async function ofContext(): Promise<string[]> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n').filter((line) => /^[^#]/.test(line))
  const [all, ...taken] = lines
  if (all !== '*' || taken.some((line) => !/^![\w.-]+$/.test(line))) throw new Error('.dockerignore reads otherwise.')
  return (await readdir(root)).filter((name) => taken.includes(`!${name}`))
}

/** Copies a folder of packages as hard links, which takes a second; where there are none, as files. */
async function linked(from: string, to: string): Promise<void> {
  await run('cp', ['-al', from, to]).catch(() => cp(from, to, { recursive: true, verbatimSymlinks: true }))
  // npm writes into this one, which would change that of the original.
  const list = '.package-lock.json'
  await rm(join(to, list))
  await copyFile(join(from, list), join(to, list))
}
