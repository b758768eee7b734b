/** The planned roads: motorway, ring, roads to the villages, and bridges. Streets grow between them. Pure. */
import { villages } from './land.ts'
import { along, at, curve, type Line, lengthOf, nearestOn, offsetLine, type Point, plus } from './plane.ts'

export type RoadClass =
  | 'motorway'
  | 'motorway_link'
  | 'primary'
  | 'secondary'
  | 'tertiary'
  | 'unclassified'
  | 'residential'
  | 'service'

export interface Street {
  readonly name: string | null
  readonly ref?: string
  readonly class: RoadClass
  readonly line: Line
  /** Undefined: as usual where it runs. */
  readonly limitKmh?: number
  readonly isOneWay?: boolean
}

const placeOf = (name: string): Point => villages.find((village) => village.name === name)!.centre

const ring: Line = curve([
  at(-1980, -560),
  at(-2130, 150),
  at(-2050, 900),
  at(-1620, 1560),
  at(-1150, 2030),
  at(-300, 2230),
  at(700, 2180),
  at(1500, 1850),
  at(2120, 1250),
  at(2330, 600),
  at(2200, 60),
  at(1900, -350),
])
/** Where the walls stood. */
const walls: Line = curve(
  [at(-380, -60), at(-300, 250), at(-40, 370), at(215, 300), at(300, 40), at(215, -260), at(-60, -350), at(-310, -270)],
  20,
  true,
)
const shoreRoad: Line = curve([
  at(-1980, -560),
  at(-1500, -700),
  at(-900, -640),
  at(-300, -520),
  at(250, -480),
  at(650, -420),
  at(1000, -330),
  at(1450, -330),
  at(1900, -350),
])
const north: Line = curve([
  at(-40, 370),
  at(80, 900),
  at(120, 1600),
  at(60, 2220),
  at(20, 3000),
  at(150, 4200),
  at(120, 5200),
  placeOf('Keldrup'),
])
const west: Line = curve([
  at(-380, -60),
  at(-900, -20),
  at(-1500, 60),
  at(-2120, 120),
  at(-3100, 150),
  at(-4100, -150),
  placeOf('Brundwick'),
])
const east: Line = curve([
  at(300, 40),
  at(700, 260),
  at(1200, 560),
  at(1750, 760),
  at(2290, 760),
  at(3000, 1150),
  at(3900, 2100),
  placeOf('Wendness'),
])
const northWest: Line = curve([
  at(-300, 250),
  at(-700, 640),
  at(-1150, 1060),
  at(-1700, 1450),
  at(-2500, 2150),
  at(-3300, 2900),
  at(-4500, 3150),
  placeOf('Isterley'),
])

/** From the harbour around the town to the ferry in the west. */
const motorway: Line = curve(
  [
    at(3130, 1480),
    at(3050, 2050),
    at(2300, 2850),
    at(1100, 3330),
    at(0, 3420),
    at(-1500, 3330),
    at(-2900, 2560),
    at(-4300, 2250),
    at(-5800, 2420),
    at(-7400, 2800),
    at(-8900, 2750),
  ],
  40,
)

const planned: readonly Street[] = [
  { name: 'Ringwey', ref: '2', class: 'primary', line: ring, limitKmh: 70 },
  { name: 'Murgate', class: 'secondary', line: walls, limitKmh: 40 },
  { name: 'Strandkay', class: 'secondary', line: shoreRoad, limitKmh: 50 },
  { name: 'Nordwey', ref: '3', class: 'primary', line: north },
  { name: 'Vesterwey', ref: '4', class: 'primary', line: west },
  { name: 'Osterwey', ref: '5', class: 'primary', line: east },
  { name: 'Hojmarkwey', ref: '6', class: 'secondary', line: northWest },
  {
    name: 'Markgate',
    class: 'tertiary',
    line: curve([at(-380, -60), at(-120, -10), at(100, 20), at(300, 40)]),
    limitKmh: 20,
  },
  {
    name: 'Domgate',
    class: 'tertiary',
    line: curve([at(-40, 370), at(-25, 130), at(10, -120), at(-60, -350), at(-90, -560)]),
    limitKmh: 20,
  },
  { name: 'Sudergate', class: 'secondary', line: curve([at(215, -260), at(380, -400), at(420, -470)]), limitKmh: 40 },
  {
    name: 'Overbrigwey',
    class: 'secondary',
    line: curve([at(-160, 1960), at(560, 1400), at(1000, 900), at(1220, 570), at(1380, 100), at(1450, -330)]),
    limitKmh: 50,
  },
  {
    name: 'Havenwey',
    ref: '7',
    class: 'primary',
    line: curve([at(2200, 60), at(2500, 380), at(2830, 780), at(3000, 1150)]),
    limitKmh: 60,
  },
  {
    name: 'Lerkebrig',
    class: 'secondary',
    line: curve([at(-1150, 1060), at(-700, 1250), at(-330, 1180), at(100, 1250), at(620, 1360)]),
    limitKmh: 50,
  },
  // On the quays.
  { name: 'Tolderkay', class: 'unclassified', line: [at(1225, -322), at(1225, -610)], limitKmh: 30 },
  { name: 'Segelkay', class: 'unclassified', line: [at(1500, -334), at(1500, -735)], limitKmh: 30 },
  { name: 'Fiskerkay', class: 'unclassified', line: [at(1880, -352), at(1960, -420), at(1985, -660)], limitKmh: 30 },
  // Between the villages.
  {
    name: 'Sydwey',
    class: 'secondary',
    line: curve([at(-1980, -560), at(-2700, -760), at(-3600, -700), at(-4300, -420), placeOf('Brundwick')]),
  },
  {
    name: 'Keldwey',
    class: 'tertiary',
    line: curve([placeOf('Keldrup'), at(-500, 7000), at(-1400, 7900), placeOf('Fennholt')]),
  },
  {
    name: 'Marrewey',
    class: 'tertiary',
    line: curve([placeOf('Keldrup'), at(1500, 6300), at(2700, 6450), placeOf('Marrefold')]),
  },
  {
    name: 'Nesswey',
    class: 'tertiary',
    line: curve([placeOf('Marrefold'), at(4300, 5200), at(4350, 3900), placeOf('Wendness')]),
  },
  {
    name: 'Isterwey',
    class: 'secondary',
    line: curve([placeOf('Isterley'), at(-7000, 3450), at(-8400, 3250), at(-9200, 2900), placeOf('Ulvesand')]),
  },
  {
    name: 'Sandwey',
    class: 'tertiary',
    line: curve([placeOf('Brundwick'), at(-6200, 700), at(-7900, 1500), at(-9200, 2050), placeOf('Ulvesand')]),
  },
  {
    name: 'Tarnewey',
    class: 'tertiary',
    line: curve([placeOf('Isterley'), at(-6500, 5200), at(-7200, 6100), placeOf('Tarnesby')]),
  },
  {
    name: 'Holtwey',
    class: 'tertiary',
    line: curve([placeOf('Tarnesby'), at(-6400, 7700), at(-4600, 8500), at(-3300, 8750), placeOf('Fennholt')]),
  },
  {
    name: 'Fennwey',
    class: 'tertiary',
    line: curve([placeOf('Isterley'), at(-5050, 4800), at(-4250, 6000), at(-3250, 7300), placeOf('Fennholt')]),
  },
  {
    name: 'Ulvewey',
    class: 'tertiary',
    line: curve([placeOf('Ulvesand'), at(-10100, 4200), at(-9300, 5600), placeOf('Tarnesby')]),
  },
]

