import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { findChangedTests } from './changed.ts'
import { filesMost } from './test-share.ts'
import { attempt, findTests, listQuickTests, listTests, root, sharesOf } from './tests.ts'

const own = 'bin/tests.test.ts'
const text = (file: string) => readFileSync(join(root, file), 'utf8')

test('every test file runs once', () => {
  const all = listTests()
  assert.ok(all.includes(own) && all.length > 300, `${all.length} files`)
  const shares = sharesOf(all, 3)
  const shared = shares.at(-1)!
  const others = shares.filter((share) => share !== shared)
  assert.deepEqual([...others, shared].flat().toSorted(), all)
  assert.ok((shares.length - others.length) * filesMost >= shared.length)
})

test('without --all run the tests next to the code, and no others are left out', () => {
  const quick = listQuickTests()
  const left = listTests().filter((file) => !quick.includes(file))
  assert.deepEqual([...new Set(left.map((file) => file.split('/').slice(0, 2).join('/')))].sort(), [
    'server/bench',
    'server/chaos',
    'server/every-row',
    'server/fuzz',
    'server/sim',
    'server/stories',
  ])
  const needBrowser = quick.filter((file) => /from '(#testing\/browser\/|playwright)/.test(text(file)))
  assert.deepEqual(needBrowser, [])
})

test('CI runs all', () => {
  assert.match(text('.ci/run'), /^npm test -- --all$/m)
})

test('the long ones come first', () => {
  const sorted = ['server/stories/c.test.ts', 'server/src/b.test.ts', 'bin/a.test.ts']
  assert.deepEqual(sharesOf(sorted.toSorted(), 2), [sorted, sorted])
  assert.deepEqual(sharesOf([...sorted, 'server/fuzz/d.test.ts'], 1), [['server/fuzz/d.test.ts'], sorted])
})

suite('of what the processes share', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-share-'))
  after(() => rmSync(folder, { recursive: true }))
  const later = 'new Promise((resolve) => setTimeout(resolve, 30))'
  const write = (name: string, test: string) => {
    const file = join(folder, `${name}.test.ts`)
    writeFileSync(file, `import { after, test } from 'node:test'\nimport fs from 'node:fs'\ntest('${name}', ${test})\n`)
    return file
  }
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = (files: readonly string[]) => attempt([files, files], 2, [], { env, stdio: 'ignore' })

  test('each is run by one of them', () => {
    const seen = join(folder, 'seen')
    const files = [1, 2, 3, 4, 5].map((n) =>
      write(`n${n}`, `() => { fs.appendFileSync('${seen}', '${n}'); return ${later} }`),
    )
    assert.deepEqual(run(files), { status: 0, failed: [] })
    assert.equal([...readFileSync(seen, 'utf8')].toSorted().join(''), '12345')
  })

  test('a process ends after some of them, and another takes the rest', () => {
    const files = Array.from({ length: filesMost + 2 }, (_, n) => write(`many${n}`, '() => {}'))
    assert.deepEqual(attempt(sharesOf(files, 1), 1, [], { env, stdio: 'ignore' }), { status: 0, failed: [] })
    assert.deepEqual(attempt([files], 1, [], { env, stdio: 'ignore' }).failed, files.slice(filesMost))
  })

  test('each has closed what it opened before the next begins', () => {
    const seen = join(folder, 'order')
    const add = (word: string) => `() => fs.appendFileSync('${seen}', '${word} ')`
    const files = [1, 2].map((n) => {
      const file = write(`closes${n}`, add(`test${n}`))
      appendFileSync(file, `after(${add(`closed${n}`)})\n`)
      return file
    })
    assert.equal(attempt([files], 1, [], { env, stdio: 'ignore' }).status, 0)
    assert.equal(readFileSync(seen, 'utf8'), 'test1 closed1 test2 closed2 ')
  })

  for (const [what, body] of [
    ['that fails', "() => { throw new Error('now') }"],
    ['with an error that nobody caught', `() => { setTimeout(() => { throw new Error('soon') }, 1); return ${later} }`],
    ['that leaves one behind', `() => void ${later}.then(() => { throw new Error('late') })`],
    ['that kills its process', `() => process.kill(process.pid, 'SIGKILL')`],
    ['that ends its process without an error', '() => process.exit(0)'],
  ] as const) {
    test(`one ${what} is known`, () => {
      const [before, broken] = [write('before', '() => {}'), write('broken', body)]
      const { status, failed } = run([before, broken])
      assert.equal(status, 1)
      assert.deepEqual(failed, [broken])
    })
  }
})

test('a suite prepares nothing in its body, which runs at the same time as the tests before it', () => {
  const isAwaited = (file: string) => /\b(suite|describe)\([^\n]*\basync /.test(text(file))
  assert.deepEqual(listTests().filter(isAwaited), [])
})

test('words choose by path, or by text when no path has them', () => {
  assert.deepEqual(findTests(['./bin/tests']), [own])
  assert.deepEqual(findTests(['words choose by path, or by']), [own])
  assert.deepEqual(findTests(['bin/tests', './bin/tests.test']), [own])
  // Put together, because this file would contain it.
  assert.deepEqual(findTests(['nowhere'.repeat(3)]), [])
})

const folder = ['a/one.test.ts', 'a/two.test.ts']
const large = Array.from({ length: 11 }, (_, n) => `b/${n}.test.ts`)
for (const [what, changed, expected] of [
  ['a test', 'a/one.test.ts', ['a/one.test.ts']],
  ['a file', 'a/one.ts', folder],
  ['a component', 'a/One.tsx', folder],
  ['a file of a large folder', 'b/7.ts', ['b/7.test.ts']],
  ['a file of a large folder without a test of its own', 'b/other.ts', []],
  ['a document', 'docs/readme.md', []],
] as const) {
  test(`with ${what} run the tests that belong to it`, () => {
    assert.deepEqual(findChangedTests([changed], [...folder, ...large]), expected)
  })
}
