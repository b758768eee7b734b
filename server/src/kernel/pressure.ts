/**
 * Whether trackers wait for their acknowledgements on this node. Work that can wait gives way to a burst, so that the
 * burst is over sooner. Lasting load is not a burst: then everything gets its share, or alarms would wait with the rest.
 */
const burstMsMax = 10_000
/** After this long without a sign, it is over. */
const calmMs = 1_000

export class Pressure {
  #since = Number.NEGATIVE_INFINITY
  #until = Number.NEGATIVE_INFINITY

  /** Messages have come faster than they are stored. */
  felt(now = performance.now()): void {
    if (now >= this.#until) this.#since = now
    this.#until = now + calmMs
  }

  isHigh(now = performance.now()): boolean {
    return now < this.#until && now - this.#since < burstMsMax
  }
}
