/** One and many, counted as a language counts them. */
export function pluralIn(language: string): (count: number, one: string, many: string) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count, one, many) => `${numbers.format(count)} ${rules.select(count) === 'one' ? one : many}`
}
