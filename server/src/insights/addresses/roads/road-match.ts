/**
 * Matches a vehicle's track to the roads that it most likely drove: a hidden Markov model. Positions are close to the
 * road, and from one to the next the route over roads is about as long as the straight line (docs/decisions/0086).
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { MatchedPiece } from '#kernel/geo/addresses.ts'
import { metresBetween, type Position } from '#kernel/geo/position.ts'
import { Heap } from '../lookup/heap.ts'
import { type OnEdge, RoadNet, type RoadsAt } from './road-net.ts'

export const matchLimits = {
  /** No position is further from its road. */
  reachMetres: 45,
  edgesMax: 5,
  /** Closer positions say nothing new about the road. */
  apartMetres: 40,
  pointsMax: 4_000,
  /** The usual distance of positions from the road. */
  sigmaMetres: 10,
  /** How much longer the route usually is than the straight line. */
  betaMetres: 15,
  /** The most that a route may be longer, so that the line stays near the positions. */
  detour: 1.5,
  detourMetres: 60,
  /** Further apart, any road could have been taken. */
  gapMetres: 1_500,
  tilesMax: 600,
  nodesMax: 400,
} as const

interface Candidate {
  readonly on: OnEdge
  cost: number
  before: number | undefined
}

interface Stage {
  /** Index of the position in the track. */
  readonly index: number
  readonly position: Position
  readonly candidates: readonly Candidate[]
}

/** Pieces on roads, and pieces as they were sent where no road fits; each begins where the previous one ends. */
export async function matchTrack(roadsAt: RoadsAt, track: readonly Position[]): Promise<MatchedPiece[]> {
  if (track.length < 2) return []
  const net = new RoadNet(roadsAt, track[0]!, matchLimits.tilesMax)
  const pieces: MatchedPiece[] = []
  let chain: Stage[] = []
  let done = 0
  const finish = async () => {
    const [first, last] = [chain[0], chain.at(-1)]
    if (first && last && chain.length > 1) {
      const line = await lineOf(net, chain)
      if (first.index > done) pieces.push(raw(track.slice(done, first.index + 1)))
      pieces.push({ isOnRoads: true, line })
      done = last.index
    }
    chain = []
  }
  for (const [count, index] of chosenOf(track).entries()) {
    if (count % 50 === 49) await turn()
    const position = track[index]!
    const on = await net.near(position, matchLimits.reachMetres, matchLimits.edgesMax)
    let stage = stageOf(index, position, on)
    const before = chain.at(-1)
    if (before && !(await connect(net, before, stage))) {
      await finish()
      stage = stageOf(index, position, on)
    }
    if (on.length > 0) chain.push(stage)
  }
  await finish()
  if (done < track.length - 1) pieces.push(raw(track.slice(done)))
  return pieces
}

const raw = (line: readonly Position[]): MatchedPiece => ({ isOnRoads: false, line })

/** First and last, and those between that are far enough apart; fewer for a long track. */
function chosenOf(track: readonly Position[]): number[] {
  const chosen = [0]
  for (let index = 1; index < track.length - 1; index++) {
    if (metresBetween(track[chosen.at(-1)!]!, track[index]!) >= matchLimits.apartMetres) chosen.push(index)
  }
  chosen.push(track.length - 1)
  const stride = Math.ceil(chosen.length / matchLimits.pointsMax)
  return chosen.filter((_, at) => at % stride === 0 || at === chosen.length - 1)
}

const stageOf = (index: number, position: Position, on: readonly OnEdge[]): Stage => ({
  ...{ index, position },
  candidates: on.map((one) => ({
    on: one,
    cost: (one.awayMetres / matchLimits.sigmaMetres) ** 2 / 2,
    before: undefined,
  })),
})

/** Gives each candidate its best predecessor; false: no road leads from one to the other. */
async function connect(net: RoadNet, before: Stage, stage: Stage): Promise<boolean> {
  const straight = metresBetween(before.position, stage.position)
  if (straight > matchLimits.gapMetres) return false
  const costs = stage.candidates.map(() => ({
    cost: Number.POSITIVE_INFINITY,
    before: undefined as number | undefined,
  }))
  for (const [index, one] of before.candidates.entries()) {
    if (one.cost === Number.POSITIVE_INFINITY) continue
    const ways = await waysFrom(net, one.on, stage.candidates, mostOf(straight))
    for (const [at, metres] of ways.entries()) {
      const cost = one.cost + Math.abs(metres - straight) / matchLimits.betaMetres
      if (cost < costs[at]!.cost) costs[at] = { cost, before: index }
    }
  }
  for (const [at, candidate] of stage.candidates.entries()) {
    candidate.cost += costs[at]!.cost
    candidate.before = costs[at]!.before
  }
  return stage.candidates.some(({ cost }) => cost < Number.POSITIVE_INFINITY)
}

