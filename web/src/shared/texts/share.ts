/** The catalogue of the page for links, apart from the others so that it is there sooner. */
import { share as en } from './en/share.ts'
import { language } from './texts.ts'

export type ShareTexts = typeof en

const catalogues: Readonly<Record<string, ShareTexts>> = { en }

export const words: ShareTexts = catalogues[language] ?? en
