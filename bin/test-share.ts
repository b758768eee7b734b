/**
 * One of the processes that share the test files. Loading the server takes longer than most of its tests, and each process
 * does it once.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')

/** Then the process ends and the next begins: what each file leaves in memory adds up. */
export const filesMost = 100

/** A file that hangs ends here, long after any other has. */
const timeout = 600_000

export interface Share {
  readonly files: readonly string[]
  /** Where the processes mark what they have taken. */
  readonly folder: string
  /** Where this one writes which file it begins, which has ended, and which had an error that nobody caught. */
  readonly log: string
}

let endings: (() => Promise<unknown>)[] | undefined

/** For what is worth keeping for the files that follow. False: no file follows, and each closes what it opened. */
export function endsWithShare(end: () => Promise<unknown>): boolean {
  endings?.push(end)
  return endings !== undefined
}

/** Takes one file after the other that no other process has taken. */
export async function runShare(share: Share): Promise<void> {
  endings = []
  await runFiles(share)
  for (const end of endings) await end()
}

async function runFiles({ files, folder, log }: Share): Promise<void> {
  let running = ''
  let taken = 0
  const note = (what: 'begun' | 'broken' | 'ended') => appendFileSync(log, `${what} ${running}\n`)
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => note('broken'))
  for (const file of files) {
    if (taken === filesMost) return
    if (!isOurs(join(folder, `taken ${file.replaceAll('/', ' ')}`))) continue
    running = file
    taken += 1
    note('begun')
    await runFile(file)
    note('ended')
  }
}

function isOurs(mark: string): boolean {
  try {
    writeFileSync(mark, '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
}

/** Each file is a suite, so what it opened is closed after its last test and before the next file is loaded. */
async function runFile(file: string): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  describe(file, { timeout }, async () => {
    try {
      await import(pathToFileURL(resolve(root, file)).href)
      // Hooks run in the order they were added, so this is the last of the file's own.
      after(() => end())
    } catch (error) {
      end()
      throw error
    }
  })
  const late = setTimeout(end, timeout + 10_000)
  await ended
  clearTimeout(late)
}
