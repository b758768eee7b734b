/** The island before people came, and where they settled: the river, and the quarters of the town. Pure. */
import { randomFrom } from '../random.ts'
import { Nearby } from './nearby.ts'
import { at, blob, curve, distance, insideOf, isInside, type Line, offsetLine, type Point, spaced } from './plane.ts'

export const islandName = 'Varrey'
export const townName = 'Orremund'
export const riverName = 'Orre'

const middle = at(-2500, 4800)
const turn = (10 * Math.PI) / 180
const [halfLength, halfWidth] = [9700, 6300]

/** Built into the bay, with basins between its piers. */
export const quay: Line = [
  at(1120, -300),
  at(1120, -640),
  at(1330, -640),
  at(1330, -470),
  at(1450, -470),
  at(1450, -760),
  at(1690, -760),
  at(1690, -470),
  at(1830, -470),
  at(1830, -690),
  at(2140, -690),
  at(2140, -300),
]
/** They keep the waves off the harbours, from the shore outwards. */
const moles: readonly Line[] = [
  curve([at(2330, -380), at(2420, -640), at(2360, -900), at(2160, -1060)], 25),
  curve([at(640, -760), at(860, -960), at(1160, -1090)], 25),
  curve([at(-10340, 1900), at(-10650, 1700), at(-10600, 1350)], 25),
]
const moleMetres = 18

/** The coast runs with the land on its left, so structures in the sea are on the right. */
function withHarbours(natural: readonly Point[]): Point[] {
  const open = natural.filter(({ x, y }) => !(x > 1120 && x < 2140 && y < 0))
  const west = open.findLastIndex(({ x, y }) => x <= 1120 && y < 0 && x > 0)
  const built = [...open.slice(0, west + 1), ...quay.slice(1, -1), ...open.slice(west + 1)]
  for (const mole of moles) {
    const outside = mole.filter((point) => !isInside(natural, point))
    const root = built.reduce(
      (best, point, i) => (distance(point, outside[0]!) < distance(built[best]!, outside[0]!) ? i : best),
      0,
    )
    const line = [built[root]!, ...outside.filter((point) => distance(point, built[root]!) > 40)]
    built.splice(root, 1, ...offsetLine(line, -moleMetres / 2), ...offsetLine(line, moleMetres / 2).reverse())
  }
  return [...built, built[0]!]
}

function drawCoast(): Point[] {
  const random = randomFrom('coast')
  const waves = [2, 3, 5, 7, 11, 17, 29, 43].map((k) => ({
    k,
    size: (0.2 / k ** 0.95) * (0.5 + random()),
    phase: random() * 7,
  }))
  /** The bay of the river's mouth, and a smaller one in the west. */
  const bays = [
    { angle: -0.985, depth: 0.085, width: 0.12 },
    { angle: 3.62, depth: 0.1, width: 0.1 },
    { angle: 1.35, depth: 0.16, width: 0.17 },
    { angle: 2.3, depth: 0.13, width: 0.12 },
    { angle: 0.35, depth: 0.1, width: 0.09 },
  ]
  const corners = 900
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI
    const apart = (other: number) => Math.atan2(Math.sin(angle - other), Math.cos(angle - other))
    // The coast near the town is calm: the harbour is built there.
    const calm = 1 - 0.8 * Math.exp(-((apart(-1.1) / 0.5) ** 2))
    const wave = waves.reduce((sum, { k, size, phase }) => sum + size * Math.sin(k * angle + phase), 0) * calm
    const bay = bays.reduce((sum, one) => sum + one.depth * Math.exp(-((apart(one.angle) / one.width) ** 2)), 0)
    const own = angle - turn
    const ellipse = (halfLength * halfWidth) / Math.hypot(halfWidth * Math.cos(own), halfLength * Math.sin(own))
    const r = ellipse * (1 + wave - bay)
    return at(middle.x + r * Math.cos(angle), middle.y + r * Math.sin(angle))
  })
  return points
}

export const coast: Line = withHarbours(drawCoast())

export const river: Line = curve(
  [
    at(-5200, 7900),
    at(-4700, 7000),
    at(-3700, 6300),
    at(-3500, 5300),
    at(-2500, 4500),
    at(-2350, 3500),
    at(-1500, 2800),
    at(-1150, 1950),
    at(-380, 1500),
    at(-330, 850),
    at(330, 480),
    at(470, -80),
    at(820, -520),
    at(960, -1100),
    at(1200, -2100),
  ],
  30,
)
/** Half of its width, in parts of its length. */
const riverHalfWidth = (part: number): number => 4 + 30 * part ** 1.4 + 60 * Math.max(0, part - 0.88) * 4
export const riverBanks: Line = [
  ...offsetLine(river, riverHalfWidth),
  ...offsetLine(river, (p) => -riverHalfWidth(p)).reverse(),
]

/** Brooks that run into it. */
export const brooks: readonly { readonly name: string; readonly line: Line }[] = [
  { name: 'Fennbek', line: curve([at(1900, 7200), at(900, 5700), at(-600, 4700), at(-2380, 3650)], 40) },
  { name: 'Istbek', line: curve([at(-6900, 4500), at(-5200, 4700), at(-3450, 5350)], 40) },
]

