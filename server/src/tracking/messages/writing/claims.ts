/** Records which node writes for a unit: in one PostgreSQL, or in parts on the workers of a cluster. */
import type { Context } from '#kernel/context.ts'
import type { PipelineStep } from '#kernel/db/pipeline.ts'
import type { Db } from '#kernel/db/transaction.ts'
import * as parts from '../cluster/part-owners-store.ts'
import type { Place, Places } from '../cluster/places.ts'
import { partOf } from '../cluster/shards.ts'
import * as store from './ownership-store.ts'

interface Losses {
  /** The node itself is gone, and with it everything it had. */
  readonly isGone: boolean
  readonly unitIds: readonly number[]
  /** Those that the node has not claimed back since. */
  readonly gone: readonly number[]
}

/** The claims of units on one server, and which losses this node has already noticed there. */
export interface Claims {
  claim(node: number, unitIds: readonly number[]): Promise<void>
  /** Compares, in a flush's own transaction, losses recorded by then with those noticed now. */
  mark(node: number): (unitIds: readonly number[]) => PipelineStep
  notice(node: number): Promise<Losses>
  /** Deletes notes of losses that this node has noticed, and nodes that are gone. */
  tidy(node: number): Promise<void>
  /** Held until the transaction ends. */
  owns(db: Db, node: number, unitId: number): Promise<boolean>
  /** This node starts as a new one. */
  startOver(): void
}

export interface AllClaims {
  readonly all: readonly Claims[]
  of(unitId: number): Claims
}

type Part = Pick<Context, 'db'>

export function claimsIn(ctx: Part, places: Pick<Places, 'parts' | 'all'>): AllClaims {
  if (places.parts.length === 0) {
    const claims = claimsInOne(ctx)
    return { all: [claims], of: () => claims }
  }
  const keyOf = (unitId: number) => partOf(places.parts, unitId)
  const byKey = new Map<number, Claims>()
  const all = places.all.map((place) => {
    const claims = claimsAt(ctx, place, keyOf)
    for (const key of place.parts) byKey.set(key, claims)
    return claims
  })
  return { all, of: (unitId) => byKey.get(keyOf(unitId))! }
}

function claimsInOne({ db }: Part): Claims {
  let noticed = 0
  return {
    claim: (node, unitIds) => store.claimUnits(db, node, unitIds),
    mark(node) {
      const known = noticed
      return (unitIds) => store.fence(node, known, unitIds)
    },
    async notice(node) {
      const { count, unitIds, gone } = await store.readLosses(db, node, noticed)
      noticed = count ?? 0
      return { isGone: count === undefined, unitIds, gone }
    },
    tidy: (node) => store.forgetLosses(db, node, noticed),
    owns: store.isOwner,
    startOver() {
      noticed = 0
    },
  }
}

function claimsAt({ db }: Part, place: Place, keyOf: (unitId: number) => number): Claims {
  /** For each part in which this node has claimed a unit. */
  let noticed = new Map<number, number>()
  return {
    async claim(node, unitIds) {
      const known = noticed
      const keys = unitIds.map(keyOf)
      const entering = [...new Set(keys)].filter((key) => !known.has(key))
      const former = await parts.claimUnits(await place.reach(), node, entering, keys, unitIds)
      for (const key of entering) if (!known.has(key)) known.set(key, 0)
      if (former.length > 0) await parts.notifyOwners(db, former).catch(() => {})
    },
    mark(node) {
      const known = new Map(noticed)
      return (unitIds) => {
        const keys = [...new Set(unitIds.map(keyOf))]
        // A part that was entered since: none of its units was cached before.
        return parts.fence(
          node,
          keys,
          keys.map((key) => known.get(key) ?? 0),
          unitIds,
        )
      }
    },
    async notice(node) {
      const known = noticed
      const found = await parts.readLosses(await place.reach(), node, known)
      for (const [key, count] of found.counts) known.set(key, count)
      return found
    },
    async tidy(node) {
      const living = await store.listNodes(db)
      const here = await place.reach()
      await parts.forgetLosses(here, node, noticed)
      await parts.removeOthers(here, place.parts, living)
    },
    owns: (within, node, unitId) => parts.isOwner(within, node, keyOf(unitId), unitId),
    startOver() {
      noticed = new Map()
    },
  }
}
