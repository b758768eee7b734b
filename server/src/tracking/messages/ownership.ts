/**
 * Which node writes for a unit. What a node remembers of a unit is true only while no other node writes for it, so a unit
 * belongs to the node it last reported to. A node that has lost a unit cannot store for it, because every flush asks in its
 * own transaction; it forgets what it remembered, and may claim the unit again.
 */
import type { Context } from '#kernel/context.ts'
import type { PipelineStep } from '#kernel/db/pipeline.ts'
import type { PubSub } from '#kernel/db/pubsub.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { logRepeated } from '#kernel/log.ts'
import * as store from './ownership-store.ts'

const renewMs = 20_000

/** Units that other nodes have claimed; undefined: all of them, because this node was taken for dead. */
type Lost = readonly number[] | undefined
/** `gone`: those that have not come back to this node since. */
type TakeLost = (lost: Lost, gone: readonly number[]) => void

export class Ownership {
  readonly #ctx: Pick<Context, 'db' | 'log'>
  readonly #takers: TakeLost[] = []
  readonly #timer: NodeJS.Timeout
  #node: Promise<number> | undefined
  #noticed = 0
  #refreshing: Promise<void> | undefined
  /** Claimed while losses were being read: these units have come back, whatever is read. */
  readonly #backMeanwhile = new Set<number>()
  readonly #soon = new Set<number>()
  #claiming: Promise<void> | undefined

  constructor(ctx: Pick<Context, 'db' | 'log'>, notifications?: PubSub) {
    this.#ctx = ctx
    notifications?.on('owners', (node) => void this.#onNews(node))
    this.#timer = setInterval(() => void this.#renew(), renewMs).unref()
  }

  onLost(take: TakeLost): void {
    this.#takers.push(take)
  }

  /** From now on no other node stores for these units, and what they have stored can be read. */
  async claim(unitIds: readonly number[]): Promise<void> {
    await store.claimUnits(this.#ctx.db, await this.#id(), unitIds)
    if (this.#refreshing !== undefined) for (const unitId of unitIds) this.#backMeanwhile.add(unitId)
  }

  /** The same for one of many that log in at once: they are claimed together. */
  claimSoon(unitId: number): Promise<void> {
    this.#soon.add(unitId)
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined
    })
    return this.#claiming
  }

  async #claimAll(): Promise<void> {
    await new Promise(setImmediate)
    while (this.#soon.size > 0) {
      const unitIds = [...this.#soon]
      this.#soon.clear()
      await this.claim(unitIds)
    }
  }

  /** True until the transaction ends. */
  owns = async (db: Db, unitId: number): Promise<boolean> => store.isOwner(db, await this.#id(), unitId)

  /** What a flush must note before it trusts any memory: it is compared with what happened meanwhile. */
  async mark(): Promise<(unitIds: readonly number[]) => PipelineStep> {
    const node = await this.#id()
    const noticed = this.#noticed
    return (unitIds) => store.fence(node, noticed, unitIds)
  }

  /** Notices what was lost. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#readLosses().finally(() => {
      this.#refreshing = undefined
      this.#backMeanwhile.clear()
    })
    return this.#refreshing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#refreshing?.catch(() => {})
    const node = await this.#node?.catch(() => undefined)
    // A node that ends without it is taken for dead after two minutes.
    if (node !== undefined) await store.removeNode(this.#ctx.db, node).catch(() => {})
  }

  #id(): Promise<number> {
    this.#node ??= store.addNode(this.#ctx.db).catch((error) => {
      this.#node = undefined
      throw error
    })
    return this.#node
  }

  async #readLosses(): Promise<void> {
    const { count, unitIds, gone } = await store.readLosses(this.#ctx.db, await this.#id(), this.#noticed)
    if (count === undefined) this.#node = undefined
    this.#noticed = count ?? 0
    const lost = count === undefined ? undefined : unitIds
    const away = gone.filter((unitId) => !this.#backMeanwhile.has(unitId))
    if (lost?.length !== 0) for (const take of this.#takers) take(lost, away)
  }

  async #onNews(node: string): Promise<void> {
    if (this.#node === undefined || (node !== '' && node !== String(await this.#node.catch(() => '')))) return
    await this.refresh().catch((error) => logRepeated(this.#ctx.log, error, 'Failed to read which units were lost.'))
  }

  async #renew(): Promise<void> {
    const node = await this.#node?.catch(() => undefined)
    if (node === undefined) return
    await store
      .renewNode(this.#ctx.db, node, this.#noticed)
      .catch((error) => logRepeated(this.#ctx.log, error, 'Failed to renew this node.'))
  }
}
