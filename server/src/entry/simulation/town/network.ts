/** The roads of the island as vehicles know them: limits, one-ways, lights, and destinations. Pure. */
import { randomFrom } from '../random.ts'
import { type Edge, type Graph, reachable, split, toGraph } from './graph.ts'
import { type Zone, zoneAt } from './land.ts'
import { along, at, distance, type Line, nearestOn, type Point, rectangle } from './plane.ts'
import { mainRoads, type Street } from './roads.ts'
import { growStreets } from './streets.ts'

export interface Road extends Edge {
  readonly limitKmh: number
  readonly isOneWay: boolean
}

/** Where vehicles go: their yard, a customer, or a pump. */
export interface Stop {
  readonly kind: 'depot' | 'customer' | 'fuel'
  readonly node: number
}

export interface Depot {
  readonly name: string
  readonly centre: Point
  readonly yard: Line
}

export interface Network {
  readonly streets: readonly Street[]
  readonly nodes: readonly Point[]
  readonly roads: readonly Road[]
  readonly stops: readonly Stop[]
  readonly lights: ReadonlySet<number>
}

const depot = (name: string, centre: Point, angle: number): Depot => ({
  name,
  centre,
  yard: rectangle(centre, at(Math.cos(angle), Math.sin(angle)), 150, 95),
})
export const depots: readonly Depot[] = [
  depot('North depot', at(905, 2790), 0.02),
  depot('Harbour depot', at(1605, -590), Math.PI / 2),
  depot('Ferry depot', at(-10330, 2330), 0.5),
]

const customers = 130
const pumps = ['Ringwey', 'Ringwey', 'Nordwey', 'Vesterwey', 'Osterwey', 'Isterwey', 'Strandkay']

let drawn: Network | undefined
/** Drawn once, on demand. */
export const roadNetwork = (): Network => (drawn ??= draw())

function draw(): Network {
  const grown = [...mainRoads, ...growStreets()]
  const streets = [...grown, ...depots.map((one) => drive(one, grown))]
  const graph = toGraph(streets)
  const { nodes, edges, stops } = withStops(graph, streets)
  const limited = edges.map((edge) => ({ ...edge, limitKmh: limitOf(streets[edge.street]!, zoneAt(middleOf(edge))) }))
  return { streets, nodes, stops, roads: withOneWays(nodes.length, limited, streets), lights: lightsOf(graph, streets) }
}

/** From the yard to the nearest street. */
function drive({ centre }: Depot, streets: readonly Street[]): Street {
  let best = { point: centre, away: Number.POSITIVE_INFINITY }
  for (const { line, class: kind } of streets) {
    if (kind.startsWith('motorway')) continue
    const { metres, away } = nearestOn(line, centre)
    if (away < best.away) best = { point: along(line, metres).point, away }
  }
  return { name: null, class: 'service', line: [centre, best.point], limitKmh: 15 }
}

const middleOf = (edge: Edge): Point => along(edge.line, edge.metres / 2).point

const usual: Readonly<Record<Street['class'], Readonly<Partial<Record<Zone, number>>> & { readonly rural: number }>> = {
  motorway: { rural: 90 },
  motorway_link: { rural: 50 },
  primary: { rural: 80, old: 30, inner: 50, suburb: 50, works: 50, village: 50 },
  secondary: { rural: 80, old: 30, inner: 50, suburb: 50, works: 50, village: 50 },
  tertiary: { rural: 70, old: 20, inner: 30, suburb: 50, works: 50, village: 50 },
  unclassified: { rural: 60, suburb: 40, inner: 30, works: 50, village: 40 },
  residential: { rural: 40, old: 20, inner: 30, suburb: 30, works: 30, village: 30 },
  service: { rural: 15 },
}
const limitOf = (street: Street, zone: Zone): number =>
  (zone !== 'village' && street.limitKmh) || usual[street.class][zone] || usual[street.class].rural

function withStops({ nodes: before, edges: all }: Graph, streets: readonly Street[]) {
  const random = randomFrom('stops')
  const nodes = [...before]
  const stops: Stop[] = depots.map(({ centre }) => ({ kind: 'depot', node: nearestNode(nodes, centre) }))
  const wanted = new Map<Edge, Stop['kind']>()
  for (const name of pumps) {
    const own = all.filter((edge) => streets[edge.street]!.name === name && edge.metres > 60 && !wanted.has(edge))
    wanted.set(own[Math.floor(random() * own.length)]!, 'fuel')
  }
  const homes = all.filter(
    (edge) => isHome(streets[edge.street]!) && edge.metres > 45 && zoneAt(middleOf(edge)) !== 'rural',
  )
  while (wanted.size < pumps.length + customers) {
    const edge = homes[Math.floor(random() * homes.length)]!
    if (!wanted.has(edge)) wanted.set(edge, 'customer')
  }
  const edges = all.flatMap((edge) => {
    const kind = wanted.get(edge)
    if (!kind) return [edge]
    nodes.push(middleOf(edge))
    stops.push({ kind, node: nodes.length - 1 })
    return split(edge, nodes.length - 1)
  })
  return { nodes, edges, stops }
}

const isHome = ({ class: kind }: Street) => kind === 'residential' || kind === 'unclassified' || kind === 'tertiary'

const nearestNode = (nodes: readonly Point[], to: Point): number =>
  nodes.reduce((best, node, i) => (distance(node, to) < distance(nodes[best]!, to) ? i : best), 0)

/** Narrow streets of the old town and some around it are one-way, as long as every place stays reachable. */
function withOneWays(
  count: number,
  edges: readonly (Edge & { limitKmh: number })[],
  streets: readonly Street[],
): Road[] {
  const random = randomFrom('one-ways')
  const wishes = streets.map((street) => {
    const zone = zoneAt(along(street.line, 30).point)
    const chance = street.class !== 'residential' ? 0 : zone === 'old' ? 0.55 : zone === 'inner' ? 0.14 : 0
    return random() < chance
  })
  for (;;) {
    const roads = edges.map((edge) => ({ ...edge, isOneWay: streets[edge.street]!.isOneWay ?? wishes[edge.street]! }))
    const reached = reachable(
      count,
      roads.flatMap(({ from, to, isOneWay }) =>
        isOneWay ? [[from, to] as const] : [[from, to] as const, [to, from] as const],
      ),
    )
    const lost = roads.filter(({ from, to, street }) => wishes[street] && !(reached[from] && reached[to]))
    if (lost.length === 0) return roads
    for (const { street } of lost) wishes[street] = false
  }
}

/** Where two main roads cross in the town. */
function lightsOf({ nodes, edges }: Graph, streets: readonly Street[]): Set<number> {
  const meeting = nodes.map(() => new Set<number>())
  for (const { from, to, street } of edges) for (const node of [from, to]) meeting[node]!.add(street)
  return new Set(
    nodes.flatMap((point, node) => {
      const main = [...meeting[node]!].filter((street) => /primary|secondary/.test(streets[street]!.class))
      return main.length > 1 && /old|inner|suburb|works/.test(zoneAt(point)) ? [node] : []
    }),
  )
}
