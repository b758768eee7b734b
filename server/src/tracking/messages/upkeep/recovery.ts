/**
 * Brings latest values up to date with stored messages. A busy unit's values are gathered for a second, so a crash or a
 * failed flush may leave them behind. Using such a unit brings it up to date, and a job finds the others; a start reads
 * nothing. Damage is logged for its unit and has no other effect.
 */
import type { Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import { listThrough } from '#kernel/slices/slice.ts'
import { isSmall, type Packed, textsOf, timestampOf } from '../chunk.ts'
import { readUnits } from '../cluster/places.ts'
import { fromText, newerValues, type Telemetry } from '../message.ts'
import { readBehind } from '../states-store.ts'
import * as store from '../store.ts'
import type { Range } from '../writing/deduplicate.ts'
import { listUnits, setSize } from './upkeep-store.ts'

type Part = Pick<Context, 'db' | 'log'>

const chunksPerRead = 64

/** The latest values of a unit, including everything that is stored and can be read. */
export const recoverUnit = (ctx: Part, unitId: number): Promise<Telemetry> =>
  inTransaction(ctx, async ({ db, log }) => {
    const { parameters: known, tMax: tKnown } = await store.lockState(db, unitId)
    const chunks = (await store.readChunks(db, unitId, chunksPerRead)).filter(({ t1 }) => t1 > tKnown)
    if (chunks.length === 0) return known
    const isNew = (text: string) => timestampOf(text) > tKnown
    const messages = chunks.flatMap((chunk) =>
      legible({ log }, unitId, () => textsOf(chunk).filter(isNew).map(fromText)),
    )
    const lastActive = messages.reduce((latest, { serverTime }) => Math.max(latest, serverTime), 0)
    const parameters = newerValues(known, messages, lastActive)
    const tMax = Math.max(...chunks.map(({ t1 }) => t1))
    const counts = { count: 0, bytes: 0, smallChunks: chunks.filter(isSmall).length }
    const changed = [{ t0: Math.max(tKnown, 0), t1: tMax }]
    const state = { parameters, tMax, lastActive, ...counts, changed, frames: undefined }
    await store.write(db, [{ unitId, chunk: undefined, state }])
    // Values that were gathered and lost had been counted in memory only.
    await setSize(db, unitId)
    return { ...known, ...parameters }
  })

/** For callers that can continue without: the values may be older than what is stored. */
export async function recoverIfPossible(ctx: Part, unitId: number): Promise<Telemetry | undefined> {
  try {
    return await recoverUnit(ctx, unitId)
  } catch (error) {
    if (isUnavailable(error)) throw error
    logRepeated(ctx.log, error, 'Stored data of a unit cannot be read; its latest values may be old.', {
      unit_id: unitId,
    })
    return undefined
  }
}

/** The contents of a chunk, or nothing when it is damaged. */
function legible<T>({ log }: Pick<Part, 'log'>, unitId: number, read: () => T[]): T[] {
  try {
    return read()
  } catch (error) {
    logRepeated(log, error, 'A damaged chunk of stored messages was skipped.', { unit_id: unitId })
    return []
  }
}

/** The texts of chunks that may hold a message of the given times. What cannot be read is not a repeat. */
export async function readOverlapping(
  ctx: Part,
  ranges: readonly Range[],
): Promise<{ unitId: number; texts: string[] }[]> {
  const chunks = await store.readOverlapping(ctx.db, ranges)
  return chunks.map(({ unitId, ...chunk }: Packed & { unitId: number }) => ({
    unitId,
    texts: legible(ctx, unitId, () => textsOf(chunk)),
  }))
}

const unitsPerPart = 1000

/** How far the job is in its round, and the units that were behind at the last check. */
export interface Round {
  readonly after: number
  readonly behind: ReadonlyMap<number, string>
}

export const firstRound: Round = { after: 0, behind: new Map() }

/**
 * Checks this node's units in portions. A unit that is behind at two checks, seconds apart and with nothing new in
 * between, is no longer being gathered by anyone, so it is brought up to date.
 */
export async function recoverSome(
  ctx: Part & Pick<Context, 'slices'>,
  { after, behind }: Round,
): Promise<Round & { recovered: number }> {
  const still = await unitsBehind(ctx, [...behind.keys()])
  let recovered = 0
  for (const [unitId, state] of still) {
    if (behind.get(unitId) === state && (await recoverIfPossible(ctx, unitId))) recovered += 1
  }
  const { ranges } = await ctx.slices.share()
  const list = (from: number, to: number, most: number) => listUnits(ctx, from, to, most)
  const { items: units, next } = await listThrough(ranges, after, unitsPerPart, list, (unitId) => unitId)
  return { after: next, behind: await unitsBehind(ctx, units), recovered }
}

/** One unit with a damaged page must not keep the others of its slice from being checked. */
async function unitsBehind(ctx: Part, unitIds: readonly number[]): Promise<Map<number, string>> {
  if (unitIds.length === 0) return new Map()
  try {
    const { rows } = await readUnits(ctx, unitIds, readBehind)
    return new Map(rows.map(({ unitId, tKnown, tMax }) => [unitId, `${tKnown} ${tMax}`]))
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (unitIds.length === 1) {
      logRepeated(ctx.log, error, 'Stored data of a unit cannot be read.', { unit_id: unitIds[0] })
      return new Map()
    }
    const half = unitIds.length >> 1
    return new Map([
      ...(await unitsBehind(ctx, unitIds.slice(0, half))),
      ...(await unitsBehind(ctx, unitIds.slice(half))),
    ])
  }
}
