/** The wall between the pages: each page imports its own folder, `shared` and `api`, and never another page. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { test } from 'node:test'
import { parseAst } from 'rolldown/parseAst'

const pages = ['client', 'console', 'dealers', 'docs', 'front', 'installer', 'pay', 'portal', 'share']

/** The folders each folder may import from, besides its own. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(pages.map((page) => [page, ['shared', 'api']])),
  api: ['shared'],
  shared: [],
  // Runs next to the pages, in no page.
  worker: [],
}

const importing = ['ImportDeclaration', 'ImportExpression', 'TSImportType', 'ExportAllDeclaration']

/** Where a file imports from, statically or not, values or types. Undefined stands for an address computed at run time. */
function specifiersIn(code: string, lang: 'ts' | 'tsx'): (string | undefined)[] {
  const found: (string | undefined)[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, source } = node as { type?: string; source?: { value?: unknown } | null }
    if (importing.includes(type ?? '') || (type === 'ExportNamedDeclaration' && source))
      found.push(typeof source?.value === 'string' ? source.value : undefined)
    for (const value of Object.values(node)) visit(value)
  }
  visit(parseAst(code, { lang, astType: 'ts' }).body)
  return found
}

const files = globSync('*/**/*.{ts,tsx}', { cwd: import.meta.dirname })
const folderOf = (path: string) => path.split(sep)[0]!
const imports = files.flatMap((file) =>
  specifiersIn(readFileSync(join(import.meta.dirname, file), 'utf8'), file.endsWith('.tsx') ? 'tsx' : 'ts').map(
    (specifier) => ({ file, specifier }),
  ),
)

test('an import is found in each of its forms', () => {
  const code = `import 'a'; import b from 'b'; import type { C } from 'c'; export * from 'd'; export { e } from 'e'
    export type { F } from 'f'; const g = () => import('g'); type H = import('h').H; const i = (j) => import(j)
    export const k = "import('l')" // import 'm'`
  assert.deepEqual(specifiersIn(code, 'ts'), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', undefined])
})

test('every folder is a page, the worker, shared or api', () => {
  assert.deepEqual([...new Set(files.map(folderOf))].sort(), Object.keys(allowed).sort())
})

test(`none of ${imports.length} imports breaks the wall between the pages`, () => {
  assert.ok(imports.length > 2_000)
  const broken = imports.filter(({ file, specifier }) => {
    if (specifier === undefined) return true
    if (!specifier.startsWith('.')) return false
    const target = folderOf(normalize(join(dirname(file), specifier)))
    // Beyond the pages lie `devices`, which everybody may use, and what only the build uses.
    return target !== '..' && target !== folderOf(file) && !allowed[folderOf(file)]?.includes(target)
  })
  assert.deepEqual(broken, [])
})
