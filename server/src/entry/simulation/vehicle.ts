/**
 * A vehicle on its way through the city, second by second: it speeds up, brakes before turns and red lights, stops at
 * stations, and parks with the engine off. What its tracker would measure follows from where it is. Pure.
 */
import { bearing, type City, nearest, placeAlong, type Road, wayBetween } from './city.ts'
import { randomFrom } from './random.ts'

/** What a tracker knows at one moment. */
export interface Fix {
  /** Unix seconds, whole. */
  readonly at: number
  readonly latitude: number
  readonly longitude: number
  readonly altitude: number
  readonly speedKmh: number
  /** Degrees clockwise from north. */
  readonly heading: number
  readonly satellites: number
  readonly hdop: number
  readonly ignition: boolean
  /** Of the vehicle's supply. */
  readonly volts: number
  /** Of the tracker's own battery. */
  readonly batteryVolts: number
  readonly mileageKm: number
  /** Of the network, in five steps. */
  readonly signal: number
  readonly beacons?: readonly Beacon[]
}

/** A tag in the tracker's sight. */
export interface Beacon {
  /** As the platform writes it (devices/values/beacon.ts). */
  readonly id: string
  /** In dBm. */
  readonly rssi: number
  /** In percent. */
  readonly batteryLevel: number
}

/** Where a vehicle was left the last time. */
export interface Start {
  readonly latitude?: number
  readonly longitude?: number
  readonly mileageKm?: number
  /** The junction it drives to first. */
  readonly to?: number | undefined
}

export interface Vehicle {
  /** Moves on to the given second and returns its state then. */
  advanceTo(at: number): Fix
}

/** A test clock may jump by days; nobody watches what a vehicle did meanwhile. */
const secondsMax = 3_600
const speedUp = 1.5
/** On one road in this many people drive too fast, so that there is speeding to see. */
const tempting = 8
const slowDown = 2.2
/** In metres per second: nothing ahead slows it down. */
const fast = 30
const redSeconds = 28
const cycleSeconds = 66

export function vehicleIn(map: City, name: string, startsAt: number, start: Start = {}): Vehicle {
  const random = randomFrom(`${name} ${startsAt}`)
  const own = randomFrom(name)
  const between = (low: number, high: number) => low + random() * (high - low)
  const driver = 0.9 + own() * 0.15
  let now = startsAt
  let metres = (start.mileageKm ?? 8_000 + Math.floor(own() * 90_000)) * 1000
  let place = nearest(map, start.latitude ?? 0, start.longitude ?? 0) ?? Math.floor(own() * map.length)
  let first = start.to === place ? undefined : start.to
  let way: number[] = []
  /** Metres after the last junction, towards the next one of the route. */
  let along = 0
  let speed = 0
  let isOn = false
  let heading = Math.floor(own() * 360)
  let satellites = 9
  /** It stands still until then: parked if the engine is off, at a station if it is on. */
  let restsUntil = startsAt + Math.floor(random() * (start.latitude === undefined ? 20 : 90))

  const nextRoad = (): Road | undefined =>
    way[0] === undefined ? undefined : map[place]!.roads.find((road) => road.to === way[0])

  const isRed = (junction: number): boolean =>
    map[junction]!.kind === 'lights' && (now + junction * 17) % cycleSeconds < redSeconds

  /** How fast it may be at the next junction. */
  function speedThere(road: Road): number {
    const after = way[1]
    if (after === undefined || map[road.to]!.kind === 'station' || isRed(road.to)) return 0
    const next = map[road.to]!.roads.find(({ to }) => to === after)!
    const [leaves, arrives] = [bearing(next.line[0]!, next.line[1]!), bearing(road.line.at(-2)!, road.line.at(-1)!)]
    const bend = Math.abs(((leaves - arrives + 540) % 360) - 180)
    return bend < 20 ? fast : bend < 50 ? 9 : bend < 110 ? 5 : 2.5
  }

  function step(): void {
    now += 1
    satellites = Math.min(15, Math.max(6, satellites + Math.floor(random() * 3) - 1))
    if (now < restsUntil) return
    if (way.length === 0) {
      setOut()
      return
    }
    const road = nextRoad()!
    const left = road.metres - along
    // Only lights that are near and can still be stopped for count.
    const there = left > 80 ? fast : speedThere(road)
    const brake = Math.sqrt(there * there + 2 * slowDown * Math.max(0, left - 1))
    const hurry = road.to % tempting === 0 ? 1.2 : 1
    speed = Math.min(speed + speedUp, (road.limitKmh / 3.6) * driver * hurry, brake)
    if (speed < 0.5 && left <= 2 && isRed(road.to)) {
      speed = 0
      return
    }
    const moved = Math.min(Math.max(speed, 0.5), left)
    metres += moved
    along += moved
    if (along >= road.metres - 0.01) arrive(road, there === 0)
  }

  function arrive(road: Road, stops: boolean): void {
    place = road.to
    way = way.slice(1)
    along = 0
    if (stops) speed = 0
    if (way.length === 0) {
      isOn = false
      restsUntil = now + Math.floor(between(60, 240))
    } else if (map[place]!.kind === 'station') restsUntil = now + Math.floor(between(15, 45))
  }

  function setOut(): void {
    isOn = true
    const yards = map.flatMap(({ kind }, index) => (kind === 'yard' && index !== place ? [index] : []))
    way = wayBetween(map, place, first ?? yards[Math.floor(random() * yards.length)]!).slice(1)
    first = undefined
    restsUntil = now + Math.floor(between(3, 8))
  }

  function look(): Fix {
    const road = nextRoad()
    const there = road && placeAlong(road, along)
    const { latitude, longitude } = there ?? map[place]!
    heading = there?.heading ?? heading
    return {
      at: now,
      latitude: rounded(latitude, 6),
      longitude: rounded(longitude, 6),
      altitude: Math.round(28 + 14 * Math.sin(latitude * 180) + 9 * Math.cos(longitude * 130)),
      speedKmh: now < restsUntil || !isOn ? 0 : Math.round(speed * 3.6),
      heading: Math.round(heading) % 360,
      satellites,
      hdop: rounded(14 / satellites / 1.5, 1),
      ignition: isOn,
      volts: rounded((isOn ? 13.9 : 12.5) + (random() - 0.5) * 0.3, 2),
      batteryVolts: isOn ? 4.1 : 4.05,
      mileageKm: rounded(metres / 1000, 3),
      signal: 3 + Math.floor(random() * 2),
    }
  }

  return {
    advanceTo(at) {
      if (at - now > secondsMax) now = at - secondsMax
      while (now < at) step()
      return look()
    },
  }
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))
