/** The state of a unit in words, and since when if that is known. */
import { formatAgo } from '../../shared/format/times.ts'
import { texts } from '../../shared/texts/texts.ts'
import { formatDuration } from '../measures.ts'
import type { KnownUnit } from './queries/known-units.ts'

const words = texts.client.units

export function stateTextOf({ state, stoppedSince, snapshot }: KnownUnit, nowSeconds: number): string {
  const word = words.states[state]
  if (stoppedSince !== undefined) return words.since(word, formatDuration(nowSeconds - stoppedSince))
  const { seenAt } = snapshot
  if (seenAt === null) return word
  if (state === 'expired') return words.term.lastMessage(word, formatAgo(seenAt, nowSeconds))
  if (state === 'seen') return words.seen(formatAgo(seenAt, nowSeconds))
  return state === 'silent' || state === 'unseen' ? words.lastHeard(word, formatAgo(seenAt, nowSeconds)) : word
}
