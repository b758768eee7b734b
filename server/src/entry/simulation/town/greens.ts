/** Parks, cemeteries and sports grounds: nobody builds there. Pure. */
import { randomFrom } from '../random.ts'
import { at, blob, distance, isInside, type Line, type Point, rectangle } from './plane.ts'

export interface Green {
  readonly kind:
    | 'park'
    | 'cemetery'
    | 'pitch'
    | 'recreation_ground'
    | 'allotments'
    | 'school'
    | 'hospital'
    | 'pedestrian'
  readonly name: string | null
  readonly centre: Point
  readonly ring: Line
}

const round = (kind: Green['kind'], name: string, centre: Point, radius: number, stretch = 1.15): Green => ({
  kind,
  name,
  centre,
  ring: blob(centre, radius, randomFrom(name), 0.2, stretch),
})
const square = (
  kind: Green['kind'],
  name: string,
  centre: Point,
  length: number,
  width: number,
  angle: number,
): Green => ({
  kind,
  name,
  centre,
  ring: rectangle(centre, at(Math.cos(angle), Math.sin(angle)), length, width),
})

export const greens: readonly Green[] = [
  square('pedestrian', 'Markttorg', at(55, 75), 95, 70, 0.15),
  round('park', 'Kongepark', at(-640, 250), 165, 1.3),
  round('park', 'Murhave', at(-330, -400), 70),
  round('park', 'Orrepark', at(250, 830), 150, 1.35),
  round('park', 'Svanepark', at(1500, 1230), 140, 1.2),
  round('park', 'Nordlundpark', at(-520, 1780), 130, 1.3),
  round('cemetery', 'Vesterkirkegard', at(-1250, 480), 110, 1.2),
  round('cemetery', 'Ostkirkegard', at(1950, 480), 85, 1.2),
  square('recreation_ground', 'Orremund Stadion', at(820, 1560), 210, 150, -0.5),
  square('recreation_ground', 'Westfold Sport', at(-1720, -220), 190, 130, 0.2),
  square('hospital', 'Varrey Hospital', at(-1370, 1000), 190, 140, 0.75),
  square('school', 'Hojmark Skole', at(-760, 880), 120, 90, 0.6),
  square('school', 'Havenside Skole', at(-820, -330), 110, 85, 0.1),
  square('school', 'Overbrig Skole', at(880, 730), 110, 85, 0.5),
  square('school', 'Varrey Gymnasium', at(420, 1180), 130, 95, -0.5),
  round('allotments', 'Kirsehave', at(-1750, 820), 110, 1.3),
  round('allotments', 'Apelhave', at(1180, 1560), 95, 1.3),
]

/** No green is larger than this, from its middle to its edge. */
const reachMetres = 400

export const isGreen = (point: Point): boolean =>
  greens.some(({ centre, ring }) => distance(centre, point) < reachMetres && isInside(ring, point))
