/**
 * Removes records that a tracker has sent before. Only a message that is not newer than everything stored can be a
 * repeat, so normally nothing is read.
 *
 * A record with a wrong clock is stored under its time of arrival, so its own time does not help to find it. It is
 * compared with the records with wrong clocks of the last day. A message without any time describes the moment of its
 * arrival, so two equal ones are two messages.
 */
import { hash } from 'node:crypto'
import type { FrameMessages } from '../columnar.ts'
import { hasBadClock, type StoredMessage, saidPart } from '../message.ts'
import { type CachedUnit, textsIn } from './unit-cache.ts'

export interface PossibleRepeats {
  readonly unitId: number
  readonly unit: CachedUnit
  readonly frames: readonly FrameMessages[]
}

export interface Range {
  readonly unitId: number
  readonly t0: number
  readonly t1: number
}

/** The texts of chunks that may contain a message of these times. */
export type ReadOverlapping = (
  ranges: readonly Range[],
) => Promise<readonly { readonly unitId: number; readonly texts: readonly string[] }[]>

const badClockSeconds = 86_400
const badClocksMax = 1_000

/** Each message is newer than the previous one and than everything stored: none can be a repeat. */
export function isAscending(frames: readonly FrameMessages[], after: number): boolean {
  let last = after
  for (const { messages } of frames) {
    for (const message of messages) {
      const timestamp = message.timestamp as number
      if (timestamp <= last) return false
      last = timestamp
    }
  }
  return true
}

/** The messages of each unit that were not stored before. */
export async function deduplicate(
  suspects: readonly PossibleRepeats[],
  read: ReadOverlapping,
): Promise<Map<number, StoredMessage[]>> {
  const found = suspects.map(({ unitId, unit, frames }) => {
    const once = new Map<string, StoredMessage>()
    for (const message of frames.flatMap(textsIn)) {
      const said = saidPart(message.text)
      if (!once.has(said)) once.set(said, message)
    }
    return { unitId, unit, once, isBad: [...once.keys()].some(hasBadClock), now: frames.at(-1)!.serverTime }
  })
  const ranges: Range[] = []
  for (const { unitId, unit, once, isBad, now } of found) {
    const old = [...once.values()].map(({ timestamp }) => timestamp).filter((timestamp) => timestamp <= unit.tMax)
    if (old.length > 0) ranges.push({ unitId, t0: Math.min(...old), t1: Math.max(...old) })
    if (isBad && !unit.badClocks) ranges.push({ unitId, t0: now - badClockSeconds, t1: now + badClockSeconds })
  }
  const said = new Map<number, Set<string>>()
  for (const { unitId, texts } of ranges.length > 0 ? await read(ranges) : []) {
    const seen = said.get(unitId) ?? new Set()
    for (const text of texts) seen.add(saidPart(text))
    said.set(unitId, seen)
  }
  return new Map(
    found.map(({ unitId, unit, once, isBad }) => {
      const seen = said.get(unitId) ?? new Set<string>()
      if (isBad) unit.badClocks ??= new Set([...seen].filter(hasBadClock).map(digest))
      const isNew = (words: string) => !seen.has(words) && !(hasBadClock(words) && isKnown(unit, words))
      return [unitId, [...once].filter(([words]) => isNew(words)).map(([, message]) => message)]
    }),
  )
}

/** Whether such a record came before; adds it if not. */
function isKnown({ badClocks }: CachedUnit, words: string): boolean {
  const known = badClocks!
  const key = digest(words)
  if (known.has(key)) return true
  known.add(key)
  if (known.size > badClocksMax) known.delete(known.values().next().value!)
  return false
}

const digest = (words: string) => hash('sha1', words, 'base64')
