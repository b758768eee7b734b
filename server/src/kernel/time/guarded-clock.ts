/**
 * Real time, checked against a clock that nobody can set and against the database's. While they disagree, whatever ends
 * or deletes because time has passed waits (docs/decisions/0057).
 */
import { uptime } from 'node:os'
import type { Db } from '../db/transaction.ts'
import { type Clock, noteAgreement, noteDoubt, readDatabaseClock } from './clock.ts'

/** In milliseconds. */
export interface Machine {
  wall(): number
  /** From an arbitrary origin, read for every message. */
  steady(): number
  /** The same, read once a second: it continues while the machine sleeps. */
  sinceBoot(): number
}

const thisMachine: Machine = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  sinceBoot: () => uptime() * 1000,
}

/** More than a busy machine needs for an answer, less than matters for anything that ends. */
export const toleranceMs = 120_000
const dayMs = 86_400_000
/** Nobody stops an installation, or corrects a clock, by more than this without knowing. */
const gapMsMax = 30 * dayMs
/** A smaller jump is trusted if it lasts this long. */
const settleMs = 3_600_000
const askEveryMs = 1_000
const noteEveryMs = 30_000

interface Measured {
  readonly at: number
  readonly steady: number
  readonly sinceBoot: number
}

export function guardedClock(machine: Machine = thisMachine): Required<Clock> {
  /** The base of `now`. */
  let base: Measured | undefined
  /** When all agreed last. */
  let agreed: Measured | undefined
  let doubt: { readonly reason: string; readonly sinceBoot: number; readonly isJump: boolean } | undefined
  let noted = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function ask(db: Db): Promise<void> {
    const asked = machine.sinceBoot()
    const { now, seenAt } = await readDatabaseClock(db)
    const [wall, steady, sinceBoot] = [machine.wall(), machine.steady(), machine.sinceBoot()]
    // The database answered at some moment between the request and its answer.
    const halfTrip = (sinceBoot - asked) / 2
    const database = now.getTime() + halfTrip
    const isNear = (one: number, other: number) => Math.abs(one - other) <= toleranceMs + halfTrip
    const expected = agreed ? agreed.at + (sinceBoot - agreed.sinceBoot) : seenAt?.getTime()
    const measured = (at: number): Measured => ({ at, steady, sinceBoot })
    const wasInDoubt = doubt !== undefined

    if (!isNear(wall, database)) {
      const isWallRight = expected !== undefined && isNear(wall, expected) && !isNear(database, expected)
      base = measured(isWallRight ? wall : database)
      const reason =
        `The clock of this machine says ${said(wall)}, that of the database ${said(database)}. ` +
        'Synchronize both with network time (NTP).'
      doubt = { reason, sinceBoot, isJump: false }
    } else {
      base = measured(wall)
      const gap = expected === undefined ? 0 : database - expected
      const isExpected = Math.abs(gap) <= toleranceMs + halfTrip || (!agreed && gap > 0 && gap <= gapMsMax)
      const isAccepted = seenAt !== null && isNear(database, seenAt.getTime())
      const isSettled = doubt?.isJump && sinceBoot - doubt.sinceBoot >= settleMs && Math.abs(gap) <= gapMsMax
      if (isExpected || isAccepted || isSettled) {
        agreed = base
        doubt = undefined
      } else {
        const reason =
          `The clock says ${said(database)}, but ${said(expected!)} was expected. ` +
          'Correct it, or, if it is right, run: npx waymark clock accept'
        doubt = { reason, sinceBoot: doubt?.isJump ? doubt.sinceBoot : sinceBoot, isJump: true }
      }
    }
    const isChanged = wasInDoubt !== (doubt !== undefined)
    if (!isChanged && Math.abs(sinceBoot - noted) < noteEveryMs) return
    noted = sinceBoot
    // If nothing can be written, nothing is deleted either.
    await (doubt ? noteDoubt(db, doubt.reason) : noteAgreement(db)).catch(() => {})
  }

  return {
    now() {
      const wall = machine.wall()
      if (!base) return new Date(wall)
      // Never further than the tolerance from the last comparison, whatever both clocks of this process say.
      const passed = Math.min(Math.max(machine.steady() - base.steady, 0), toleranceMs)
      const carried = base.at + passed
      return new Date(Math.abs(wall - carried) <= toleranceMs ? wall : carried)
    },
    async refresh(db) {
      const age = base ? machine.steady() - base.steady : askEveryMs
      if (age >= 0 && age < askEveryMs) return
      asking ??= ask(db).finally(() => {
        asking = undefined
      })
      await asking
    },
    doubt: () => doubt?.reason,
  }
}

const said = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
