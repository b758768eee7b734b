/** Finds words with at most one typo: a wrong, missing or extra letter, or two swapped letters. Pure. */

/** The word itself, and each word left when one letter is removed: two words with one typo between them share one. */
function variantsOf(word: string): Set<string> {
  const variants = new Set([word])
  for (let at = 0; at < word.length; at++) variants.add(word.slice(0, at) + word.slice(at + 1))
  return variants
}

function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let [start, end] = [0, 0]
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** Maps words to values, found by the word itself or by one with a typo. */
export class NearIndex<T> {
  readonly #exact = new Map<string, T[]>()
  readonly #near = new Map<string, string[]>()

  add(word: string, thing: T): void {
    const things = this.#exact.get(word)
    if (things) {
      things.push(thing)
      return
    }
    this.#exact.set(word, [thing])
    for (const variant of variantsOf(word)) {
      const words = this.#near.get(variant)
      if (words) words.push(word)
      else this.#near.set(variant, [word])
    }
  }

  exact(word: string): readonly T[] {
    return this.#exact.get(word) ?? []
  }

  /** With a typo, not the same. */
  near(word: string): readonly T[] {
    const words = new Set([...variantsOf(word)].flatMap((variant) => this.#near.get(variant) ?? []))
    words.delete(word)
    return [...words].filter((one) => isNear(one, word)).flatMap((one) => this.exact(one))
  }
}
