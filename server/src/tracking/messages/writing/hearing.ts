/**
 * Decides when the time of a unit's last message is written to the coordinator of a cluster: at once for a unit that
 * was quiet, every few seconds for one that keeps sending. So the written time is at most a few seconds old. Pure.
 */
import type { Heard } from './heard-store.ts'

/** No rule about silence is shorter than a minute. */
const everyMs = 5_000

export class Hearing {
  #sinceMs = 0
  /** Units that were written in this period, and what they have sent since. */
  #written = new Set<number>()
  #later = new Map<number, Heard>()

  /** Those to write now, the newest of each unit. The others may wait. */
  now(heard: readonly Heard[]): Heard[] {
    return newestOf(heard.filter(({ unitId }) => !this.#written.has(unitId)))
  }

  /** Call it once these are written. */
  note(now: readonly Heard[], heard: readonly Heard[], nowMs: number): void {
    if (this.#written.size === 0) this.#sinceMs = nowMs
    const later = heard.filter(({ unitId }) => this.#written.has(unitId))
    for (const one of newestOf([...this.#later.values(), ...later])) this.#later.set(one.unitId, one)
    for (const { unitId } of now) this.#written.add(unitId)
  }

  /** Whether all of these are written. */
  isWritten = (heard: readonly Heard[]): boolean => !heard.some(({ unitId }) => this.#later.has(unitId))

  isDue = (nowMs: number): boolean => this.#written.size > 0 && nowMs - this.#sinceMs >= everyMs

  /** What has waited. */
  waiting = (): Heard[] => [...this.#later.values()]

  /** Call it once these are written: the next period begins. */
  settle(nowMs: number): void {
    this.#written = new Set(this.#later.keys())
    this.#later = new Map()
    this.#sinceMs = nowMs
  }
}

export function newestOf(heard: readonly Heard[]): Heard[] {
  const newest = new Map<number, Heard>()
  for (const one of heard) {
    if (one.lastActive >= (newest.get(one.unitId)?.lastActive ?? 0)) newest.set(one.unitId, one)
  }
  return [...newest.values()]
}
