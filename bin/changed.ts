/** The tests that a commit is most likely to break: few enough to run before every commit. */
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { listTests, root } from './tests.ts'

/** A folder with more tests than this takes minutes; a whole run has those. */
const neighboursMost = 10

/** The paths of the files to be committed, without those that the commit deletes. */
export const listStaged = (): readonly string[] =>
  execFileSync('git', ['diff', '--cached', '--name-only', '--diff-filter=d', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)

/** A changed test, the test of a changed file, and the tests in its folder. */
export function findChangedTests(changed: readonly string[], all = listTests()): readonly string[] {
  const found = new Set<string>()
  for (const file of changed) {
    const own = /\.test\.ts$/.test(file) ? file : file.replace(/\.tsx?$/, '.test.ts')
    const neighbours = all.filter((test) => dirname(test) === dirname(file))
    const isLight = neighbours.length <= neighboursMost && own !== file
    for (const test of neighbours) if (test === own || isLight) found.add(test)
  }
  return [...found].sort()
}
