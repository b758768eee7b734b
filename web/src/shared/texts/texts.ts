/** The catalogue in the viewer's language. Another language is a folder with the same files, and a line in two here. */
import { isConsole, language, loading } from './catalogue.ts'
import { localeFor } from './language.ts'

export { isConsole, language }

export const texts = await loading

/** The viewer's own region of our language: a Briton and an American write dates and dollars differently. */
export const locale: string = localeFor(language, globalThis.navigator?.languages ?? [])
