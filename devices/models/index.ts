import type { Manufacturer } from '../model.ts'
import { makersFrom1 } from './makers-from-1.ts'
import { makersFrom63 } from './makers-from-63.ts'
import { makersFrom103 } from './makers-from-103.ts'

/** The maker id whose hundred is used by a maker that has filled its own. */
export const secondHundreds: ReadonlyMap<number, number> = new Map([[1, 102]])

/** A maker's id is never reused. */
export const manufacturers: readonly Manufacturer[] = [...makersFrom1, ...makersFrom63, ...makersFrom103]