export const lakes: readonly { readonly name: string; readonly ring: Line }[] = [
  { name: 'Marresee', ring: blob(at(2150, 7350), 330, randomFrom('lake one'), 0.25, 1.25) },
  { name: 'Hulsee', ring: blob(at(-7250, 4350), 240, randomFrom('lake two'), 0.25, 1.3) },
]

export interface Village {
  readonly name: string
  readonly centre: Point
  readonly radius: number
  readonly postcode: string
  readonly people: number
}
export const villages: readonly Village[] = [
  { name: 'Brundwick', centre: at(-5000, -350), radius: 560, postcode: '7120', people: 2400 },
  { name: 'Isterley', centre: at(-5700, 3300), radius: 430, postcode: '7140', people: 1300 },
  { name: 'Keldrup', centre: at(300, 5900), radius: 470, postcode: '7150', people: 1700 },
  { name: 'Wendness', centre: at(4600, 2700), radius: 480, postcode: '7160', people: 1900 },
  { name: 'Fennholt', centre: at(-2300, 8600), radius: 360, postcode: '7170', people: 800 },
  { name: 'Ulvesand', centre: at(-10050, 2700), radius: 520, postcode: '7180', people: 2600 },
  { name: 'Tarnesby', centre: at(-8200, 6700), radius: 370, postcode: '7190', people: 900 },
  { name: 'Marrefold', centre: at(3700, 6300), radius: 360, postcode: '7195', people: 700 },
]

export const quarters: readonly { readonly name: string; readonly centre: Point; readonly postcode: string }[] = [
  { name: 'Old town', centre: at(0, 0), postcode: '7100' },
  { name: 'Havenside', centre: at(-750, -520), postcode: '7101' },
  { name: 'Westfold', centre: at(-1500, 300), postcode: '7102' },
  { name: 'Hojmark', centre: at(-900, 1250), postcode: '7103' },
  { name: 'Overbrig', centre: at(950, 450), postcode: '7104' },
  { name: 'Nordlund', centre: at(350, 1650), postcode: '7105' },
  { name: 'Ostermark', centre: at(1750, 1050), postcode: '7106' },
  { name: 'Nordhaven', centre: at(900, 2650), postcode: '7107' },
  { name: 'Kayside', centre: at(1750, -250), postcode: '7108' },
]

/** Industry: next to the harbour, and next to the motorway in the north. */
export const works: readonly Line[] = [
  [at(1180, -620), at(1420, -250), at(1950, -120), at(2250, 420), at(3000, 450), at(3000, -900), at(1100, -1300)],
  [at(180, 2420), at(700, 2300), at(1650, 2180), at(1850, 2650), at(1300, 3060), at(200, 3130)],
]

/** Grown, not planned: the edge of the town is as uneven as the coast. */
export const townEdge: Line = blob(at(80, 720), 2020, randomFrom('edge'), 0.12, 1.12)
const isInTown = insideOf(townEdge)

export type Zone = 'old' | 'inner' | 'suburb' | 'works' | 'village' | 'rural' | 'sea'

/** Read for every step of every street, so it is cached by squares of this side. */
const square = 20
const zones = new Map<number, Zone>()

export function zoneAt({ x, y }: Point): Zone {
  const [column, row] = [Math.floor(x / square), Math.floor(y / square)]
  const key = (column + 2048) * 4096 + row + 2048
  const known = zones.get(key)
  if (known) return known
  const zone = findZone(at((column + 0.5) * square, (row + 0.5) * square))
  zones.set(key, zone)
  return zone
}

function findZone(point: Point): Zone {
  if (isInside(quay, point)) return 'works'
  if (!isLand(point)) return 'sea'
  if (works.some((ring) => isInside(ring, point))) return 'works'
  if (distance(point, at(-30, 0)) < 330) return 'old'
  if (distance(point, at(0, 250)) < 1050) return 'inner'
  if (isInTown(point)) return 'suburb'
  if (villages.some(({ centre, radius }) => distance(centre, point) < radius)) return 'village'
  return 'rural'
}

/** Where the water begins, closely spaced. */
let sampled: Nearby<Point> | undefined
const shore = (): Nearby<Point> => (sampled ??= sampleShore())

function sampleShore(): Nearby<Point> {
  const found = new Nearby<Point>(60)
  for (const line of [coast, riverBanks, ...lakes.map(({ ring }) => ring), ...brooks.map((brook) => brook.line)]) {
    for (const { point } of spaced(line, 12)) found.add(point)
  }
  return found
}

/** On land, and so many metres from any water. */
export const isDry = (point: Point, metres = 0): boolean => !shore().some(point, metres, () => true) && isLand(point)

/** Far from any shore a whole square is either land or not. */
const far = 150
const squares = new Map<number, boolean | 'shore'>()

function isLand(point: Point): boolean {
  const [column, row] = [Math.floor(point.x / far), Math.floor(point.y / far)]
  const key = (column + 2048) * 4096 + row + 2048
  let known = squares.get(key)
  if (known === undefined) {
    const centre = at((column + 0.5) * far, (row + 0.5) * far)
    known = shore().some(centre, far, () => true) ? 'shore' : findLand(centre)
    squares.set(key, known)
  }
  return known === 'shore' ? findLand(point) : known
}

const isInCoast = insideOf(coast)
const isInRiver = insideOf(riverBanks)
const findLand = (point: Point): boolean =>
  isInCoast(point) && !isInRiver(point) && !lakes.some(({ ring }) => isInside(ring, point))
