/** Places names next to their markers, so that they cover neither markers nor each other. Pure. */

interface Name {
  readonly id: number
  readonly text: string
  readonly width: number
  readonly height: number
}

/** A marker on the screen: of one unit, with its name, or of a cluster. */
export interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly name: Name | undefined
}

/** A name with its background, by its middle. */
export interface Label extends Name {
  readonly x: number
  readonly y: number
  /** The side of its marker. */
  readonly side: number
}

const [groundX, groundY, gap] = [14, 8, 2]

/** Below, above, right and left of the marker. */
const sides: readonly (readonly [x: number, y: number])[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
]

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const touch = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width && Math.abs(a.y - b.y) * 2 < a.height + b.height

/** A name stays on its side, if that is free; one without room is left out. */
export function placeLabels(discs: readonly Disc[], before: ReadonlyMap<number, number>): Label[] {
  const taken: Box[] = discs.map(({ x, y, radius }) => ({ x, y, width: 2 * radius, height: 2 * radius }))
  return discs.flatMap(({ x, y, radius, name }): Label[] => {
    if (!name) return []
    const [width, height] = [name.width + groundX, name.height + groundY]
    const labelAt = (side: number): Label => {
      const [right, down] = sides[side]!
      const [dx, dy] = [right * (radius + gap + width / 2), down * (radius + gap + height / 2)]
      return { ...name, width, height, side, x: x + dx, y: y + dy }
    }
    const last = before.get(name.id) ?? 0
    const free = [last, 0, 1, 2, 3].map(labelAt).find((label) => !taken.some((box) => touch(box, label)))
    if (!free) return []
    taken.push(free)
    return [free]
  })
}
