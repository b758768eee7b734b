/** Which test files run, in how many processes, and what happens when some of them fail. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { filesMost, type Share } from './test-share.ts'

export const root = join(import.meta.dirname, '..')

const setup = 'server/testing/setup.ts'

/** More failures than this are no accident of timing. */
const retriedMost = 8

/** Each has a process to itself: they fill it with what they make up, or count what it has done (prepared statements). */
const isAlone = (file: string) => /^server\/(fuzz|sim)\/|kernel\/db\/(statement|query)\.test/.test(file)
/** These take longest. */
const isStory = (file: string) => file.startsWith('server/stories/')
/** Of the whole product: stories, every row of the route table, and what belongs to `npm run bench`, `chaos`, `fuzz` and `sim`. */
const isOfWhole = (file: string) => isStory(file) || /^server\/(every-row|bench|chaos|fuzz|sim)\//.test(file)
const needsDatabase = (file: string) => file.startsWith('server/')

export function listTests(): readonly string[] {
  return globSync(
    ['bin', 'devices', 'server', 'web'].map((workspace) => `${workspace}/**/*.test.ts`),
    { cwd: root, exclude: (name) => name === 'node_modules' },
  ).sort()
}

/** The tests that stand next to what they test. The others are run by `--all` and take longer than all of these. */
export const listQuickTests = (): readonly string[] => listTests().filter((file) => !isOfWhole(file))

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

/** All processes share one list, from which each takes the next: the longest first, so that none runs on alone at the end. */
export function sharesOf(files: readonly string[], processes: number): readonly (readonly string[])[] {
  const rank = (file: string) => (isStory(file) ? 0 : needsDatabase(file) ? 1 : 2)
  const shared = files.filter((file) => !isAlone(file)).toSorted((a, b) => rank(a) - rank(b))
  // The last of them find nothing left, unless one before them broke.
  const count = shared.length === 0 ? 0 : Math.ceil(shared.length / filesMost) + processes - 1
  return [...files.filter(isAlone).map((file) => [file]), ...Array.from({ length: count }, () => shared)]
}

/**
 * A few files that fail while all cores are busy run once more, each alone. What fails again fails the run; what
 * passes is named at the end, because a test that needs a quiet machine is a defect too.
 */
export function runTests(files: readonly string[], flags: readonly string[] = []): number {
  // Two more than there are cores: a file often waits for its database or its browser.
  const processes = availableParallelism() + 2
  const first = attempt(sharesOf(files, processes), processes, flags)
  if (first.status === 0) return 0
  if (first.failed.length === 0 || first.failed.length > retriedMost) return 1
  const names = first.failed.map((file) => `  ${file}`).join('\n')
  console.log(`\n▸ Once more, alone:\n${names}`)
  const again = attempt(
    first.failed.map((file) => [file]),
    1,
    flags,
  )
  if (again.status === 0) console.warn(`\n⚠ Failed together with others and passed alone. Find out why:\n${names}`)
  return again.status
}

interface Outcome {
  readonly status: number
  /** Also those that broke their process or did not come to an end. */
  readonly failed: readonly string[]
}

export function attempt(
  shares: readonly (readonly string[])[],
  concurrency: number,
  flags: readonly string[],
  { env, stdio }: Pick<SpawnSyncOptions, 'env' | 'stdio'> = { stdio: 'inherit' },
): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-check-'))
  const files = [...new Set(shares.flat())]
  const list = join(folder, 'failed')
  try {
    const scripts = shares.map((share, at) => scriptOf(folder, share, at))
    const { status } = spawnSync(
      process.execPath,
      [
        '--test',
        `--test-concurrency=${concurrency}`,
        ...(files.some(needsDatabase) ? [`--test-global-setup=${setup}`] : []),
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        '--test-reporter=./bin/failed-files.ts',
        `--test-reporter-destination=${list}`,
        ...flags,
        ...scripts,
      ],
      { cwd: root, stdio, ...(env && { env }) },
    )
    const named = readFileSync(list, 'utf8').split('\n')
    const log = globSync(join(folder, 'log-*')).flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    const isFailed = (file: string) =>
      named.includes(resolve(root, file)) || log.includes(`broken ${file}`) || !log.includes(`ended ${file}`)
    const failed = files.filter(isFailed)
    // A process that ends early may say that all is well.
    return { status: status || (failed.length > 0 ? 1 : 0), failed }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What Node's runner starts. It sorts what it is given, so the names keep our order. */
function scriptOf(folder: string, files: readonly string[], at: number): string {
  const name = String(at + 1).padStart(3, '0')
  const script = join(folder, `share-${name}.mjs`)
  const runner = pathToFileURL(join(import.meta.dirname, 'test-share.ts')).href
  const share: Share = { files, folder, log: join(folder, `log-${name}`) }
  writeFileSync(script, `import { runShare } from '${runner}'\nawait runShare(${JSON.stringify(share, null, 2)})\n`)
  return script
}
