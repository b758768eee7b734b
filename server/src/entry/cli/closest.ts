/** The word that was probably meant, if one is close enough to suggest. */
export function closest(word: string, words: readonly string[]): string | undefined {
  const ranked = words.map((one) => ({ one, distance: distanceOf(word, one) })).sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(2, Math.floor(word.length / 3)) ? best.one : undefined
}

/** How many letters must be added, removed or changed (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
