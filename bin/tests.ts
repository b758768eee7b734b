/** Which test files run, in how many processes, and what happens when some of them fail. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

export const root = join(import.meta.dirname, '..')

const setup = 'server/testing/setup.ts'

/** More failures than this are no accident of timing. */
const retriedMost = 8

/** Each has a process to itself: they fill it with what they make up, or count what it has done (prepared statements). */
const isAlone = (file: string) => /^server\/(fuzz|sim)\/|kernel\/db\/statement\.test/.test(file)
/** These start first, because they take longest. */
const isStory = (file: string) => file.startsWith('server/stories/')
const needsDatabase = (file: string) => file.startsWith('server/')

/** How many files share a process. More would save little, and one process would run on alone at the end. */
const batchSize = { stories: 2, server: 20, other: 40 } as const

export function listTests(): readonly string[] {
  return globSync(
    ['bin', 'devices', 'server', 'web'].map((workspace) => `${workspace}/**/*.test.ts`),
    { cwd: root, exclude: (name) => name === 'node_modules' },
  ).sort()
}

/** The files whose path contains one of the words (begins with it, after a `./`), or whose text does when no path has it. */
export function findTests(words: readonly string[]): readonly string[] {
  const all = listTests()
  const found = words.flatMap((word) => {
    const plain = word.replace(/^\.?\//, '')
    const byPath = all.filter((file) => (plain === word ? file.includes(word) : file.startsWith(plain)))
    return byPath.length > 0 ? byPath : all.filter((file) => readFileSync(join(root, file), 'utf8').includes(word))
  })
  return [...new Set(found)].sort()
}

/** Neighbours in a folder are alike, long or short, so they are dealt out like cards. */
function deal(files: readonly string[], size: number): readonly (readonly string[])[] {
  const count = Math.ceil(files.length / size)
  return Array.from({ length: count }, (_, batch) => files.filter((_, at) => at % count === batch))
}

export function batchesOf(files: readonly string[]): readonly (readonly string[])[] {
  const stories = files.filter(isStory)
  const alone = files.filter(isAlone)
  const other = files.filter((file) => !needsDatabase(file))
  const server = files.filter((file) => ![stories, alone, other].flat().includes(file))
  return [
    ...deal(stories, batchSize.stories),
    ...alone.map((file) => [file]),
    ...deal(server, batchSize.server),
    ...deal(other, batchSize.other),
  ]
}

/**
 * A few files that fail while all cores are busy run once more, each alone. What fails again fails the run; what
 * passes is named at the end, because a test that needs a quiet machine is a defect too.
 */
export function runTests(files: readonly string[], flags: readonly string[] = []): number {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-check-'))
  try {
    // One more than there are cores: a file often waits for its database or its browser.
    const first = attempt(folder, batchesOf(files), availableParallelism() + 1, flags)
    if (first.status === 0) return 0
    if (first.failed.length === 0 || first.failed.length > retriedMost) return 1
    const names = first.failed
      .flat()
      .map((file) => `  ${file}`)
      .join('\n')
    console.log(`\n▸ Once more, alone:\n${names}`)
    const again = attempt(folder, first.failed, 1, flags)
    if (again.status === 0) console.warn(`\n⚠ Failed beside the others and passed alone. Find out why:\n${names}`)
    return again.status
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Outcome {
  readonly status: number
  /** Mostly one file each; the whole batch when its process ended early. */
  readonly failed: readonly (readonly string[])[]
}

function attempt(
  folder: string,
  batches: readonly (readonly string[])[],
  concurrency: number,
  flags: readonly string[],
): Outcome {
  const list = join(folder, 'failed')
  const batchOf = new Map(batches.map((batch, at) => [scriptOf(folder, batch, at), batch]))
  const { status } = spawnSync(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${concurrency}`,
      // A test that hangs ends here, long after any other has, and so does a batch.
      '--test-timeout=600000',
      ...(batches.flat().some(needsDatabase) ? [`--test-global-setup=${setup}`] : []),
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./bin/failed-files.ts',
      `--test-reporter-destination=${list}`,
      ...flags,
      ...batchOf.keys(),
    ],
    { cwd: root, stdio: 'inherit' },
  )
  const named = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  return { status: status ?? 1, failed: named.map((file) => batchOf.get(file) ?? [relative(root, file)]) }
}

/** What Node's runner starts for a batch. It sorts what it is given, so the names keep our order. */
function scriptOf(folder: string, batch: readonly string[], at: number): string {
  const script = join(folder, `batch-${String(at + 1).padStart(3, '0')}.mjs`)
  const runner = pathToFileURL(join(import.meta.dirname, 'test-batch.ts')).href
  const paths = batch.map((file) => join(root, file))
  writeFileSync(script, `import { runBatch } from '${runner}'\nawait runBatch(${JSON.stringify(paths, null, 2)})\n`)
  return script
}
