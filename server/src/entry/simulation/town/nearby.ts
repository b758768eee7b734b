/** Points by location, so that nearby ones are found without looking at everything. Pure. */
import type { Point } from './plane.ts'

export class Nearby<T extends Point> {
  readonly #cells = new Map<number, T[]>()
  readonly #side: number

  constructor(side: number) {
    this.#side = side
  }

  add(one: T): void {
    const key = this.#key(Math.floor(one.x / this.#side), Math.floor(one.y / this.#side))
    const cell = this.#cells.get(key)
    if (cell) cell.push(one)
    else this.#cells.set(key, [one])
  }

  /** Called a million times while streets grow, so it allocates nothing. */
  some({ x, y }: Point, metres: number, isWanted: (one: T, away: number) => boolean): boolean {
    const side = this.#side
    const most = metres * metres
    const east = Math.floor((x + metres) / side)
    const north = Math.floor((y + metres) / side)
    for (let column = Math.floor((x - metres) / side); column <= east; column++) {
      for (let row = Math.floor((y - metres) / side); row <= north; row++) {
        const cell = this.#cells.get(this.#key(column, row))
        if (!cell) continue
        for (let i = 0; i < cell.length; i++) {
          const one = cell[i]!
          const square = (one.x - x) ** 2 + (one.y - y) ** 2
          if (square <= most && isWanted(one, Math.sqrt(square))) return true
        }
      }
    }
    return false
  }

  nearest(around: Point, metres: number): T | undefined {
    let [best, least] = [undefined as T | undefined, metres]
    this.some(around, metres, (one, away) => {
      if (away <= least) [best, least] = [one, away]
      return false
    })
    return best
  }

  #key(column: number, row: number): number {
    return (column + 4096) * 8192 + row + 4096
  }
}
