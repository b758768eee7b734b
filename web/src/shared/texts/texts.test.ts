/** German has a text for everything in English, and it is in German. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parts as de } from './de/parts.ts'
import { parts as en } from './en/parts.ts'
import { chooseLanguage, localeFor } from './language.ts'
import { allOf, leavesOf, sentencesOf } from './testing.ts'

/** Words that are the same in both languages: names, signs, and words German has adopted. */
const same = new Set(
  [
    'PDF XML CSV SOS PIN RFID iButton Firmware Server Port Gateway Gateways Beacon Webhook Webhooks Messenger Roaming',
    'Code Website Position Live Offline Alarm Premium Name Person N S SW W NW name@example.com Waymark',
    'ID URL IBAN BIC TCP UDP HTTP MT940 camt.053 SKR03 SKR04 hw_id master.key Decoder Parameter Bytes Android iOS',
    'Text Link Limits Token Team Support Logo Domain Format Problem Sensor Standard Filter Minimum Maximum Zoom Test',
    'Installation Region Passphrase Provider Partner provider partner journal EXTF_Buchungsstapel Diesel Hybrid Bus Browser',
  ]
    .flatMap((line) => line.split(' '))
    .concat('XRechnung (CII)', 'UBL 2.1', 'Google Maps', 'SMS:', 'Sensor:', 'Radius ()', '·  ms'),
)

const english = leavesOf(await allOf(en))
const german = new Map(leavesOf(await allOf(de)))

test('German has the same keys in the same order, which is the order in which readings are shown', () => {
  assert.deepEqual(
    [...german.keys()],
    english.map(([path]) => path),
  )
})

/** A sentence without what fills its gaps. */
const bare = (sentence: string) => sentence.replace(/‹\d›|4.?711|\b1\b/g, '').trim()

test('no English is left in German', () => {
  const isWord = (sentence: string) => /\p{L}{2}/u.test(sentence.replace(/km\/h|km|mph|\bmi\b|‹\d›|NaN/g, ''))
  const left = english.filter(([path, value]) => {
    const other = sentencesOf(german.get(path)!)
    const own = sentencesOf(value)
    assert.ok(own.length > 0 && other.length > 0, path)
    return other.every(
      (sentence, index) =>
        sentence === own[index] && isWord(sentence) && !same.has(sentence) && !same.has(bare(sentence)),
    )
  })
  assert.deepEqual(
    left.map(([path]) => path),
    [],
  )
})

test('every word on the list of identical words is identical', () => {
  const shared = new Set(
    english.flatMap(([path, value]) => {
      const other = sentencesOf(german.get(path)!)
      return sentencesOf(value).flatMap((sentence, index) =>
        sentence === other[index] ? [sentence, bare(sentence)] : [],
      )
    }),
  )
  assert.deepEqual(
    [...same].filter((word) => !shared.has(word)),
    [],
  )
})

test('every file of the English catalogue has its German twin', () => {
  const files = (language: string) => readdirSync(join(import.meta.dirname, language))
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
  test(`a reader who chose ${chosen} in a browser for ${wanted.join(', ') || 'nothing'} gets ${language}`, () =>
    assert.equal(chooseLanguage(chosen, wanted), language))

/** Folders with pages in every language. */
const folders = ['client', 'console', 'pay', 'portal', 'share', 'shared']
/** Names of products and countries, signs, and pages without a catalogue. */
const allowed = /^(Waymark|DE|[^\p{L}]*|×)$/u
const withoutCatalogue = new Set(['shared/CodeBlock.tsx', 'shared/CopyTextButton.tsx', 'shared/Brand.tsx'])

test('no component contains a sentence', () => {
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
