/** Everything that must hold before a change lands, in the order in which it fails fastest. `npm test` runs it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const tool = (path: string) => join(root, 'node_modules', path)

type Step = readonly [title: string, run: () => number]

const node = (...args: string[]): number =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1

const steps: readonly Step[] = [
  ['Format and lint', () => node(tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.')],
  ['Types', () => node(tool('typescript/bin/tsc'), '-p', '.')],
  ['Types of the pages', () => node(tool('typescript/bin/tsc'), '-p', 'web')],
  ['Pages', () => node('server/src/entry/http/pages.ts', '--if-needed')],
  ['Tests', runTests],
]

/** More failures than this are no accident of timing. */
const retriedMost = 4

/**
 * A few files that fail while both cores are busy run once more, alone. What fails again fails the run; what passes is
 * named at the end, because a test that needs a quiet machine is a defect too.
 */
function runTests(): number {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-check-'))
  const list = join(folder, 'failed')
  try {
    // The runner would leave one core to itself, which hardly needs it.
    const everything = ['devices', 'server', 'web'].map((workspace) => `${workspace}/**/*.test.ts`)
    if (test(list, availableParallelism(), everything) === 0) return 0
    const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean)
    if (failed.length === 0 || failed.length > retriedMost) return 1
    const names = failed.map((file) => `  ${relative(root, file)}`).join('\n')
    console.log(`\n▸ Once more, alone:\n${names}`)
    const status = test(list, 1, failed)
    if (status === 0) console.warn(`\n⚠ Failed beside the others and passed alone. Find out why:\n${names}`)
    return status
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function test(failedList: string, concurrency: number, files: readonly string[]): number {
  return node(
    '--test',
    `--test-concurrency=${concurrency}`,
    // A test that hangs ends here, long after any other has.
    '--test-timeout=600000',
    '--test-global-setup=server/testing/setup.ts',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./bin/failed-files.ts',
    `--test-reporter-destination=${failedList}`,
    ...files,
  )
}

for (const [title, run] of steps) {
  const started = Date.now()
  console.log(`\n▸ ${title}`)
  const status = run()
  if (status !== 0) {
    console.error(`\n✖ ${title} failed.`)
    process.exit(status)
  }
  console.log(`✔ ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
}
