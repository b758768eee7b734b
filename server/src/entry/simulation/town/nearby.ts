/** Points by place, so that what is near is found without looking at everything. Pure. */
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

  some(around: Point, metres: number, isWanted: (one: T, away: number) => boolean): boolean {
    const side = this.#side
    const [west, east] = [Math.floor((around.x - metres) / side), Math.floor((around.x + metres) / side)]
    const [south, north] = [Math.floor((around.y - metres) / side), Math.floor((around.y + metres) / side)]
    for (let column = west; column <= east; column++) {
      for (let row = south; row <= north; row++) {
        const cell = this.#cells.get(this.#key(column, row))
        if (cell)
          for (const one of cell) {
            const [east, north] = [one.x - around.x, one.y - around.y]
            const square = east * east + north * north
            if (square <= metres * metres && isWanted(one, Math.sqrt(square))) return true
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
