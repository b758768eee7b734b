/** The catalogue of the consoles, apart from the other so that a client's phone does not load it. */
import { consoleTexts as en } from './en/console.ts'
import { language } from './texts.ts'

export type ConsoleTexts = typeof en

const catalogues: Readonly<Record<string, ConsoleTexts>> = { en }

export const words: ConsoleTexts = catalogues[language] ?? en
