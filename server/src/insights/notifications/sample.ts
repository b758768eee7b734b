/** What rules read in a message. Pure. */
import type { Road } from '#kernel/addresses.ts'
import { type Place, placeOf, type Values } from '../trips/point.ts'

/** All messages of one moment, as they are stored. */
export interface Sample {
  /** The tracker's own time, in seconds. */
  readonly t: number
  readonly texts: readonly string[]
  /** The road that the unit is on, where a rule wants to know. */
  readonly road?: Road
}

/** In chronological order, one per moment, however its messages arrived. */
export function samplesOf(messages: readonly { readonly timestamp: number; readonly text: string }[]): Sample[] {
  const byTime = Map.groupBy(messages, ({ timestamp }) => timestamp)
  return [...byTime]
    .sort(([a], [b]) => a - b)
    .map(([t, ofMoment]) => ({ t, texts: ofMoment.map(({ text }) => text).sort() }))
}

export interface Reading {
  readonly t: number
  readonly values: Values
  readonly place: Place | undefined
  readonly road: Road | undefined
}

/** If several messages describe one moment, the greater text wins. */
export function readingOf({ t, texts, road }: Sample): Reading {
  const all = texts.map((text) => JSON.parse(text) as Values)
  const place = all.reduce<Place | undefined>((known, values) => placeOf(values) ?? known, undefined)
  return { t, values: Object.assign({}, ...all), place, road }
}
