/** The person's language follows it to any browser: the server keeps it, and writes its mails in it. */
import { isLanguage, type Language, languageOf, rememberLanguage } from './language.ts'
import { language } from './texts.ts'

/** A browser that keeps nothing would be loaded again and again. */
export function reloadIn(chosen: Language): void {
  if (rememberLanguage(chosen)) window.location.reload()
}

/**
 * Somebody who has a language gets it here too. Who has none yet gets mails in the language that is read here; English is
 * what they are written in anyway. A failure is no reason to show nothing.
 */
export async function followLanguage(
  lang: string | null,
  keep: (language: Language) => Promise<unknown>,
): Promise<void> {
  const kept = lang === null ? null : languageOf(lang)
  if (kept === null && language !== 'en') await keep(language).catch(() => {})
  if (isLanguage(kept) && kept !== language) reloadIn(kept)
}
