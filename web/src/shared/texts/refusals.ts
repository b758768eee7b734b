/** What the server refuses, for pages that show it before anybody tries. */
import { parts } from './catalogue.ts'

export const refusals = await parts.refusals()
