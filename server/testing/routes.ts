/** Routes that a vehicle could have driven, as its tracker reports them. */
import type { Message } from '@waymark/devices'

export interface Leg {
  readonly seconds: number
  readonly kmh: number
  readonly ignition?: boolean | undefined
  /** It reports nothing. */
  readonly silent?: boolean
}

interface Telling {
  readonly start?: number
  /** Seconds between two messages. */
  readonly every?: number
  /** How far, in metres, the position wanders at rest. */
  readonly drift?: number
}

export const routeStart = 1_772_000_000
const metreLat = 1 / 111_195
const metreLon = metreLat / Math.cos((50 * Math.PI) / 180)

/** Eastward on a road at 50° N. */
export function drive(legs: readonly Leg[], { start = routeStart, every = 10, drift = 0 }: Telling = {}): Message[] {
  const messages: Message[] = []
  let metres = 0
  let t = start
  for (const { seconds, kmh, ignition, silent } of legs) {
    for (let passed = 0; passed < seconds; passed += every) {
      const aside = kmh === 0 ? drift * Math.sin(t * 2.1) : 0
      if (!silent) {
        messages.push({
          timestamp: t,
          'position.latitude': Number((50 + aside * metreLat).toFixed(7)),
          'position.longitude': Number((10 + metres * metreLon).toFixed(7)),
          'position.speed': kmh,
          'position.satellites': 9,
          ...(ignition !== undefined && { 'engine.ignition.status': ignition }),
        })
      }
      metres += (kmh / 3.6) * every
      t += every
    }
  }
  return messages
}

/** Two trips, of 20 and 15 km, between three places; then parked until the evening. */
export const day = (index = 0): Message[] =>
  drive(
    [
      { seconds: 600, kmh: 0, ignition: false },
      { seconds: 1200, kmh: 60, ignition: true },
      { seconds: 1800, kmh: 0, ignition: false },
      { seconds: 1200, kmh: 45, ignition: true },
      { seconds: 25_200, kmh: 0, ignition: false },
    ],
    { start: routeStart + index * 86_400, drift: 20 },
  )
