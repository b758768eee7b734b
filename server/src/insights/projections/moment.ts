/** What a unit reported at one moment, in one or several messages. Pure. */
import type { DatedText } from '#tracking/messages/message.ts'

export interface Moment {
  /** The tracker's own time, in seconds. */
  readonly t: number
  /** Its stored messages, in an order that does not depend on their arrival. */
  readonly texts: readonly string[]
}

/** In chronological order, each moment once, however its messages arrived. */
export function momentsOf(messages: readonly DatedText[]): Moment[] {
  const byTime = Map.groupBy(messages, ({ timestamp }) => timestamp)
  return [...byTime]
    .sort(([a], [b]) => a - b)
    .map(([t, ofMoment]) => ({ t, texts: ofMoment.map(({ text }) => text).sort() }))
}

/** All parameters together. If several messages have the same one, the greater text wins. */
export const readingsOf = ({ texts }: Moment): Readonly<Record<string, unknown>> =>
  texts.length === 1 ? JSON.parse(texts[0]!) : Object.assign({}, ...texts.map((text) => JSON.parse(text)))
