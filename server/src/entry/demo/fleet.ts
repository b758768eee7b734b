/** The demo's own little fleet, so that a newcomer sees something move. */
import type { Context } from '#kernel/context.ts'
import type { Unit } from '#tracking/units/unit.ts'
import { type Fleet, ownPorts, startFleet } from '../simulation/fleet.ts'
import { readersFor } from '../simulation/readers.ts'
import { callOf, speakerFor, unitsOf } from '../simulation/units.ts'
import { demoTags, readDemo } from './demo.ts'

const everySeconds = 10
/** A dealer may have added units to its demo; a newcomer's machine should not simulate all of them. */
const unitsMax = 25

/** Undefined if there is no demo, or nothing in it that can send. Its failure never stops the server. */
export async function startDemoFleet(ctx: Context): Promise<Fleet | undefined> {
  const { config, clock, log } = ctx
  // A test installation holds only what its tests have sent.
  if (config.demo === false || config.isTestInstallation) return undefined
  try {
    const calls = readDemo(config).map(({ dealer_id }) => callOf(ctx, dealer_id))
    const speakers = await Promise.all(
      calls.map(async (call) => {
        const [readers, others] = split(await unitsOf(call))
        const heard = [...Map.groupBy(readers, ({ accountId }) => accountId).values()]
        return [
          ...heard.flatMap((own) => readersFor(own, demoTags)),
          ...(await Promise.all(others.map((unit) => speakerFor(call, unit)))),
        ]
      }),
    )
    const units = speakers.flat().filter((unit) => unit !== undefined)
    if (units.length === 0) return undefined
    const portOf = ownPorts(config.gatewayPort)
    return startFleet({
      units: units.slice(0, unitsMax),
      clock,
      host: hostOf(config.gatewayHost),
      portOf,
      rate: 1 / everySeconds,
    })
  } catch (error) {
    log.warn({ err: error }, 'Failed to start the demo fleet.')
    return undefined
  }
}

/** Gateways for tags stand still and detect; the others drive. */
const split = (units: readonly Unit[]): [Unit[], Unit[]] => [
  units.filter(({ type }) => type === 'gateway'),
  units.filter(({ type }) => type === null),
]

/** A gateway that listens everywhere is reached on loopback. */
export const hostOf = (gatewayHost: string): string =>
  gatewayHost === '0.0.0.0' ? '127.0.0.1' : gatewayHost === '::' ? '::1' : gatewayHost
