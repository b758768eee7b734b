/** What the server and the documents say to people is as plain as the pages are. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'rolldown/utils'
import { type AvoidedWord, avoidedWords, findAvoidedWords } from '../bin/plain-words.ts'

const root = join(import.meta.dirname, '..')

interface Passage {
  readonly place: string
  readonly text: string
}

const faultsOf = (passages: readonly Passage[], list: readonly AvoidedWord[]): readonly string[] =>
  passages.flatMap(({ place, text }) => findAvoidedWords(text, list).map((found) => `${place}: ${found} in “${text}”`))

/** The lines of a document without code, addresses and names of settings. */
function linesOf(file: string): readonly Passage[] {
  const isHidden = /^```[\s\S]*?^```/gm
  return readFileSync(join(root, file), 'utf8')
    .replaceAll(isHidden, (code) => code.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((line, index) => ({
      place: `${file}:${index + 1}`,
      text: line.replaceAll(/`[^`]*`|\]\([^)]*\)|<img [^>]*>/g, ' '),
    }))
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Text in code that reads as a sentence. Queries, paths and names of things are none. */
const isSentence = (text: string) => /^[“"]?\p{Lu}.*\s\p{L}+.*\s\p{L}+/su.test(text)

/** The sentences of a source file, with `…` for what is filled in. Tagged templates are SQL. */
function sentencesOf(file: string): readonly Passage[] {
  const source = readFileSync(join(root, file), 'utf8')
  const passages: Passage[] = []
  const note = (start: number, text: string) => {
    if (isSentence(text)) passages.push({ place: `${file}:${source.slice(0, start).split('\n').length}`, text })
  }
  const visit = (node: Node): void => {
    if (node.type === 'TaggedTemplateExpression' || node.type === 'ImportDeclaration') return
    if (node.type === 'Literal' && typeof node.value === 'string') note(node.start, node.value)
    if (node.type === 'TemplateLiteral') {
      const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[]
      note(node.start, quasis.map(({ value }) => value.cooked).join('…'))
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
  }
  visit(parseSync(file, source).program as unknown as Node)
  return passages
}

const sources = (wing: string) =>
  globSync(`server/src/${wing}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))

/** Documents whose words are edited. Their code, and so the glossary's words not to use, is left out. */
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'server/migrations/README.md'],
  ...globSync('docs/**/*.md', { cwd: root }),
]
/** An earlier version stored it with commands; it is only compared with, never shown. */
const former = 'The tracker hung up in this very moment. It was not sent.'
const sentences = globSync('*', { cwd: join(root, 'server/src') })
  .flatMap(sources)
  .flatMap(sentencesOf)

test('no document has a word from the list of words to avoid', () => {
  assert.ok(documents.length > 60, String(documents.length))
  assert.deepEqual(faultsOf(documents.flatMap(linesOf), avoidedWords.english), [])
})

test('no sentence of the server has a word from the list of words to avoid', () => {
  const list = [...avoidedWords.english, ...avoidedWords.englishNames]
  const shown = sentences.filter(({ text }) => text !== former)
  assert.deepEqual(faultsOf(shown, list), [])
})

test('the sentences of the server are found', () => {
  assert.ok(sentences.length > 1500, String(sentences.length))
})
