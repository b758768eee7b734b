/** A bounded cache of what was read from tiles; the least recently used goes first. */

export interface Sized {
  readonly bytes: number
}

/** The overhead of an entry. */
const entryBytes = 200

export class TileCache<V extends Sized> {
  readonly bytesMax: number
  #bytes = 0
  readonly #kept = new Map<number, V>()
  readonly #coming = new Map<number, Promise<V>>()

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#kept.size
  }

  /** Synchronous if it is cached: most lookups need not wait. Concurrent requests for the same tile read it once. */
  get(key: number, read: () => Promise<V>): V | Promise<V> {
    const known = this.#kept.get(key)
    if (known !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    const coming = this.#coming.get(key)
    if (coming !== undefined) return coming
    const reading = read()
      .then((value) => {
        // After `clear`, reads in progress belong to another map.
        if (this.#coming.get(key) === reading) this.#keep(key, value)
        return value
      })
      .finally(() => {
        if (this.#coming.get(key) === reading) this.#coming.delete(key)
      })
    this.#coming.set(key, reading)
    return reading
  }

  /** For values that are computed synchronously. */
  take(key: number, make: () => V): V {
    const known = this.#kept.get(key)
    if (known !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    const made = make()
    this.#keep(key, made)
    return made
  }

  clear(): void {
    this.#kept.clear()
    this.#coming.clear()
    this.#bytes = 0
  }

  #keep(key: number, value: V): void {
    this.#kept.set(key, value)
    this.#bytes += value.bytes + entryBytes
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= this.bytesMax) break
      this.#kept.delete(oldest)
      this.#bytes -= bytes + entryBytes
    }
  }
}
