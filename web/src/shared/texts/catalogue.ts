/**
 * The visitor's language, and its catalogue on the way: of several only that one. Every page runs this file as soon as it
 * has come (`build/early-texts.ts`), so that the catalogue comes beside the page's own code and not after it.
 */
import { parts as de } from './de/parts.ts'
import { parts as en } from './en/parts.ts'
import { chooseLanguage, chosenLanguage, directionOf, type Language } from './language.ts'

export type Parts = typeof en
export type Texts = Awaited<ReturnType<Parts['pages']>>

const catalogues: Readonly<Record<Language, Parts>> = { en, de }

const page = globalThis.document?.documentElement

/** The consoles say so in their HTML. */
export const isConsole: boolean = page?.hasAttribute('data-console') ?? false

export const language: Language = page === undefined ? 'en' : chooseLanguage(chosenLanguage(), navigator.languages)

/** What only some pages say comes with those pages. */
export const parts: Parts = catalogues[language]
export const loading: Promise<Texts> = parts.pages()

// The page asks for it again and shows the error.
if (isConsole) parts.console().catch(() => {})
if (page) Object.assign(page, { lang: language, dir: directionOf(language) })
