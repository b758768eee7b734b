/** How long the messages of a unit are kept, in days and numbers as people write them. Pure. */

const daySeconds = 86_400
const daysMax = 3650
const countMax = 100_000_000

interface Kept {
  readonly messages_ttl: number
  readonly messages_rotate: number
}
export type RetentionFields = Readonly<Record<keyof Kept, string>>

export const retentionFields = ({ messages_ttl, messages_rotate }: Kept): RetentionFields => ({
  messages_ttl: String(Math.round(messages_ttl / daySeconds)),
  messages_rotate: String(messages_rotate),
})

export const retentionOf = ({ messages_ttl, messages_rotate }: RetentionFields): Kept => ({
  messages_ttl: Number(messages_ttl) * daySeconds,
  messages_rotate: Number(messages_rotate),
})

const isWhole = (text: string, min: number, max: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

export const isDays = (text: string): boolean => isWhole(text, 1, daysMax)
export const isCount = (text: string): boolean => isWhole(text, 0, countMax)
