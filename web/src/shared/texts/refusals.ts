/** The server's refusals, for pages that show them before anyone tries. */
import { parts } from './catalogue.ts'

export const refusals = await parts.refusals()
