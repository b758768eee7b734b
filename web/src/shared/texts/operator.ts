/** The texts of the operator's pages, separate from the dealers': neither loads the other's. */
import { parts } from './catalogue.ts'

export const operator = await parts.operator()
