/** Sentences of the server in German, where `{}` is what the server fills in and `{1}` the first of it. Pure. */

type Said = (sentence: string) => string | undefined

/** Longest first: a longer sentence is more specific. */
export function translating(
  sentences: Readonly<Record<string, string>>,
  /** What is filled in may be a sentence too. */
  parts: Readonly<Record<string, string>> = {},
): Said {
  const longest = Object.entries(sentences).toSorted(([one], [other]) => other.length - one.length)
  const patterns = longest.map(([english, own]) => {
    const pieces = english.split('{}').map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
    return [new RegExp(`^${pieces.join('(.+?)')}$`), own] as const
  })
  return (sentence) => {
    for (const [pattern, own] of patterns) {
      const found = pattern.exec(sentence)
      if (found)
        return own.replaceAll(/\{(\d)\}/g, (_, place: string) => {
          const part = found[Number(place)] ?? ''
          return parts[part] ?? part
        })
    }
    return undefined
  }
}
