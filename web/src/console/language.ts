/** The language of a member of staff. */
import { call } from '../api/call.ts'
import { followLanguage, reloadIn } from '../shared/texts/follow.ts'
import type { Language } from '../shared/texts/language.ts'

const keep = (lang: Language) => call('patchConsoleMe', undefined, { lang })

export async function chooseLanguage(chosen: Language): Promise<void> {
  await keep(chosen)
  reloadIn(chosen)
}

export const agreeOnLanguage = (lang: string | null): Promise<void> => followLanguage(lang, keep)
