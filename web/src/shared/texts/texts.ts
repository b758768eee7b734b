/** The catalogue in the viewer's language. Another language is another object of the type `Texts`, and a line here. */
import { en } from './en.ts'

export type Texts = typeof en

const catalogues: Readonly<Record<string, Texts>> = { en }

const wanted = (globalThis.navigator?.languages ?? []).map((language) => language.split('-')[0]!.toLowerCase())

export const language: string = wanted.find((one) => one in catalogues) ?? 'en'
export const texts: Texts = catalogues[language]!

/** The viewer's own region of our language: a Briton and an American write dates and dollars differently. */
export const locale: string =
  globalThis.navigator?.languages.find((one) => one.toLowerCase().startsWith(language)) ?? language

if (globalThis.document) document.documentElement.lang = language
