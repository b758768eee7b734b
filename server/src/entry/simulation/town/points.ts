/** Shops, schools, pumps and everything else with a name, in the houses where they are. Pure. */
import { randomFrom } from '../random.ts'
import { type Address, type Building, churches } from './buildings.ts'
import { greens } from './greens.ts'
import { villages } from './land.ts'
import { Nearby } from './nearby.ts'
import { depots, type Network } from './network.ts'
import { at, distance, type Point } from './plane.ts'

export interface PointOfInterest {
  readonly kind: string
  readonly name: string
  readonly point: Point
  readonly minZoom: number
  readonly address: Address | null
}

interface Trade {
  readonly kind: string
  readonly share: number
  name(word: string): string
}
const trades: readonly Trade[] = [
  { kind: 'supermarket', share: 9, name: (word) => `Dagmart ${word}` },
  { kind: 'convenience', share: 9, name: (word) => `Korv ${word}` },
  { kind: 'bakery', share: 13, name: (word) => `${word} Bakkerie` },
  { kind: 'cafe', share: 15, name: (word) => `Kaffe ${word}` },
  { kind: 'restaurant', share: 16, name: (word) => `${word} Kro` },
  { kind: 'pharmacy', share: 6, name: (word) => `${word} Apotek` },
  { kind: 'bank', share: 4, name: (word) => `Varrey Bank ${word}` },
  { kind: 'hotel', share: 6, name: (word) => `Hotel ${word}` },
  { kind: 'kindergarten', share: 7, name: (word) => `${word} Barnhave` },
  { kind: 'hairdresser', share: 8, name: (word) => `Salon ${word}` },
  { kind: 'car_repair', share: 6, name: (word) => `${word} Auto` },
  { kind: 'hardware', share: 5, name: (word) => `${word} Byg` },
  { kind: 'books', share: 3, name: (word) => `${word} Boger` },
  { kind: 'bicycle', share: 4, name: (word) => `${word} Velo` },
  { kind: 'doctors', share: 6, name: (word) => `Lege ${word}` },
  { kind: 'post_office', share: 3, name: (word) => `Post ${word}` },
]
const words =
  'Alda Bramm Dorrit Elling Fenja Gard Halda Isk Jorn Kelda Lunn Marra Neska Orren Pell Raska Sunna Tarn Ulva Varra Wenda Yngve Zand'.split(
    ' ',
  )

const shops = 215

export function namedPoints({ stops, nodes }: Network, buildings: readonly Building[]): PointOfInterest[] {
  const random = randomFrom('points')
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const wheel = trades.flatMap((trade) => Array.from({ length: trade.share }, () => trade))
  const houses = new Nearby<Point & { readonly building: Building }>(60)
  for (const building of buildings) if (building.address) houses.add({ ...building.centre, building })
  const taken = new Set<Building>()
  const found: PointOfInterest[] = landmarks()
  const open = (kind: string, name: string, building: Building | undefined, minZoom: number) => {
    if (!building || taken.has(building)) return
    taken.add(building)
    found.push({ kind, name, point: building.centre, minZoom, address: building.address })
  }
  const names = new Set<string>()
  const trade = (building: Building | undefined) => {
    const one = pick(wheel)
    const name = one.name(pick(words))
    const isChain = one.kind === 'supermarket' || one.kind === 'convenience'
    if (names.has(name) && !isChain) return
    names.add(name)
    open(one.kind, name, building, isChain ? 14 : 15)
  }
  for (const { kind, node } of stops) {
    if (kind === 'customer') trade(houses.nearest(nodes[node]!, 60)?.building)
    if (kind === 'fuel')
      found.push({ kind: 'fuel', name: `Varol ${pick(words)}`, point: nodes[node]!, minZoom: 14, address: null })
  }
  const central = buildings.filter(
    ({ address, zone, centre }) => address && (zone === 'old' || distance(centre, at(0, 0)) < 750),
  )
  while (found.length < shops) trade(pick(central))
  const addressed = buildings.filter(({ address }) => address)
  while (found.length < 305) trade(pick(addressed))
  return found
}

function landmarks(): PointOfInterest[] {
  const mark = (kind: string, name: string, point: Point, minZoom = 14): PointOfInterest => ({
    kind,
    name,
    point,
    minZoom,
    address: null,
  })
  const named = churches.map(([point], i) => {
    const village = villages.find(({ centre }) => distance(centre, point) < 100)
    return mark(
      'place_of_worship',
      village ? `${village.name} Kirke` : ['Orremund Dom', 'Westfold Kirke', 'Overbrig Kirke', 'Nordlund Kirke'][i]!,
      point,
    )
  })
  return [
    ...greens.flatMap(({ kind, name, centre }) =>
      name ? [mark(kind === 'recreation_ground' ? 'stadium' : kind, name, centre, 13)] : [],
    ),
    ...depots.map(({ name, centre }) => mark('industrial', name, centre, 14)),
    ...named,
    mark('townhall', 'Orremund Radhus', at(70, 140), 13),
    mark('museum', 'Varrey Museum', at(-230, 180)),
    mark('library', 'Orremund Bibliotek', at(150, -140)),
    mark('theatre', 'Havenside Teater', at(-120, -430)),
    mark('police', 'Orremund Politi', at(420, 330)),
    mark('fire_station', 'Orremund Brandstation', at(-820, 120)),
    mark('marina', 'Havenside Marina', at(560, -760), 13),
    mark('ferry_terminal', 'Ulvesand Ferry', at(-10480, 1880), 12),
    mark('attraction', 'Fyr Wendness', at(5300, 2900), 13),
    mark('bus_station', 'Orremund Busstation', at(-420, -150)),
  ]
}
