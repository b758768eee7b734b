/** A binary heap, smallest first. Pure. */
export class Heap<V> {
  readonly #values: V[] = []
  readonly #keys: number[] = []

  push(value: V, key: number): void {
    const [values, keys] = [this.#values, this.#keys]
    let at = values.push(value) - 1
    keys.push(key)
    while (at > 0) {
      const above = (at - 1) >> 1
      if (keys[above]! <= key) break
      values[at] = values[above]!
      keys[at] = keys[above]!
      at = above
    }
    values[at] = value
    keys[at] = key
  }

  pop(): V | undefined {
    const [values, keys] = [this.#values, this.#keys]
    const first = values[0]
    const value = values.pop()
    const key = keys.pop()
    if (values.length === 0 || value === undefined || key === undefined) return first
    let at = 0
    for (let below = 1; below < values.length; below = at * 2 + 1) {
      if (below + 1 < values.length && keys[below + 1]! < keys[below]!) below += 1
      if (keys[below]! >= key) break
      values[at] = values[below]!
      keys[at] = keys[below]!
      at = below
    }
    values[at] = value
    keys[at] = key
    return first
  }
}
