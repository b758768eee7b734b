/** A person's language follows to any browser: the server stores it, and writes its emails in it. */
import { isLanguage, type Language, languageOf, rememberLanguage } from './language.ts'
import { language } from './texts.ts'

/** A browser that stores nothing would reload for ever. */
export function reloadIn(chosen: Language): void {
  if (rememberLanguage(chosen)) window.location.reload()
}

/**
 * A person with a language gets it here too. Without one, emails are written in the language that is read here, or in
 * English. A failure must not hide the page.
 */
export async function followLanguage(
  lang: string | null,
  keep: (language: Language) => Promise<unknown>,
): Promise<void> {
  const kept = lang === null ? null : languageOf(lang)
  if (kept === null && language !== 'en') await keep(language).catch(() => {})
  if (isLanguage(kept) && kept !== language) reloadIn(kept)
}
