/**
 * The demo's town: an island with a coast town, villages and the country between them, the same each time. Its contents
 * are known exactly, so tests of streets, addresses and speeds compare with it. Pure.
 */
import { type Building, buildTown } from './buildings.ts'
import { type Network, roadNetwork } from './network.ts'
import { namedPoints, type PointOfInterest } from './points.ts'

export interface Town {
  readonly network: Network
  readonly buildings: readonly Building[]
  readonly points: readonly PointOfInterest[]
}

let built: Town | undefined
export const town = (): Town => (built ??= build())

function build(): Town {
  const network = roadNetwork()
  const buildings = buildTown(network)
  return { network, buildings, points: namedPoints(network, buildings) }
}
