/** Everything that must hold before a change lands, in the order in which it fails fastest. `npm test` runs it. */
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const tool = (path: string) => join(root, 'node_modules', path)

const steps: readonly [title: string, ...command: string[]][] = [
  ['Format and lint', tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'],
  ['Types', tool('typescript/bin/tsc'), '-p', '.'],
  ['Types of the pages', tool('typescript/bin/tsc'), '-p', 'web'],
  ['Pages', 'server/src/http/pages.ts', '--if-needed'],
  [
    'Tests',
    '--test',
    // The runner would leave one core to itself, which hardly needs it.
    `--test-concurrency=${availableParallelism()}`,
    '--test-global-setup=server/src/testing/setup.ts',
    ...['devices', 'server', 'web'].map((workspace) => `${workspace}/**/*.test.ts`),
  ],
]

for (const [title, ...command] of steps) {
  const started = Date.now()
  console.log(`\n▸ ${title}`)
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`\n✖ ${title} failed.`)
    process.exit(status ?? 1)
  }
  console.log(`✔ ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
}
