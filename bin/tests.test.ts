import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findChangedTests } from './changed.ts'
import { batchesOf, findTests, listTests, root } from './tests.ts'

const own = 'bin/tests.test.ts'

test('every test file runs once', () => {
  const all = listTests()
  assert.ok(all.includes(own) && all.length > 300, `${all.length} files`)
  assert.deepEqual(batchesOf(all).flat().toSorted(), all)
})

test('the long ones come first', () => {
  const [first] = batchesOf(['bin/a.test.ts', 'server/src/b.test.ts', 'server/stories/c.test.ts'])
  assert.deepEqual(first, ['server/stories/c.test.ts'])
})

test('an error that nobody caught fails its batch, also after the test that made it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-batch-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const statusOf = (body: string) => {
    const [file, batch] = [join(folder, 'one.test.ts'), join(folder, 'batch.mjs')]
    writeFileSync(file, `import { test } from 'node:test'\n${body}\n`)
    writeFileSync(
      batch,
      `import { runBatch } from '${join(root, 'bin/test-batch.ts')}'\nawait runBatch(${JSON.stringify([file])})\n`,
    )
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    return spawnSync(process.execPath, ['--test', batch], { env }).status
  }
  const later = 'new Promise((resolve) => setTimeout(resolve, 30))'
  assert.equal(statusOf(`test('passes', () => ${later})`), 0)
  assert.equal(statusOf(`test('leaves', () => void ${later}.then(() => { throw new Error('late') }))`), 1)
  assert.equal(
    statusOf(`test('breaks', () => { setTimeout(() => { throw new Error('early') }, 1); return ${later} })`),
    1,
  )
})

test('a suite prepares nothing in its body, which runs beside the tests before it', () => {
  const isAwaited = (file: string) => /\b(suite|describe)\([^\n]*\basync /.test(readFileSync(join(root, file), 'utf8'))
  assert.deepEqual(listTests().filter(isAwaited), [])
})

test('words choose by path, or by text when no path has them', () => {
  assert.deepEqual(findTests(['./bin/']), [own])
  assert.deepEqual(findTests(['words choose by path, or by']), [own])
  assert.deepEqual(findTests(['bin/tests', './bin/']), [own])
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