const mostOf = (straight: number): number => straight * matchLimits.detour + matchLimits.detourMetres

const isSameEdge = (one: OnEdge, other: OnEdge): boolean => one.from === other.from && one.to === other.to

/** Metres over roads to each of several places; infinite: none is short enough. */
async function waysFrom(net: RoadNet, start: OnEdge, goals: readonly Candidate[], most: number): Promise<number[]> {
  const { reached } = await walk(net, start, most)
  return goals.map(({ on }) => {
    const along = isSameEdge(start, on) ? Math.abs(on.part - start.part) * on.metres : Number.POSITIVE_INFINITY
    const [a, b] = [reached.get(on.from), reached.get(on.to)]
    const metres = Math.min(
      along,
      (a ?? Number.POSITIVE_INFINITY) + on.part * on.metres,
      (b ?? Number.POSITIVE_INFINITY) + (1 - on.part) * on.metres,
    )
    return metres <= most ? metres : Number.POSITIVE_INFINITY
  })
}

/** Every node within this many metres of a place, against one-ways too: the map may be wrong, positions are facts. */
async function walk(net: RoadNet, start: OnEdge, most: number) {
  const reached = new Map<number, number>()
  const before = new Map<number, number>()
  const heap = new Heap<number>()
  const done = new Set<number>()
  const offer = (node: number, metres: number, from?: number) => {
    if (metres > most || metres >= (reached.get(node) ?? Number.POSITIVE_INFINITY)) return
    reached.set(node, metres)
    if (from !== undefined) before.set(node, from)
    heap.push(node, metres)
  }
  offer(start.from, start.part * start.metres)
  offer(start.to, (1 - start.part) * start.metres)
  for (let node = heap.pop(); node !== undefined && done.size < matchLimits.nodesMax; node = heap.pop()) {
    if (done.has(node)) continue
    done.add(node)
    const here = reached.get(node)!
    for (const step of await net.steps(node, true)) offer(step.to, here + step.metres, node)
  }
  return { reached, before }
}

/** Backwards from the best candidate of the last stage. */
async function lineOf(net: RoadNet, chain: readonly Stage[]): Promise<Position[]> {
  const chosen: OnEdge[] = []
  let at: number | undefined = bestOf(chain.at(-1)!.candidates)
  for (let stage = chain.length - 1; stage >= 0; stage--) {
    const candidate: Candidate = chain[stage]!.candidates[at!]!
    chosen.unshift(candidate.on)
    at = candidate.before
  }
  const line = [chosen[0]!.at]
  for (let index = 1; index < chosen.length; index++) {
    const straight = metresBetween(chain[index - 1]!.position, chain[index]!.position)
    line.push(...(await between(net, chosen[index - 1]!, chosen[index]!, mostOf(straight))), chosen[index]!.at)
  }
  return line
}

const bestOf = (candidates: readonly Candidate[]): number =>
  candidates.reduce((best, { cost }, index) => (cost < candidates[best]!.cost ? index : best), 0)

/** The nodes on the route from one place to the next. */
async function between(net: RoadNet, start: OnEdge, goal: OnEdge, most: number): Promise<Position[]> {
  const { reached, before } = await walk(net, start, most)
  const viaFrom = (reached.get(goal.from) ?? Number.POSITIVE_INFINITY) + goal.part * goal.metres
  const viaTo = (reached.get(goal.to) ?? Number.POSITIVE_INFINITY) + (1 - goal.part) * goal.metres
  const along = isSameEdge(start, goal) ? Math.abs(goal.part - start.part) * goal.metres : Number.POSITIVE_INFINITY
  if (along <= Math.min(viaFrom, viaTo)) return []
  const nodes: number[] = []
  for (
    let node: number | undefined = viaFrom <= viaTo ? goal.from : goal.to;
    node !== undefined;
    node = before.get(node)
  ) {
    nodes.unshift(node)
  }
  return Promise.all(nodes.map((node) => net.position(node)))
}
