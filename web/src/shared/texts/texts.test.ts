/** German says everything that English says, and says it in German. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { drivers as germanDrivers } from './de/drivers.ts'
import { logbook as germanLogbook } from './de/logbook.ts'
import { rules as germanRules } from './de/rules.ts'
import { vehicles as germanVehicles } from './de/vehicles.ts'
import { de } from './de.ts'
import { drivers } from './en/drivers.ts'
import { logbook } from './en/logbook.ts'
import { rules } from './en/rules.ts'
import { vehicles } from './en/vehicles.ts'
import { en } from './en.ts'
import { chooseLanguage, localeFor } from './language.ts'
import { leavesOf, sentencesOf } from './testing.ts'

/** Words that are the same in both languages: names, signs, and words German has taken over. */
const same = new Set([
  ...[
    'PDF',
    'XML',
    'name@example.com',
    'Code',
    'Website',
    'Position',
    'Live',
    'Offline',
    'Server',
    'Port',
    'Alarm',
    'Roaming',
  ],
  ...[
    'Firmware',
    'Gateways',
    'Premium',
    'Name',
    'Gateway',
    'N',
    'S',
    'SW',
    'W',
    'NW',
    'Messenger',
    'Webhook',
    'iButton',
    'RFID',
    'Beacon',
    'PIN',
    'Person',
    'Diesel',
    'Hybrid',
    'Bus',
  ],
])

const english = leavesOf({ ...en, drivers, logbook, rules, vehicles })
const german = new Map(
  leavesOf({ ...de, drivers: germanDrivers, logbook: germanLogbook, rules: germanRules, vehicles: germanVehicles }),
)

test('German has the same keys in the same order, which is the order in which readings are shown', () => {
  assert.deepEqual(
    [...german.keys()],
    english.map(([path]) => path),
  )
})

test('no English is left over in German', () => {
  const isWord = (sentence: string) => /\p{L}{2}/u.test(sentence.replace(/km\/h|km|mph|\bmi\b|‹\d›|NaN/g, ''))
  const bare = (sentence: string) => sentence.replace(/‹\d›|4.?711|\b1\b/g, '').trim()
  const left = english.filter(([path, value]) => {
    const other = sentencesOf(german.get(path)!)
    const own = sentencesOf(value)
    assert.ok(own.length > 0 && other.length > 0, path)
    return other.every((sentence, index) => sentence === own[index] && isWord(sentence) && !same.has(bare(sentence)))
  })
  assert.deepEqual(
    left.map(([path]) => path),
    [],
  )
})

test('every word on the list of words that are the same is one', () => {
  const shared = new Set(
    english.flatMap(([path, value]) => (typeof value === 'string' && german.get(path) === value ? [value] : [])),
  )
  assert.deepEqual(
    [...same].filter((word) => !shared.has(word)),
    [],
  )
})

test('every file of the English catalogue for clients has its German twin', () => {
  const files = (language: string) =>
    readdirSync(join(import.meta.dirname, language)).filter((name) => !name.startsWith('console'))
  assert.deepEqual(files('de'), files('en'))
})

for (const [chosen, wanted, language] of [
  [null, ['de-AT', 'en'], 'de'],
  [null, ['fr', 'DE', 'en'], 'de'],
  [null, ['fr', 'lt'], 'en'],
  [null, [], 'en'],
  ['en', ['de-DE'], 'en'],
  ['de', ['en-US'], 'de'],
  ['toString', ['de'], 'de'],
] as const)
  test(`who chose ${chosen} in a browser for ${wanted.join(', ') || 'nothing'} reads ${language}`, () =>
    assert.equal(chooseLanguage(chosen, wanted), language))

/** Folders whose pages are for clients and payers. */
const folders = ['client', 'pay', 'portal', 'share', 'shared']
/** Names of products and signs, and pages without a catalogue. */
const allowed = /^(Waymark|[^\p{L}]*|×)$/u
const withoutCatalogue = new Set(['shared/CodeBlock.tsx', 'shared/CopyTextButton.tsx', 'shared/Brand.tsx'])

test('no component of a page for clients has a sentence of its own', () => {
  const root = join(import.meta.dirname, '../..')
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => `${folder}/${name}`),
  )
  assert.ok(files.length > 40)
  const found = files
    .filter((file) => !withoutCatalogue.has(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      const said = [
        // Text between tags, but neither a comparison nor a type.
        ...source.matchAll(/[^=\s]>\s*([^<>{}()=;|&]*\p{L}[^<>{}()=;|&]*?)\s*<\//gu),
        ...source.matchAll(/\b(?:label|placeholder|aria-label|title|alt|description)="([^"]+)"/g),
      ]
      return said.flatMap(([, words = '']) => (allowed.test(words) ? [] : [`${file}: ${words}`]))
    })
  assert.deepEqual(found, [])
})

test('dates are written for the first region that a browser names and can write for', () => {
  assert.equal(localeFor('en', ['de-AT', 'en-GB', 'en-US']), 'en-GB')
  assert.equal(localeFor('en', ['en-US@posix', 'en-GB']), 'en-GB')
  assert.equal(localeFor('en', ['en-US@posix']), 'en')
  assert.equal(localeFor('de', []), 'de')
})
