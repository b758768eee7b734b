/** The person's language follows it to any browser: the server keeps it, and writes its mails in it. */

import { call } from '../api/call.ts'
import { isLanguage, type Language, languageOf, rememberLanguage } from '../shared/texts/language.ts'
import { language } from '../shared/texts/texts.ts'

export async function chooseLanguage(chosen: Language): Promise<void> {
  await call('patchClientMe', undefined, { lang: chosen })
  reloadIn(chosen)
}

/** A browser that keeps nothing would be loaded again and again. */
function reloadIn(chosen: Language): void {
  if (rememberLanguage(chosen)) window.location.reload()
}

/**
 * Somebody who has a language gets it here too. Who has none yet gets mails in the language that is read here; English is
 * what they are written in anyway. A failure is no reason to show nothing.
 */
export async function agreeOnLanguage(lang: string | null): Promise<void> {
  const kept = lang === null ? null : languageOf(lang)
  if (kept === null && language !== 'en') await call('patchClientMe', undefined, { lang: language }).catch(() => {})
  if (isLanguage(kept) && kept !== language) reloadIn(kept)
}
