import type { Context } from '../context.ts'
import { isSmall, textsOf, timestampOf } from './chunk.ts'
import { fromText, newerValues, type Telemetry } from './message.ts'
import * as store from './store.ts'
import { setSize } from './upkeep-store.ts'

const chunksPerRead = 64

/**
 * Brings the latest values up to what is stored: a crash may have come between a busy unit's commit and the writing
 * of its values, which are gathered for a second.
 */
export async function recoverTelemetry(ctx: Pick<Context, 'db'>): Promise<void> {
  for (const unitId of await store.staleUnits(ctx.db)) await recoverUnit(ctx, unitId)
}

export async function recoverUnit(ctx: Pick<Context, 'db'>, unitId: number): Promise<Telemetry> {
  const { parameters: known, tMax: tKnown } = await store.readState(ctx.db, unitId)
  const chunks = (await store.readChunks(ctx.db, unitId, chunksPerRead)).filter(({ t1 }) => t1 > tKnown)
  if (chunks.length === 0) return known
  const messages = chunks
    .flatMap(textsOf)
    .filter((text) => timestampOf(text) > tKnown)
    .map(fromText)
  const lastActive = Math.max(...messages.map((message) => message.serverTime))
  const parameters = newerValues(known, messages, lastActive)
  const tMax = Math.max(...chunks.map((chunk) => chunk.t1))
  const counts = { count: 0, bytes: 0, smallChunks: chunks.filter(isSmall).length }
  const changed = { t0: Math.max(tKnown, 0), t1: tMax }
  const state = { parameters, tMax, lastActive, ...counts, changed, frames: undefined }
  await store.write(ctx.db, [{ unitId, chunk: undefined, state }])
  // What was gathered and lost had been counted in memory only.
  await setSize(ctx.db, unitId)
  return { ...known, ...parameters }
}
