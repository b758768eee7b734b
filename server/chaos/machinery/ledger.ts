/** Trackers that remember what was acknowledged, to compare with what is stored in the end. */
import { setTimeout as wait } from 'node:timers/promises'
import { openForCommand } from '#entry/installation.ts'
import type { Context } from '#kernel/context.ts'
import { readMessages, readTelemetry } from '#tracking/messages/actions.ts'
import { type Registered, register } from './registration.ts'
import { configOf, type Site } from './site.ts'
import { type ChaosTracker, type Manner, startTracker, teltonikaOffset } from './tracker.ts'

export interface Fleet {
  readonly units: readonly Registered[]
  readonly trackers: readonly ChaosTracker[]
  /** Counts the records of all trackers. */
  readonly firstTime: number
  acknowledged(): number
  /** Waits until every tracker was acknowledged again. False: not within the time. */
  goesOn(withinMs: number): Promise<boolean>
  finish(): Promise<void>
  compare(): Promise<Comparison>
}

export interface Comparison {
  readonly acknowledged: number
  readonly doubled: number
  /** Acknowledged and not stored: the tracker, and the position in the order of its acknowledgements. */
  readonly lost: readonly { readonly tracker: number; readonly place: number }[]
  /** Units whose latest values are older than their newest message. */
  readonly behind: number
}

export async function startFleet(
  site: Site,
  count: number,
  manner?: Manner,
  registerUnits: typeof register = register,
): Promise<Fleet> {
  const units = await registerUnits(site, count)
  const firstTime = Math.floor(Date.now() / 1000) - 80_000
  const trackers = units.map(({ ident }) => startTracker(ident, site.gatewayPort + teltonikaOffset, firstTime, manner))
  return {
    units,
    trackers,
    firstTime,
    acknowledged: () => trackers.reduce((sum, tracker) => sum + tracker.acknowledged.size, 0),
    async goesOn(withinMs) {
      const before = trackers.map(({ acknowledged }) => acknowledged.size)
      const deadline = Date.now() + withinMs
      while (trackers.some(({ acknowledged }, index) => acknowledged.size <= before[index]!)) {
        if (Date.now() > deadline) return false
        await wait(20)
      }
      return true
    },
    finish: async () => void (await Promise.all(trackers.map((tracker) => tracker.finish()))),
    async compare() {
      const visit = await openForCommand(configOf(site))
      let [acknowledged, doubled, behind] = [0, 0, 0]
      const lost: { tracker: number; place: number }[] = []
      try {
        for (const [tracker, { id }] of units.entries()) {
          const stored = await timesOf(visit.ctx, id)
          const known = new Set(stored)
          doubled += stored.length - known.size
          const latest = (await readTelemetry(visit.ctx, id))['position.latitude']?.ts ?? 0
          if (latest < Math.max(0, ...stored)) behind += 1
          let place = 0
          for (const at of trackers[tracker]!.acknowledged) {
            if (!known.has(at)) lost.push({ tracker, place })
            place += 1
          }
          acknowledged += place
        }
      } finally {
        await visit.close()
      }
      return { acknowledged, doubled, lost, behind }
    },
  }
}

/** Device times of the stored messages. */
export async function timesOf(ctx: Context, unitId: number): Promise<number[]> {
  const text = (await readMessages(ctx, unitId, Number.MAX_SAFE_INTEGER, false)).toString()
  return (JSON.parse(text) as { timestamp: number }[]).map(({ timestamp }) => timestamp)
}
