/**
 * What must hold before a change lands, in the order in which it fails fastest: `npm test` while you work, and with
 * `--all` everything. With words it runs only the tests that they select.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findChangedTests, listStaged } from './changed.ts'
import { findTests, listQuickTests, listTests, root, runTests } from './tests.ts'

const help = `npm test                  format and lint, types, pages, and the tests next to the code
npm test -- --all         before a landing: also stories, every row of the API, and short fuzz, sim and chaos rounds
npm test -- units bills   only the tests whose path contains one of the words
npm test -- 'is refused'  words that no path contains are searched in the text of the tests
npm test -- --staged      what the pre-commit hook runs: format, types and the tests of the files to be committed
npm test -- --database postgres://…                 on this PostgreSQL, in databases of its own
npm test -- --database postgres://… --distributed   the same on a Citus cluster, with messages on its workers
npm test -- --help        this text

Arguments that begin with --test- go to Node's test runner: --test-name-pattern='…' picks tests by title.`

const tool = (path: string) => join(root, 'node_modules', path)

interface Outcome {
  readonly status: number
  /** Shown when it ends, because several tools run at once. */
  readonly says: string
}
type Step = readonly [title: string, run: () => Promise<Outcome>]

async function node(...args: string[]): Promise<Outcome> {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const env = { ...process.env, ...color }
  const tool = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number>((resolve) => tool.once('close', (status) => resolve(status ?? 1)))
  const [out, errors, status] = await Promise.all([text(tool.stdout), text(tool.stderr), ended])
  return { status, says: out + errors }
}
const biome = (...args: string[]) => node(tool('@biomejs/biome/bin/biome'), ...args)

const types: readonly Step[] = [
  ['Types', () => node(tool('typescript/bin/tsc'), '-p', '.')],
  ['Types of the pages', () => node(tool('typescript/bin/tsc'), '-p', 'web')],
]
const pages: Step = ['Pages', () => node('server/src/entry/http/pages/pages.ts', '--if-needed')]
const tests = (files: readonly string[], flags: readonly string[]): Step => [
  'Tests',
  async () => ({ status: runTests(files, flags), says: '' }),
]

/** One group after the other; the steps of a group at once. */
function groupsOf(args: readonly string[]): readonly (readonly Step[])[] {
  const flags = args.filter((arg) => arg.startsWith('--test-'))
  const words = withoutDatabase(args.filter((arg) => !flags.includes(arg)))
  if (words.includes('--staged')) return stagedGroups(flags)
  const unknown = words.find((word) => word.startsWith('-') && word !== '--all')
  if (unknown !== undefined) end(`There is no option ${unknown}.\n\n${help}`)
  if (words.includes('--all')) {
    if (words.length > 1) end('--all runs every test, so it takes no words.')
    return wholeGroups(tests(listTests(), flags))
  }
  if (words.length > 0) {
    const files = findTests(words)
    if (files.length === 0) end(`No test has ${words.join(' or ')} in its path or its text.`)
    // A story builds the pages by itself when they are missing; here it happens once and before the clock of a test runs.
    return [files.some((file) => file.startsWith('server/stories/')) ? [pages] : [], [tests(files, flags)]]
  }
  return wholeGroups(tests(listQuickTests(), flags))
}

function wholeGroups(last: Step): readonly (readonly Step[])[] {
  const format: Step = ['Format and lint', () => biome('ci', '--error-on-warnings', '.')]
  return [[format, ...types, pages], [last]]
}

/** The tests learn of the database from their environment (server/testing/postgres.ts). */
function withoutDatabase(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--database')
  if (at >= 0) process.env.WAYMARK_TEST_DATABASE_URL = args[at + 1] ?? end('--database needs a URL.')
  if (args.includes('--distributed')) {
    if (process.env.WAYMARK_TEST_DATABASE_URL === undefined) end('--distributed needs --database and a URL.')
    process.env.WAYMARK_TEST_DISTRIBUTED = 'true'
  }
  return args.filter((arg, index) => arg !== '--distributed' && (at < 0 || (index !== at && index !== at + 1)))
}

function stagedGroups(flags: readonly string[]): readonly (readonly Step[])[] {
  const staged = listStaged()
  if (staged.length === 0) return []
  const format = () => biome('check', '--error-on-warnings', '--no-errors-on-unmatched', ...staged)
  const files = findChangedTests(staged)
  const isCode = staged.some((file) => /\.(tsx?|json)$/.test(file))
  return [[['Format and lint', format], ...(isCode ? types : [])], files.length > 0 ? [tests(files, flags)] : []]
}

function end(sentence: string): never {
  console.error(sentence)
  process.exit(64)
}

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(help)
  process.exit()
}

async function runStep([title, run]: Step): Promise<number> {
  const started = Date.now()
  console.log(`▸ ${title}`)
  const { status, says } = await run()
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(status === 0 ? `${says}✔ ${title} (${seconds} s)` : `${says}\n✖ ${title} failed.`)
  return status
}

for (const group of groupsOf(args)) {
  const statuses = await Promise.all(group.map(runStep))
  const failed = statuses.find((status) => status !== 0)
  if (failed !== undefined) process.exit(failed)
}
