/** Whether a payer is a known client, with names as banks shorten and misspell them. Pure. */
import { NearIndex } from './near.ts'

const forms = new Set(
  (
    'GMBH MBH AG KG OHG GBR UG EK EV UAB AB MB IJ SIA OU AS OY OYJ LTD LIMITED LLC LLP PLC INC CORP CO COMPANY SA SAS ' +
    'SARL SRL SPA BV NV VOF KFT ZRT DOO SRO SP ZOO UND AND ET THE DER DIE DAS'
  ).split(' '),
)

/** Words without accents, punctuation and legal forms. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !forms.has(word))

const pairsOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const padded = ` ${word} `
    return Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2))
  })

/** From 0 to 1: the share of common letter pairs, regardless of the order of words. */
function likeness(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const pair of b) left.set(pair, (left.get(pair) ?? 0) + 1)
  let common = 0
  for (const pair of a) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    common++
    left.set(pair, count - 1)
  }
  return (2 * common) / Math.max(1, a.length + b.length)
}

interface Known {
  readonly accountId: number
  readonly words: readonly string[]
  readonly pairs: readonly string[]
}

const likeMin = 0.75
/** Banks cut names at 27 or 35 letters; the rest must be long enough to be significant. */
const cutMin = 10

export class NameBook {
  readonly #words = new NearIndex<Known>()

  add(accountId: number, name: string): void {
    const words = wordsOf(name)
    const known = { accountId, words, pairs: pairsOf(words) }
    for (const word of new Set(words)) this.#words.add(word, known)
  }

  /** The best similarity for each account; 1 is the same name. */
  find(name: string): ReadonlyMap<number, number> {
    const words = wordsOf(name)
    const pairs = pairsOf(words)
    const found = new Map<number, number>()
    const joined = words.join('')
    const candidates = new Set(
      words.flatMap((word) => [...this.#words.exact(word), ...(word.length < 4 ? [] : this.#words.near(word))]),
    )
    for (const known of candidates) {
      const isCut = joined.length >= cutMin && known.words.join('').startsWith(joined)
      const alike = isCut ? 0.95 : likeness(pairs, known.pairs)
      if (alike >= likeMin && alike > (found.get(known.accountId) ?? 0)) found.set(known.accountId, alike)
    }
    return found
  }
}
