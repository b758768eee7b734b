/** Many trackers at the same time, each with its own interval. */
import { type ProtocolName, protocolByName } from '@waymark/devices'
import type { Clock } from '#kernel/time/clock.ts'
import { type City, city } from './city.ts'
import type { Encoder, NumberedFix } from './encoder.ts'
import { randomFrom } from './random.ts'
import { newTally, type Tally } from './tally.ts'
import { type Quirks, startTracker, type Tracker } from './tracker.ts'
import { type Start, type Vehicle, vehicleIn } from './vehicle.ts'

export const routes: Readonly<Record<'city', () => City>> = { city }
export type RouteName = keyof typeof routes

export interface FleetUnit {
  readonly ident: string
  readonly encoder: Encoder
  /** Where its vehicle was left. */
  readonly start?: Start | undefined
  /** What it is in, if it does not drive through the city. */
  readonly vehicle?: Vehicle
}

export interface FleetOptions {
  readonly units: readonly FleetUnit[]
  readonly clock: Clock
  readonly host: string
  readonly portOf: (protocol: ProtocolName) => number
  /** Positions a second of each tracker. */
  readonly rate: number
  /** How long it should run; a rate above one a second must know. */
  readonly seconds?: number
  readonly route?: RouteName
  readonly quirks?: Partial<Quirks>
  readonly onAcknowledged?: (ident: string, fixes: readonly NumberedFix[]) => void
  readonly onCommand?: (ident: string, words: string) => void
}

export interface Fleet {
  readonly tally: Tally
  /** Stops measuring and resolves when everything is acknowledged, or at the deadline. */
  finish(patienceMs: number): Promise<void>
  stop(): void
}

const noQuirks: Quirks = { gaps: false, duplicates: false, late: false, badClock: false }

export function startFleet(options: FleetOptions): Fleet {
  const { units, clock, host, portOf, rate, route = 'city' } = options
  const tally = newTally()
  const quirks = { ...noQuirks, ...options.quirks }
  const startedAt = Math.floor(clock.now().getTime() / 1000)
  /**
   * Trackers measure at most once a second. A faster fleet empties a memory: its first records are so old that the last
   * are current.
   */
  const beginsAt = startedAt - Math.ceil(Math.max(0, rate - 1) * (options.seconds ?? 0))
  const timers = new Set<NodeJS.Timeout>()
  const trackers: Tracker[] = units.map(({ ident, encoder, start, vehicle }) => {
    const random = randomFrom(`${ident} ${startedAt} quirks`)
    const tracker = startTracker({
      ident,
      encoder,
      vehicle: vehicle ?? vehicleIn(routes[route](), ident, beginsAt, start),
      host,
      port: portOf(encoder.protocol),
      quirks,
      random,
      tally,
      onAcknowledged: options.onAcknowledged,
      onCommand: options.onCommand,
    })
    let last = beginsAt
    const beat = () => {
      const now = rate > 1 ? last + 1 : Math.floor(clock.now().getTime() / 1000)
      last = Math.max(last + 1, now)
      tracker.measure(last)
    }
    // Spread over time: a thousand simultaneous logins would be a flood, not a fleet.
    const first = setTimeout(
      () => {
        timers.delete(first)
        beat()
        timers.add(setInterval(beat, 1000 / rate))
      },
      (random() * 1000) / Math.max(rate, 0.2),
    )
    timers.add(first)
    return tracker
  })

  const silence = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }
  const stop = () => {
    silence()
    for (const tracker of trackers) tracker.stop()
  }
  return {
    tally,
    stop,
    async finish(patienceMs) {
      silence()
      const deadline = setTimeout(stop, patienceMs)
      await Promise.all(trackers.map((tracker) => tracker.finish()))
      clearTimeout(deadline)
    },
  }
}

/** The port of each protocol above the gateway's own, which recognises any. */
export const ownPorts = (gatewayPort: number) => (protocol: ProtocolName) => gatewayPort + protocolByName(protocol).port
