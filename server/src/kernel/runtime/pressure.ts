/**
 * Whether trackers wait for their acknowledgements on this node. Work that can wait gives way to a burst, so that the
 * burst is over sooner. Lasting load is not a burst: then everything gets its share, or alarms would wait with the
 * rest.
 */
import { setTimeout as wait } from 'node:timers/promises'

const burstMsMax = 10_000
/** After this long without a sign, it is over. */
const calmMs = 1_000
/** While trackers wait, long work rests nine times as long as it works. */
const restTimes = 9
const restMsMax = 2_000
/** Of a whole piece of work, which must end before somebody else takes it over. */
const restMsInAll = 5 * 60_000

export class Pressure {
  #since = Number.NEGATIVE_INFINITY
  #until = Number.NEGATIVE_INFINITY

  /** Messages have arrived faster than they are stored. */
  felt(now = performance.now()): void {
    if (now >= this.#until) this.#since = now
    this.#until = now + calmMs
  }

  isHigh(now = performance.now()): boolean {
    return now < this.#until && now - this.#since < burstMsMax
  }

  /** Long work that nobody waits for, piece by piece: while trackers wait, also under lasting load, it rests after each. */
  async *resting<Piece>(
    pieces: AsyncIterable<Piece>,
    rest: (ms: number) => Promise<void> = wait,
  ): AsyncGenerator<Piece> {
    let began = performance.now()
    let leftMs = restMsInAll
    for await (const piece of pieces) {
      yield piece
      if (performance.now() < this.#until && leftMs > 0) {
        const restMs = Math.min(restMsMax, leftMs, restTimes * (performance.now() - began))
        leftMs -= restMs
        await rest(restMs)
      }
      began = performance.now()
    }
  }
}
