/** The quickest route over the map's roads, as far as a bounded search finds one. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Route } from '#kernel/geo/addresses.ts'
import { metresBetween, type Position } from '#kernel/geo/position.ts'
import { Heap } from '../lookup/heap.ts'
import { type OnEdge, RoadNet, type RoadsAt } from './road-net.ts'

export const routeLimits = {
  /** From a position to the road on which the route starts or ends. */
  reachMetres: 400,
  edgesMax: 6,
  /** How much a search may visit before it gives up. */
  nodesMax: 40_000,
  tilesMax: 900,
  /** Further apart, the search would take too long. */
  straightMetresMax: 60_000,
  /** Lights, turns and traffic: the driven share of the allowed speed. */
  pace: 0.8,
  /** Between the position and the road, in km/h. */
  offRoadKmh: 15,
  /**
   * The speed assumed for the rest of the route: a lower one finds routes faster, and sometimes misses a better one.
   */
  hopedKmh: 80,
} as const

const nodesPerTurn = 1_000

const secondsFor = (metres: number, kmh: number): number => metres / (kmh / 3.6)

interface Reached {
  readonly seconds: number
  readonly metres: number
  readonly before: number | undefined
}

/** Undefined: no route was found within the limits. */
export async function findRoute(roadsAt: RoadsAt, from: Position, to: Position): Promise<Route | undefined> {
  if (metresBetween(from, to) > routeLimits.straightMetresMax) return undefined
  const net = new RoadNet(roadsAt, from, routeLimits.tilesMax)
  const { reachMetres, edgesMax } = routeLimits
  const [starts, goals] = [await net.near(from, reachMetres, edgesMax), await net.near(to, reachMetres, edgesMax)]
  if (starts.length === 0 || goals.length === 0) return undefined
  return search(net, starts, goals, from, to)
}

async function search(
  net: RoadNet,
  starts: readonly OnEdge[],
  goals: readonly OnEdge[],
  from: Position,
  to: Position,
): Promise<Route | undefined> {
  const reached = new Map<number, Reached>()
  const done = new Set<number>()
  const heap = new Heap<number>()
  const hope = async (node: number) => secondsFor(metresBetween(await net.position(node), to), routeLimits.hopedKmh)
  const offer = async (node: number, one: Reached) => {
    if (one.seconds >= (reached.get(node)?.seconds ?? Number.POSITIVE_INFINITY)) return
    reached.set(node, one)
    heap.push(node, one.seconds + (await hope(node)))
  }
  let best = directly(starts, goals)
  for (const start of starts) {
    for (const [node, part, isOpen] of endsOf(start)) {
      if (isOpen) await offer(node, { ...legOf(start, part), before: undefined })
    }
  }
  for (let node = heap.pop(); node !== undefined; node = heap.pop()) {
    if (done.has(node)) continue
    done.add(node)
    const here = reached.get(node)!
    if (best && here.seconds >= best.seconds) break
    if (done.size > routeLimits.nodesMax) return undefined
    // Yields to other work: with cached tiles this is one long run.
    if (done.size % nodesPerTurn === 0) await turn()
    for (const goal of goals) {
      for (const [end, part] of endsOf(goal)) {
        // Into the edge from this end, so in the direction away from it.
        if (end !== node || !(end === goal.from ? goal.isForward : goal.isBackward)) continue
        const leg = legOf(goal, part)
        const seconds = here.seconds + leg.seconds
        if (!best || seconds < best.seconds) best = { seconds, metres: here.metres + leg.metres, node }
      }
    }
    for (const step of await net.steps(node, false)) {
      if (done.has(step.to)) continue
      const seconds = here.seconds + secondsFor(step.metres, step.kmh * routeLimits.pace)
      await offer(step.to, { seconds, metres: here.metres + step.metres, before: node })
    }
  }
  if (!best) return undefined
  const line: Position[] = []
  for (let node = best.node; node !== undefined; node = reached.get(node)?.before)
    line.unshift(await net.position(node))
  return { metres: best.metres, seconds: best.seconds, line: [from, ...line, to] }
}

interface Best {
  readonly seconds: number
  readonly metres: number
  readonly node: number | undefined
}

/** On the same edge there is nothing to search. */
function directly(starts: readonly OnEdge[], goals: readonly OnEdge[]): Best | undefined {
  for (const start of starts) {
    const goal = goals.find((one) => one.from === start.from && one.to === start.to)
    const isOpen = goal && (goal.part >= start.part ? start.isForward : start.isBackward)
    if (!isOpen) continue
    const metres = Math.abs(goal.part - start.part) * start.metres
    return {
      metres: metres + start.awayMetres + goal.awayMetres,
      seconds:
        secondsFor(metres, start.kmh * routeLimits.pace) +
        secondsFor(start.awayMetres + goal.awayMetres, routeLimits.offRoadKmh),
      node: undefined,
    }
  }
  return undefined
}

/** Its ends, the distance to each, and whether traffic may leave that way. */
const endsOf = ({ from, to, part, isForward, isBackward }: OnEdge) =>
  [
    [from, part, isBackward],
    [to, 1 - part, isForward],
  ] as const

const legOf = ({ metres, kmh, awayMetres }: OnEdge, part: number) => ({
  metres: metres * part + awayMetres,
  seconds: secondsFor(metres * part, kmh * routeLimits.pace) + secondsFor(awayMetres, routeLimits.offRoadKmh),
})
