/** The pages use plain words, and the same words for the same thing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { avoidedWords, findAvoidedWords } from '../../../../bin/plain-words.ts'
import { parts as de } from './de/parts.ts'
import { parts as en } from './en/parts.ts'
import { allOf, leavesOf, sentencesOf } from './testing.ts'

type Sentence = readonly [path: string, text: string]

/** Search words of a page are never read as a sentence. */
const isSearchWords = (path: string) => path.endsWith('.also')

const sentences = (texts: object): Sentence[] =>
  leavesOf(texts)
    .filter(([path]) => !isSearchWords(path))
    .flatMap(([path, value]) => [...new Set(sentencesOf(value))].map((text): Sentence => [path, text]))

const english: readonly Sentence[] = sentences(await allOf(en))
const german: readonly Sentence[] = sentences(await allOf(de))

/** Questions, parts of a sentence that a form composes, and a word of the console that heads a column. */
const allowed = new Set(['Who', 'When', 'What if', 'Why here?'])

test('no English text has a word from the list of words to avoid', () => {
  const list = [...avoidedWords.english, ...avoidedWords.englishNames, ...avoidedWords.englishLabels]
  assert.ok(english.length > 1500, String(english.length))
  assert.deepEqual(
    english
      .filter(([, text]) => !allowed.has(text))
      .flatMap(([path, text]) => findAvoidedWords(text, list).map((found) => `${path}: ${found} in “${text}”`)),
    [],
  )
})

test('no German text has a word from the list of words to avoid', () => {
  assert.deepEqual(
    german.flatMap(([path, text]) =>
      findAvoidedWords(text, avoidedWords.german).map((found) => `${path}: ${found} in “${text}”`),
    ),
    [],
  )
})

/** Words that a text can gain or lose without meaning something else. */
const fillers = new Set(
  (
    'a an the this that these those its it they them their your you we our is are was were be been has have had do ' +
    'does did will would there here just please one ones some any of for to by from at in on and or so'
  ).split(' '),
)

/** Each line has words for one thing; the catalogues use one of them. */
const synonyms = new Map(
  [
    'email mail mails e-mail emails',
    'sign log',
    'create make',
    'someone somebody whoever',
    'image picture',
    'maker manufacturer',
    'start begin',
    'starts begins',
    'attempts tries',
    'response answer',
    'type kind',
    'enter write',
    'choose tick pick',
    'wrong incorrect invalid',
    'reject refuse',
    'rejected refused',
    'location place',
    'route way',
    'period time',
    'username user-name',
    'resend send-again',
    'fit match matches passt',
    'is comes',
    'can may',
    'can’t cannot',
    'isn’t not',
    'doesn’t not',
    'must needs',
    'shown displayed',
    'edit change',
  ].flatMap((line) => {
    const [first = '', ...others] = line.split(' ')
    return others.map((other) => [other, first] as const)
  }),
)

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/‹\d›|[\d.,]*\d|NaN|undefined/g, ' # ')
    .toLowerCase()
    .split(/[^\p{L}’#-]+/u)
    .filter((word) => /[\p{L}#]/u.test(word))

/** A plural in a whole sentence counts as its singular; a label such as "Unit" or "Units" is two labels. */
const singular = (word: string) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word)

/** The meaning of a text without small words, synonyms and plurals. A single word says too little to be compared. */
function meaningOf(text: string): string {
  const words = wordsOf(text)
    .map((word) => synonyms.get(word) ?? word)
    .filter((word) => !fillers.has(word))
  if (words.filter((word) => word !== '#').length < 2) return ''
  return (words.length < 5 ? words : words.map(singular)).join(' ')
}

/**
 * Texts with one meaning that are written in more than one way. One path may have a form for one and a form for many.
 */
function doublesOf(texts: readonly Sentence[]): string[] {
  return [...Map.groupBy(texts, ([, text]) => meaningOf(text))].flatMap(([meaning, group]) => {
    const ways = new Map(group.map(([path, text]) => [wordsOf(text).join(' '), [path, text] as const]))
    const paths = new Set([...ways.values()].map(([path]) => path))
    if (meaning === '' || ways.size < 2 || paths.size < 2) return []
    return [[...ways.values()].map(([path, text]) => `${path}: “${text}”`).join('  |  ')]
  })
}

test('two wordings of one thing are found', () => {
  const found = doublesOf([
    ['a', 'There are no units yet.'],
    ['b', 'No units yet'],
    ['c', 'Write your e-mail address.'],
    ['d', 'Enter your email address'],
    ['e', 'Send the link'],
    ['f', 'Send link'],
    ['g', 'Send link.'],
    ['h', 'Link sent.'],
    ['i', 'Unit'],
    ['j', 'Units'],
  ])
  assert.equal(found.length, 3, found.join('\n'))
})

test('nothing has two wordings', () => {
  assert.deepEqual(doublesOf(english), [])
})
