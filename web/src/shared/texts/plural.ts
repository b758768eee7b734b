/** A number of something, with the plural forms of a language: English and German have two, Polish four, Arabic six. */
type Form = Intl.LDMLPluralRule

/** For a language with two forms. */
export function pluralIn(language: string): (count: number, one: string, many: string) => string {
  const plural = pluralFormsIn(language, ['one', 'other'])
  return (count, one, many) => plural(count, { one, other: many })
}

/**
 * For a language with other forms: `const plural = pluralFormsIn('pl', ['one', 'few', 'many', 'other'])`, then
 * `plural(count, { one: 'klient', few: 'klienci', many: 'klientów', other: 'klienta' })`. A form that is left out of a sentence
 * does not compile, one that is left out of the list fails when the catalogue is loaded.
 */
export function pluralFormsIn<Known extends Form>(
  language: string,
  known: readonly Known[],
): (count: number, forms: Readonly<Record<Known, string>>) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const isKnown = (form: Form): form is Known => (known as readonly Form[]).includes(form)
  const unknown = rules.resolvedOptions().pluralCategories.filter((form) => !isKnown(form))
  if (unknown.length > 0) throw new Error(`The catalogue of ${language} lacks the forms ${unknown.join(', ')}.`)
  return (count, forms) => `${numbers.format(count)} ${forms[rules.select(count) as Known]}`
}
