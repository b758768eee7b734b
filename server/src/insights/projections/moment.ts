/** What a unit reported at one moment, in one or several messages. Pure. */
import { type DatedText, valuesOf } from '#tracking/messages/message.ts'

export interface Moment {
  /** The tracker's own time, in seconds. */
  readonly t: number
  /** Its stored messages, in an order that does not depend on their arrival. */
  readonly texts: readonly DatedText[]
}

/** In chronological order, each moment once, however its messages arrived. */
export function momentsOf(messages: readonly DatedText[]): Moment[] {
  // Nearly always so.
  const isInOrder = messages.every(({ timestamp }, index) => index === 0 || messages[index - 1]!.timestamp < timestamp)
  if (isInOrder) return messages.map((one) => ({ t: one.timestamp, texts: [one] }))
  const byTime = Map.groupBy(messages, ({ timestamp }) => timestamp)
  return [...byTime].sort(([a], [b]) => a - b).map(([t, ofMoment]) => ({ t, texts: ofMoment.sort(byText) }))
}

const byText = (one: DatedText, other: DatedText): number =>
  one.text < other.text ? -1 : one.text > other.text ? 1 : 0

/** All parameters together. If several messages have the same one, the greater text wins. */
export const readingsOf = ({ texts }: Moment): Readonly<Record<string, unknown>> =>
  texts.length === 1 ? valuesOf(texts[0]!) : Object.assign({}, ...texts.map(valuesOf))
