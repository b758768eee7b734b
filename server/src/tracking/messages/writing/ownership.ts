/**
 * Which node writes for a unit. A node's cache of a unit is valid only while no other node writes for it, so a unit
 * belongs to the node it last reported to. A node that has lost a unit cannot store for it, because every flush checks
 * in its own transaction; it then drops its cache, and may claim the unit again.
 */
import type { Context } from '#kernel/context.ts'
import type { PipelineStep } from '#kernel/db/pipeline.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import { lookMs, openPlaces, type Places } from '../cluster/places.ts'
import { type AllClaims, type Claims, claimsIn } from './claims.ts'
import * as store from './ownership-store.ts'

/** Units that other nodes have claimed; undefined: all of them, because this node counted as dead. */
type Lost = readonly number[] | undefined
/** `gone`: those that have not returned to this node since. */
type TakeLost = (lost: Lost, gone: readonly number[]) => void
/** A flush may have units on several servers; usually this is one step. */
export type Fence = (unitIds: readonly number[]) => PipelineStep[]

export class Ownership {
  readonly #ctx: Pick<Context, 'db' | 'log'>
  readonly #takers: TakeLost[] = []
  readonly #timer: NodeJS.Timeout
  #node: Promise<number> | undefined
  #places: Promise<Places> | undefined
  #areas: Promise<Areas> | undefined

  constructor(ctx: Pick<Context, 'db' | 'log'>, notifications?: PubSub) {
    this.#ctx = ctx
    notifications?.on('owners', (node) => void this.#onNews(node))
    this.#timer = setInterval(() => void this.#renew(), lookMs).unref()
  }

  onLost(take: TakeLost): void {
    this.#takers.push(take)
  }

  /** Where messages are written. */
  places(): Promise<Places> {
    this.#places ??= openPlaces(this.#ctx).catch((error) => {
      this.#places = undefined
      throw error
    })
    return this.#places
  }

  /** From now on no other node stores for these units, and what others have stored can be read. */
  async claim(unitIds: readonly number[]): Promise<void> {
    const node = await this.#id()
    for (const [area, own] of (await this.#open()).group(unitIds)) await area.claim(node, own)
  }

  /** The same for one of many units that connect at once: they are claimed together. */
  async claimSoon(unitId: number): Promise<void> {
    return (await this.#open()).of(unitId).claimSoon(unitId, () => this.#id())
  }

  /** True until the transaction ends. */
  owns = async (db: Db, unitId: number): Promise<boolean> =>
    (await this.#open()).of(unitId).claims.owns(db, await this.#id(), unitId)

  /** Call it before a flush trusts any cache: it remembers the state that the flush later compares with. */
  async mark(): Promise<Fence> {
    const node = await this.#id()
    const areas = await this.#open()
    const marks = new Map(areas.all.map((area) => [area, area.claims.mark(node)]))
    return (unitIds) => [...areas.group(unitIds)].map(([area, own]) => marks.get(area)!(own))
  }

  /** Detects losses on the servers of these units, or on all. */
  async refresh(unitIds?: readonly number[]): Promise<void> {
    const areas = await this.#open()
    const asked = unitIds ? [...areas.group(unitIds).keys()] : areas.all
    const read = await Promise.allSettled(asked.map((area) => area.refresh(() => this.#readLosses(area))))
    for (const one of read) if (one.status === 'rejected') throw one.reason
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    const areas = await this.#areas?.catch(() => undefined)
    await Promise.all(areas?.all.map(({ refreshing }) => refreshing?.catch(() => {})) ?? [])
    const node = await this.#node?.catch(() => undefined)
    // A node that ends without this counts as dead after two minutes.
    if (node !== undefined) await store.removeNode(this.#ctx.db, node).catch(() => {})
    const places = await this.#places?.catch(() => undefined)
    await places?.close()
  }

  #id(): Promise<number> {
    this.#node ??= store.addNode(this.#ctx.db).catch((error) => {
      this.#node = undefined
      throw error
    })
    return this.#node
  }

  #open(): Promise<Areas> {
    this.#areas ??= this.places().then(
      (places) => new Areas(claimsIn(this.#ctx, places)),
      (error) => {
        this.#areas = undefined
        throw error
      },
    )
    return this.#areas
  }

  async #readLosses(area: Area): Promise<void> {
    const known = this.#node
    const { isGone, unitIds, gone } = await area.claims.notice(await this.#id())
    // Another area may have found out at the same time.
    if (isGone && this.#node === known) {
      this.#node = undefined
      for (const one of (await this.#open()).all) one.claims.startOver()
    }
    const lost = isGone ? undefined : unitIds
    const away = gone.filter((unitId) => !area.backMeanwhile.has(unitId))
    if (lost?.length !== 0) for (const take of this.#takers) take(lost, away)
  }

  async #onNews(node: string): Promise<void> {
    if (this.#node === undefined || (node !== '' && node !== String(await this.#node.catch(() => '')))) return
    await this.refresh().catch((error) => logRepeated(this.#ctx.log, error, 'Failed to read which units were lost.'))
  }

  async #renew(): Promise<void> {
    const failed = (error: unknown) => logRepeated(this.#ctx.log, error, 'Failed to renew this node.')
    const places = await this.#places?.catch(() => undefined)
    await places?.look().catch(failed)
    const node = await this.#node?.catch(() => undefined)
    if (node === undefined) return
    await store.renewNode(this.#ctx.db, node).catch(failed)
    const areas = await this.#areas?.catch(() => undefined)
    for (const { claims } of areas?.all ?? []) await claims.tidy(node).catch(failed)
  }
}

class Areas {
  readonly all: readonly Area[]
  readonly #byClaims: ReadonlyMap<Claims, Area>
  readonly #claims: AllClaims

  constructor(claims: AllClaims) {
    this.#claims = claims
    this.#byClaims = new Map(claims.all.map((one) => [one, new Area(one)]))
    this.all = [...this.#byClaims.values()]
  }

  of(unitId: number): Area {
    return this.#byClaims.get(this.#claims.of(unitId))!
  }

  group(unitIds: readonly number[]): Map<Area, readonly number[]> {
    const [first] = this.all
    return this.all.length === 1 ? new Map([[first!, unitIds]]) : Map.groupBy(unitIds, (unitId) => this.of(unitId))
  }
}

/** The units of one server. Another server may be unavailable. */
class Area {
  readonly claims: Claims
  refreshing: Promise<void> | undefined
  /** Claimed while losses were being read: these units have returned, whatever the result says. */
  readonly backMeanwhile = new Set<number>()
  readonly #soon = new Set<number>()
  #claiming: Promise<void> | undefined

  constructor(claims: Claims) {
    this.claims = claims
  }

  async claim(node: number, unitIds: readonly number[]): Promise<void> {
    await this.claims.claim(node, unitIds)
    if (this.refreshing !== undefined) for (const unitId of unitIds) this.backMeanwhile.add(unitId)
  }

  claimSoon(unitId: number, id: () => Promise<number>): Promise<void> {
    this.#soon.add(unitId)
    this.#claiming ??= this.#claimAll(id).finally(() => {
      this.#claiming = undefined
    })
    return this.#claiming
  }

  async #claimAll(id: () => Promise<number>): Promise<void> {
    await new Promise(setImmediate)
    while (this.#soon.size > 0) {
      const unitIds = [...this.#soon]
      this.#soon.clear()
      await this.claim(await id(), unitIds)
    }
  }

  refresh(read: () => Promise<void>): Promise<void> {
    this.refreshing ??= read().finally(() => {
      this.refreshing = undefined
      this.backMeanwhile.clear()
    })
    return this.refreshing
  }
}
