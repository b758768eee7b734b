/**
 * The visitor's language, and its catalogue on the way: of several only that one. Every page runs this file as soon as it
 * has come (`build/early-texts.ts`), so that the catalogue comes beside the page's own code and not after it.
 */
import type { en } from './en.ts'
import { chooseLanguage, chosenLanguage, type Language } from './language.ts'

export type Texts = typeof en

const catalogues: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}

const page = globalThis.document?.documentElement

/** A page that is in English only says so in its HTML, and its dates and refusals are English too. */
export const isEnglishOnly = page === undefined || page.hasAttribute('data-english-only')

export const language: Language = isEnglishOnly ? 'en' : chooseLanguage(chosenLanguage(), navigator.languages)
export const loading: Promise<Texts> = catalogues[language]()

if (page) page.lang = language
