/** Settings of a protocol. Only the pages of a unit and of a model need these words. */
import { parts } from './catalogue.ts'

export const protocolSettings = await parts.protocolSettings()
