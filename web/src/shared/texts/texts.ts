/** The catalogue in the viewer's language. Another language is another object of the type `Texts`, and a line in two files here. */
import { isEnglishOnly, language, loading, type Texts } from './catalogue.ts'
import { localeFor } from './language.ts'

export type { Texts }
export { isEnglishOnly, language }

export const texts: Texts = await loading

/** The viewer's own region of our language: a Briton and an American write dates and dollars differently. */
export const locale: string = localeFor(language, globalThis.navigator?.languages ?? [])