const carriagewayMetres = 13
const rampMetres = 330
const motorwayKmh = 90

/** Two carriageways, ramps at two crossings, and both ends on ordinary roads. */
function drawMotorway(): Street[] {
  const there = offsetLine(motorway, -carriagewayMetres)
  const back = offsetLine(motorway, carriagewayMetres).reverse()
  const link = (line: Line): Street => ({ name: null, class: 'motorway_link', line, limitKmh: 50, isOneWay: true })
  const lane = (line: Line): Street => ({
    name: 'Varreywey',
    ref: 'V1',
    class: 'motorway',
    line,
    limitKmh: motorwayKmh,
    isOneWay: true,
  })
  const ends = [
    { road: planned.find(({ name }) => name === 'Havenwey')!.line.at(-1)!, out: there[0]!, in: back.at(-1)! },
    { road: placeOf('Ulvesand'), out: back[0]!, in: there.at(-1)! },
  ]
  return [
    lane(there),
    lane(back),
    ...ends.flatMap((end) => [link([end.road, end.out]), link([end.in, end.road])]),
    ...[north, northWest].flatMap((road) => ramps(road).map(link)),
  ]
}

function ramps(road: Line): Point[][] {
  const crossing = nearestCrossing(road)
  const length = lengthOf(motorway)
  const found: Point[][] = []
  for (const side of [1, -1]) {
    /** Where the ramps meet the road, outside of the motorway. */
    const foot = [crossing.onRoad + 95, crossing.onRoad - 95]
      .map((metres) => along(road, metres).point)
      .find((point) => sideOf(point) === side)!
    for (const way of [1, -1]) {
      const start = crossing.onMotorway + way * rampMetres
      if (start < 30 || start > length - 30) continue
      const offset = (metres: number, sideways: number) => {
        const { point, towards } = along(motorway, metres)
        return plus(point, { x: -towards.y, y: towards.x }, side * sideways)
      }
      const line = [
        offset(start, carriagewayMetres),
        offset(start - way * 80, carriagewayMetres + 9),
        offset(start - way * 170, carriagewayMetres + 24),
        offset(start - way * 260, 58),
        foot,
      ]
      const curved = curve(line, 25)
      // The right carriageway follows the motorway's line, the other one runs against it.
      const leaves = side === -1 ? way === -1 : way === 1
      found.push(leaves ? curved : [...curved].reverse())
    }
  }
  return found
}

function sideOf(point: Point): number {
  const { metres } = nearestOn(motorway, point)
  const { point: foot, towards } = along(motorway, metres)
  return Math.sign(towards.x * (point.y - foot.y) - towards.y * (point.x - foot.x))
}

function nearestCrossing(road: Line): { onRoad: number; onMotorway: number } {
  let best = { onRoad: 0, onMotorway: 0, away: Number.POSITIVE_INFINITY }
  for (let metres = 0, length = lengthOf(road); metres < length; metres += 15) {
    const near = nearestOn(motorway, along(road, metres).point)
    if (near.away < best.away) best = { onRoad: metres, onMotorway: near.metres, away: near.away }
  }
  return best
}

export const motorwayLine = motorway
export const mainRoads: readonly Street[] = [...planned, ...drawMotorway()]
