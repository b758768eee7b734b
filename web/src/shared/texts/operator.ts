/** What the operator's pages say, apart from what dealers read: neither loads the other's. */
import { parts } from './catalogue.ts'

export const operator = await parts.operator()
