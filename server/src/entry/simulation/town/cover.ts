/** Land cover: woods, fields, beaches, and where people live and work. Pure. */
import { randomFrom } from '../random.ts'
import { greens } from './greens.ts'
import { coast, isDry, quay, townEdge, villages, works, zoneAt } from './land.ts'
import { depots } from './network.ts'
import { at, blob, distance, heading, type Line, offsetLine, type Point, plus } from './plane.ts'

export interface Cover {
  readonly kind: string
  readonly ring: Line
  readonly minZoom: number
  /** Higher ones are drawn on top. */
  readonly rank: number
}

interface Wood {
  readonly centre: Point
  readonly radius: number
}

function plantWoods(): readonly Wood[] {
  const random = randomFrom('woods')
  const found: Wood[] = []
  for (let tries = 0; tries < 900 && found.length < 62; tries++) {
    const centre = at(-12_500 + random() * 18_500, -1500 + random() * 12_500)
    // Farmers kept the low land of the south; the north is for trees.
    const radius = 130 + random() ** 2 * (centre.y > 5500 ? 720 : 360)
    const isTaken = found.some((other) => distance(other.centre, centre) < (other.radius + radius) * 0.8)
    if (zoneAt(centre) === 'rural' && isDry(centre, 90) && !isTaken && isFarFromHouses(centre, radius))
      found.push({ centre, radius })
  }
  return found
}

function isFarFromHouses(centre: Point, radius: number): boolean {
  for (let angle = 0; angle < 6.3; angle += 0.4) {
    const zone = zoneAt(plus(centre, heading(angle), radius * 1.4))
    if (zone !== 'rural') return false
  }
  return true
}

const [long, wide] = [390, 270]

/** A patchwork that follows the slope: rows are bent, and no two fields are alike. */
function fields(woods: readonly Wood[]): Cover[] {
  const random = randomFrom('fields')
  const bent = (u: number, v: number): Point => {
    const [x, y] = [u * long + 70 * Math.sin(v * 1.7), v * wide + 90 * Math.sin(u * 0.9) + 50 * Math.cos(v + u * 0.4)]
    const jitter = randomFrom(`${u} ${v}`)
    return at(x * 0.94 - y * 0.34 + (jitter() - 0.5) * 90 - 2500, x * 0.34 + y * 0.94 + (jitter() - 0.5) * 70 + 4800)
  }
  const found: Cover[] = []
  for (let u = -30; u < 30; u++) {
    for (let v = -32; v < 32; v++) {
      const choice = random()
      const corners = [bent(u, v), bent(u + 1, v), bent(u + 1, v + 1), bent(u, v + 1)]
      const centre = at(corners.reduce((sum, { x }) => sum + x, 0) / 4, corners.reduce((sum, { y }) => sum + y, 0) / 4)
      const isOpen = corners.every((corner) => zoneAt(corner) === 'rural') && isDry(centre, 120)
      if (!isOpen || woods.some((wood) => distance(wood.centre, centre) < wood.radius * 0.9)) continue
      const kind =
        choice < 0.5
          ? 'farmland'
          : choice < 0.72
            ? 'meadow'
            : choice < 0.78
              ? 'orchard'
              : choice < 0.83
                ? 'scrub'
                : null
      const ring = corners.map(({ x, y }) => at(centre.x + (x - centre.x) * 0.965, centre.y + (y - centre.y) * 0.965))
      if (kind) found.push({ kind, ring, minZoom: kind === 'farmland' || kind === 'meadow' ? 10 : 11, rank: 1 })
    }
  }
  return found
}

/** Sand where the coast is open. */
function beaches(): Cover[] {
  const found: Cover[] = []
  const random = randomFrom('beaches')
  for (let from = 0; from < coast.length - 1; ) {
    const count = 12 + Math.floor(random() * 30)
    const part = coast.slice(from, from + count)
    from += count + Math.floor(random() * 26)
    const isTown = part.some((point) => distance(point, at(1500, -600)) < 1400)
    if (part.length < 8 || isTown) continue
    const inland = offsetLine(part, (at) => 52 * Math.sin(Math.PI * at))
    found.push({ kind: 'beach', ring: [...part, ...inland.reverse()], minZoom: 12, rank: 4 })
  }
  return found
}

export function groundCover(): Cover[] {
  const random = randomFrom('cover')
  const woods = plantWoods()
  return [
    ...fields(woods),
    ...woods.map(
      ({ centre, radius }): Cover => ({
        kind: 'forest',
        ring: blob(centre, radius, random, 0.32, 1 + random() * 0.5),
        minZoom: 7,
        rank: 2,
      }),
    ),
    ...[townEdge, ...villages.map(({ centre, radius }) => blob(centre, radius * 0.98, random, 0.14))].map(
      (ring): Cover => ({ kind: 'residential', ring, minZoom: 7, rank: 3 }),
    ),
    ...[...works, quay].map((ring): Cover => ({ kind: 'industrial', ring, minZoom: 9, rank: 4 })),
    ...beaches(),
    ...depots.map(({ yard }): Cover => ({ kind: 'commercial', ring: yard, minZoom: 13, rank: 5 })),
    ...greens.map(({ kind, ring }): Cover => ({ kind, ring, minZoom: 11, rank: 5 })),
    ...greens
      .filter(({ kind }) => kind === 'recreation_ground')
      .map(
        ({ centre, ring }): Cover => ({
          kind: 'pitch',
          ring: ring.map(({ x, y }) => at(centre.x + (x - centre.x) * 0.5, centre.y + (y - centre.y) * 0.45)),
          minZoom: 13,
          rank: 6,
        }),
      ),
  ]
}
