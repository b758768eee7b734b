/** How a typed text and a name are compared: by words, without accents and case. Pure. */

const isPlain = /^[\x20-\x7e]*$/
/** Letters that do not decompose into a plain one and a mark. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' }

export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (isPlain.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøłđæœı]/g, (letter) => letters[letter]!)
}

export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

export interface TextMatch {
  /** 0: the whole name, 1: its beginning, 2: some of its words. */
  readonly tier: 0 | 1 | 2
  /** Words of the query that are not in the name: of a place, or a house number. */
  readonly rest: readonly string[]
}

/** Each word of the query may be the beginning of one of the name's. Undefined: the name has none of them. */
export function matchName(query: readonly string[], name: string): TextMatch | undefined {
  const words = wordsOf(name)
  const rest: string[] = []
  const taken = new Set<number>()
  for (const wanted of query) {
    const at = words.findIndex((word, index) => !taken.has(index) && word.startsWith(wanted))
    if (at < 0) rest.push(wanted)
    else taken.add(at)
  }
  // A single digit would match the beginning of any number.
  const isWordy = [...taken].some((at) => /\p{L}/u.test(words[at]!))
  if (!isWordy) return undefined
  const found = query.filter((word) => !rest.includes(word))
  const isWhole = words.length === found.length && words.every((word, at) => word === found[at])
  return { tier: isWhole ? 0 : words[0]!.startsWith(found[0]!) ? 1 : 2, rest }
}

/** Everything that is not in the name must be in these. */
export const explains = (rest: readonly string[], ...texts: readonly (string | undefined)[]): boolean => {
  const words = texts.flatMap((text) => (text ? wordsOf(text) : []))
  return rest.every((wanted) => words.some((word) => word.startsWith(wanted)))
}
