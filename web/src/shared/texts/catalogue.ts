/**
 * The visitor's language, and its catalogue, which loads at once. Every page runs this file as soon as it arrives
 * (`build/early-texts.ts`), so that the catalogue loads in parallel with the page's own code.
 */
import { parts as de } from './de/parts.ts'
import { parts as en } from './en/parts.ts'
import { chooseLanguage, chosenLanguage, directionOf, type Language } from './language.ts'

export type Parts = typeof en

const catalogues: Readonly<Record<Language, Parts>> = { en, de }

const page = globalThis.document?.documentElement

/** The consoles say so in their HTML. */
export const isConsole: boolean = page?.hasAttribute('data-console') ?? false

export const language: Language = page === undefined ? 'en' : chooseLanguage(chosenLanguage(), navigator.languages)

/** The texts of some pages are loaded with those pages. */
export const parts: Parts = catalogues[language]
export const loading = parts.pages()

// The page requests it again and shows the error.
if (isConsole) parts.console().catch(() => {})
if (page) Object.assign(page, { lang: language, dir: directionOf(language) })
