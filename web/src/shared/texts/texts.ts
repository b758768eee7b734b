/** The catalogue in the viewer's language. Another language is another object of the type `Texts`, and a line here. */
import { en } from './en.ts'

export type Texts = typeof en

const catalogues: Readonly<Record<string, Texts>> = { en }

const wanted = (globalThis.navigator?.languages ?? []).map((language) => language.split('-')[0]!.toLowerCase())

export const language: string = wanted.find((one) => one in catalogues) ?? 'en'
export const texts: Texts = catalogues[language]!
