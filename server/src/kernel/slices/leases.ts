/**
 * Shares work between nodes: each leases slices of the units and works only for those. The work itself renews the
 * leases, so a node that hangs loses them. What it still writes afterwards is refused in its own transaction.
 */
import { randomUUID } from 'node:crypto'
import type { Db } from '../db/transaction.ts'
import type { Meters } from '../runtime/meters.ts'
import { everyUnit, type Range, rangesOf, sliceOf, sliceOfName, slicesToTake } from './slice.ts'
import * as store from './store.ts'

const usualRenewMs = 3_000

/** What a node works for, at one moment. */
export interface Share {
  readonly ranges: readonly Range[]
  /** Whether work of this name, which belongs to no unit, is this node's. */
  has(name: string): boolean
  /** Call it first in a transaction that writes results: it fails if another node now works for one of the units. */
  require(db: Db, unitIds: readonly number[]): Promise<void>
}

export interface Slices {
  share(): Promise<Share>
  /** Others need not wait until the leases end. */
  release(): Promise<void>
}

const whole: Share = { ranges: [everyUnit], has: () => true, require: async () => {} }

/** For a command, which works for a moment while nodes run and leases nothing. */
export const allSlices: Slices = { share: async () => whole, release: async () => {} }

export class SliceLost extends Error {
  override readonly name = 'SliceLost'

  constructor() {
    super('Another node works for these units now.')
  }
}

export function leaseSlices(
  { db, meters }: { readonly db: Db; readonly meters: Meters },
  renewMs = usualRenewMs,
): Slices {
  const node = randomUUID()
  let held: ReadonlyMap<number, number> = new Map()
  let current: Promise<Share> | undefined
  let renewAt = 0
  let isReleased = false
  meters.gauge('slices', 'Slices of the units that this node works for, of 64.', () => held.size)

  async function renew(): Promise<Share> {
    let leases = await store.renew(db, node)
    const wanted = slicesToTake(leases, node)
    if (wanted.length > 0) {
      await store.take(db, node, wanted)
      leases = await store.renew(db, node)
    }
    const own = leases.filter(({ holder }) => holder === node)
    held = new Map(own.map(({ slice, epoch }) => [slice, epoch]))
    return shareOf(held)
  }

  const shareOf = (slices: ReadonlyMap<number, number>): Share => ({
    ranges: rangesOf(slices.keys()),
    has: (name) => slices.has(sliceOfName(name)),
    async require(transaction, unitIds) {
      const needed = new Set(unitIds.map(sliceOf))
      const known = [...needed].flatMap((slice) => {
        const epoch = slices.get(slice)
        return epoch === undefined ? [] : [[slice, epoch] as const]
      })
      if (known.length === needed.size && (await store.lock(transaction, known)) === needed.size) return
      renewAt = 0
      throw new SliceLost()
    },
  })

  return {
    share() {
      if (isReleased) return Promise.resolve(shareOf(new Map()))
      if (current === undefined || performance.now() >= renewAt) {
        renewAt = performance.now() + renewMs
        current = renew()
        current.catch(() => {
          current = undefined
        })
      }
      return current
    },
    async release() {
      isReleased = true
      await current?.catch(() => {})
      await store.release(db, node)
    },
  }
}
