/** What rules read in a message. Pure. */
import type { Road } from '#kernel/geo/addresses.ts'
import { valuesOf } from '#tracking/messages/message.ts'
import { type Moment, readingsOf } from '../../projections/moment.ts'
import { type Place, placeOf, type Values } from '../../trips/segments/point.ts'
import type { OtherFix } from './distance.ts'

export { momentsOf as samplesOf } from '../../projections/moment.ts'

/** All messages of one moment, as they are stored. */
export interface Sample extends Moment {
  /** The road that the unit is on, if a rule needs it. */
  readonly road?: Road
  /** Where other units were by then, if a rule compares with them. */
  readonly others?: readonly OtherFix[]
}

export interface Reading {
  readonly t: number
  readonly values: Values
  readonly place: Place | undefined
  readonly road: Road | undefined
  readonly others: readonly OtherFix[]
}

/** If several messages describe one moment, the greater text wins. */
export function readingOf(sample: Sample): Reading {
  const { t, texts, road, others = [] } = sample
  const values = readingsOf(sample)
  const isOne = texts.length === 1
  const place = isOne
    ? placeOf(values)
    : texts.reduce<Place | undefined>((known, text) => placeOf(valuesOf(text)) ?? known, undefined)
  return { t, values, place, road, others }
}
