/**
 * The signs of the street map: the kind of a point of interest, and the direction of a street. Drawn here, like the
 * markers of units.
 */
import type { ExpressionSpecification } from 'maplibre-gl'
import { blank, markerRatio, pixelsOf } from '../markers/marker-image.ts'

interface Sign {
  readonly ground: string
  /** Lines around the middle, ten pixels wide and high. */
  readonly lines: string
  readonly width?: number
  /** Kinds of the tiles that it stands for. */
  readonly kinds: readonly string[]
}

const signs = {
  food: {
    ground: '#b9692a',
    lines: 'M-2.4-4V4M-4-4V-1.6Q-4 0-2.4 0T-.8-1.6V-4M2.4 4V-4Q4.2-2 3.6 1H2.4',
    kinds: ['restaurant', 'cafe', 'fast_food', 'bar', 'pub', 'bakery', 'ice_cream', 'food_court', 'biergarten'],
  },
  shop: {
    ground: '#5a6ca6',
    lines: 'M-3.6-1.4H3.6L3 4H-3ZM-1.8-1.4V-2.4A1.8 1.8 0 0 1 1.8-2.4V-1.4',
    kinds: [
      ...[
        'supermarket',
        'convenience',
        'hardware',
        'books',
        'bicycle',
        'hairdresser',
        'clothes',
        'mall',
        'greengrocer',
      ],
      ...['department_store', 'doityourself', 'electronics', 'furniture', 'garden_centre', 'butcher', 'marketplace'],
    ],
  },
  health: {
    ground: '#b0504f',
    lines: 'M0-3.4V3.4M-3.4 0H3.4',
    width: 2.4,
    kinds: ['pharmacy', 'doctors', 'hospital', 'clinic', 'dentist', 'veterinary'],
  },
  school: {
    ground: '#86703f',
    lines: 'M-4.6-1 0-3.2 4.6-1 0 1.2ZM-2.6.2V2.4Q0 4 2.6 2.4V.2',
    kinds: ['school', 'kindergarten', 'university', 'college', 'library'],
  },
  stay: {
    ground: '#7b6198',
    lines: 'M-4.2-3V3.4M-4.2 1.6H4.2V3.4M4.2 1.6V.4Q4.2-1 2.8-1H-.6V1.6M-2.6-.4h.01',
    kinds: ['hotel', 'hostel', 'guest_house', 'motel', 'camp_site', 'caravan_site'],
  },
  car: {
    ground: '#4c6880',
    lines: 'M-4 2.8V0L-2.8-2.6H2.8L4 0V2.8ZM-4 0H4M-2.2 1.4h.01M2.2 1.4h.01',
    kinds: ['fuel', 'car_repair', 'charging_station', 'parking', 'car', 'car_wash', 'car_rental', 'motorcycle'],
  },
  transit: {
    ground: '#3f76a8',
    lines: 'M-3.2-3.6H3.2V2.4H-3.2ZM-3.2-.2H3.2M-1.8 4V2.6M1.8 4V2.6',
    kinds: [
      'bus_stop',
      'bus_station',
      'station',
      'halt',
      'tram_stop',
      'ferry_terminal',
      'aerodrome',
      'harbour',
      'marina',
    ],
  },
  green: {
    ground: '#4d8560',
    lines: 'M0 4V0M0-4A2.5 2.5 0 0 1 1.8.6H-1.8A2.5 2.5 0 0 1 0-4Z',
    kinds: ['park', 'playground', 'garden', 'nature_reserve', 'forest', 'wood', 'zoo', 'pitch', 'stadium', 'cemetery'],
  },
  public: {
    ground: '#6d6a78',
    lines: 'M-4-1.2 0-3.8 4-1.2ZM-2.6-.6V2.4M0-.6V2.4M2.6-.6V2.4M-4 3.4H4',
    kinds: [
      'bank',
      'post_office',
      'townhall',
      'museum',
      'theatre',
      'attraction',
      'police',
      'courthouse',
      'arts_centre',
    ],
  },
} as const satisfies Readonly<Record<string, Sign>>

/** A kind without a sign is a dot. */
const other: Sign = { ground: '#858a86', lines: 'M0 0h.01', width: 4.5, kinds: [] }

const nameOf = (sign: string) => `sign ${sign}`
export const oneWayImage = 'one-way'

const size = 19

function drawSign({ ground, lines, width = 1.3 }: Sign): ImageData {
  const [canvas, brush] = blank(size, markerRatio)
  Object.assign(brush, { lineJoin: 'round', lineCap: 'round', strokeStyle: '#ffffff', fillStyle: '#ffffff' })
  for (const [radius, colour] of [
    [size / 2 - 0.5, '#ffffff'],
    [size / 2 - 1.5, ground],
  ] as const) {
    brush.beginPath()
    brush.arc(0, 0, radius, 0, 2 * Math.PI)
    brush.fillStyle = colour
    brush.fill()
  }
  brush.lineWidth = width
  brush.stroke(new Path2D(lines))
  return pixelsOf(canvas)
}

function drawArrow(): ImageData {
  const [canvas, brush] = blank(14, markerRatio)
  Object.assign(brush, { lineJoin: 'round', lineCap: 'round', strokeStyle: '#8b918d', lineWidth: 1.4 })
  brush.stroke(new Path2D('M-5 0H4.5M1.5-2.8 4.6 0 1.5 2.8'))
  return pixelsOf(canvas)
}

/** Which sign a point of interest has. */
export const signImage = [
  'match',
  ['get', 'kind'],
  ...Object.entries<Sign>(signs).flatMap(([name, { kinds }]) => [[...kinds], nameOf(name)]),
  nameOf('other'),
] as unknown as ExpressionSpecification

/** All of them, by the names in the layers. */
export const streetImages = (): readonly (readonly [name: string, image: ImageData])[] => [
  ...Object.entries<Sign>({ ...signs, other }).map(([name, sign]) => [nameOf(name), drawSign(sign)] as const),
  [oneWayImage, drawArrow()],
]
