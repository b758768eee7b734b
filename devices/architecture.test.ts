/** Devices know nothing but each other: no package, no disk, no network. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { test } from 'node:test'
import { findCircle, importsIn } from '../bin/imports.ts'

const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
  (file) => !file.startsWith(`bin${sep}`) && !file.endsWith('.test.ts'),
)
/** They load decoders and samples by the name of the protocol, which is only known at run time. */
const loaders = ['recognition.ts', 'sample.ts']

const imports = files.flatMap((file) =>
  importsIn(file, readFileSync(join(import.meta.dirname, file), 'utf8')).flatMap(({ as }) => {
    if (as === undefined && loaders.includes(file)) return []
    return { from: file, to: as?.startsWith('.') ? normalize(join(dirname(file), as)) : String(as) }
  }),
)

test('files import only each other', () => {
  assert.ok(imports.length > 1_000, 'The parser lost imports.')
  const known = new Set(files)
  const wrong = imports.filter(({ to }) => !known.has(to))
  assert.deepEqual(wrong, [])
})

test('the files form no circle, not even by types', () => {
  assert.equal(findCircle(imports), undefined)
})
