/** The wall between the pages: each page imports its own folder, `shared` and `api`, and never another page. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { test } from 'node:test'
import { findCircle, importsIn } from '../../bin/imports.ts'

const pages = ['client', 'console', 'dealers', 'docs', 'front', 'installer', 'pay', 'portal', 'share']

/** The folders each folder may import from, besides its own. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(pages.map((page) => [page, ['shared', 'api']])),
  api: ['shared'],
  shared: [],
  // Runs next to the pages, in no page.
  worker: [],
}

const files = globSync('*/**/*.{ts,tsx}', { cwd: import.meta.dirname })
const folderOf = (path: string) => path.split(sep)[0]!
const imports = files.flatMap((file) =>
  importsIn(file, readFileSync(join(import.meta.dirname, file), 'utf8')).map(({ as }) => ({
    from: file,
    as,
    to: as?.startsWith('.') ? normalize(join(dirname(file), as)) : undefined,
  })),
)

test('every folder is a page, the worker, shared or api', () => {
  assert.deepEqual([...new Set(files.map(folderOf))].sort(), Object.keys(allowed).sort())
})

test(`none of ${imports.length} imports breaks the wall between the pages`, () => {
  assert.ok(imports.length > 2_000)
  const broken = imports.filter(({ from, as, to }) => {
    if (as === undefined) return true
    if (to === undefined) return false
    const target = folderOf(to)
    // Beyond the pages lie `devices`, which everybody may use, and what only the build uses.
    return target !== '..' && target !== folderOf(from) && !allowed[folderOf(from)]?.includes(target)
  })
  assert.deepEqual(broken, [])
})

test('the files form no circle, not even by types', () => {
  assert.equal(findCircle(imports.flatMap(({ from, to }) => (to === undefined ? [] : { from, to }))), undefined)
})
