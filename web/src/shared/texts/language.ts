/** The available languages, and which of them a visitor reads. */

/** Each by its own name, for people who read no other. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

export const isLanguage = (code: string | null | undefined): code is Language =>
  typeof code === 'string' && Object.hasOwn(languages, code)

/** `de-AT` is German. */
export const languageOf = (tag: string): string => tag.split(/[-_]/)[0]!.toLowerCase()

const fromRightToLeft = ['ar', 'fa', 'he', 'ur']

export const directionOf = (language: string): 'ltr' | 'rtl' => (fromRightToLeft.includes(language) ? 'rtl' : 'ltr')

/** The choice in this browser, else the browser's first language that we have, else English. */
export function chooseLanguage(chosen: string | null, wanted: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen
  return wanted.map(languageOf).find(isLanguage) ?? 'en'
}

/** The first of the wanted regions of a language that dates and numbers can be written for. */
export const localeFor = (language: Language, wanted: readonly string[]): string =>
  wanted.find((tag) => languageOf(tag) === language && isTag(tag)) ?? language

/** A system may call its language `en-US@posix`, and writing a date for that fails. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const key = 'waymark.language'

/** A browser may forbid storage; then its languages decide. */
export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Returns whether it will be known after a reload. */
export function rememberLanguage(language: Language): boolean {
  try {
    localStorage.setItem(key, language)
  } catch {
    return false
  }
  return chosenLanguage() === language
}
