/** Documents stay true when files move: every link leads somewhere, and every path that a document names exists. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const skipped = new Set(['node_modules', '.git', 'data', 'dist'])

const files = globSync('**/*', {
  cwd: root,
  exclude: (path) => skipped.has(String(path).split('/').at(-1) ?? ''),
}).map(String)
const known = new Set(files)
const documents = files.filter((file) => file.endsWith('.md'))

/** Installations have these, the repository does not. */
const madeAtRunTime = /^(data|node_modules)\//
const topFolders = /^(bin|deploy|devices|docs|server|web)\//
const fileEndings = /\.(ts|tsx|mjs|js|json|css|html|md|sql|png)$/

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const withoutCode = (text: string) => text.replaceAll(/```[\s\S]*?```/g, '')

/** As code hosts make them: lower case, without punctuation, blanks as hyphens. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (text: string) =>
  new Set([...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? '')))

function brokenLinks(file: string): string[] {
  const text = withoutCode(textOf(file))
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image ?? '',
  )
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#')
      const goal = path === '' ? file : relative(root, resolve(root, dirname(file), path))
      if (!existsSync(join(root, goal))) return true
      return anchor !== undefined && !(goal.endsWith('.md') && anchorsOf(textOf(goal)).has(anchor))
    })
    .map((target) => `${file}: the link ${target}`)
}

/** `units/store.ts` and `tracking/units/store.ts` both name server/src/tracking/units/store.ts. */
const exists = (path: string) => known.has(path) || files.some((file) => file.endsWith(`/${path}`))

function brokenPaths(file: string): string[] {
  const spans = [...withoutCode(textOf(file)).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '')
  return spans
    .flatMap((span) => span.split(' '))
    .filter((word) => /^[\w@.-]+(\/[\w@.-]+)+\/?$/.test(word) && !madeAtRunTime.test(word))
    .filter((word) => topFolders.test(word) || fileEndings.test(word))
    .map((word) => word.replace(/\/$/, ''))
    .filter((path) => !exists(path))
    .map((path) => `${file}: the path ${path}`)
}

test('every relative link in a document leads to a file, and its anchor to a heading', () => {
  assert.ok(documents.length > 60, `only ${documents.length} documents were found`)
  assert.deepEqual(documents.flatMap(brokenLinks), [])
})

test('every path that a document names exists', () => {
  assert.deepEqual(documents.flatMap(brokenPaths), [])
})

test('the index of decisions lists each decision once, with its title', () => {
  const folder = 'docs/decisions'
  const decisions = documents.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)).toSorted()
  const listed = [...textOf(`${folder}/README.md`).matchAll(/^\| \[(.+)\]\((.+)\) \|/gm)]
  assert.deepEqual(
    listed.map(([, title, path]) => [`${folder}/${path}`, title]),
    decisions.map((file) => [file, /^# (.+)$/m.exec(textOf(file))?.[1]]),
  )
})

test('a decision that code names by its number exists', () => {
  const numbers = new Set(documents.map((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1]))
  const sources = files.filter((file) => /\.(ts|tsx|sql)$/.test(file))
  const missing = sources.flatMap((file) =>
    [...textOf(file).matchAll(/docs\/decisions\/(\d{4})/g)]
      .filter(([, number]) => !numbers.has(number))
      .map(([reference]) => `${file}: ${reference}`),
  )
  assert.deepEqual(missing, [])
})
