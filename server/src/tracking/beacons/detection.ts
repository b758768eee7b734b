/** The beacons in a gateway's message, and what is stored of each of them. Pure. */
import { type Message, tagId, type Value } from '@waymark/devices'
import { aheadSeconds, deviceTime } from '../messages/message.ts'
import { identProblems } from '../units/unit.ts'

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** A gateway has detected a beacon. */
export interface Detection {
  readonly gateway: number
  /** Device time of the gateway, in seconds. */
  readonly ts: number
  /** In dBm. */
  readonly rssi: number
  /** Where the gateway was. */
  readonly point: Point | undefined
  /** What the beacon measured, by the names of parameters. */
  readonly readings: Message
}

/** For a gateway that reports no signal strength: weaker than any that does. */
const unknownRssi = -128
const loudestRssi = 127

/** The names in a beacon's report, and the parameters of its unit. */
const readingNames: Readonly<Record<string, string>> = {
  'battery.voltage': 'battery.voltage',
  'battery.level': 'battery.level',
  temperature: 'sensor.temperature',
  humidity: 'sensor.humidity',
}

export interface DetectedBeacon {
  readonly id: string
  readonly detection: Detection
  /** The sensor's message. It has the time that the gateway sent, so that the store recognises repeats. */
  readonly message: Message
}

/** A clock that runs ahead counts for five minutes, as with any other value. */
const detectedAt = (message: Message, now: number): number => Math.min(deviceTime(message, now), now + aheadSeconds)

export const hasBeacons = (message: Message): boolean => Array.isArray(message['ble.beacons'])

/** `anchor`: the fixed position of the gateway, which takes precedence over its receiver. */
export function beaconsIn(message: Message, gateway: number, anchor: Point | undefined, now: number): DetectedBeacon[] {
  const beacons = message['ble.beacons']
  if (!Array.isArray(beacons)) return []
  const point = anchor ?? pointOf(message)
  const { timestamp } = message
  const detected = new Map<string, DetectedBeacon>()
  for (const beacon of beacons as readonly Readonly<Record<string, Value>>[]) {
    const id = typeof beacon.id === 'string' ? tagId(beacon.id) : ''
    if (identProblems(id).length > 0) continue
    const { rssi: reported } = beacon
    const isPlausible = typeof reported === 'number' && reported > unknownRssi && reported <= loudestRssi
    const rssi = isPlausible ? reported : unknownRssi
    // A beacon that is twice in one message counts once, with its stronger signal.
    if ((detected.get(id)?.detection.rssi ?? Number.NEGATIVE_INFINITY) >= rssi) continue
    const readings = readingsOf(beacon)
    detected.set(id, {
      id,
      detection: { gateway, ts: detectedAt(message, now), rssi, point, readings },
      message: {
        ...(timestamp !== undefined && { timestamp }),
        ...locationValues({ gateway, rssi, point }),
        ...readings,
      },
    })
  }
  return [...detected.values()]
}

/** The parameters with the location of a beacon. */
export const locationValues = ({ gateway, rssi, point }: Pick<Detection, 'gateway' | 'rssi' | 'point'>): Message => ({
  'gateway.id': gateway,
  ...(rssi > unknownRssi && { 'ble.rssi': rssi }),
  ...(point && { 'position.latitude': point.latitude, 'position.longitude': point.longitude }),
})

/** Reads a detection back from a sensor's stored message. */
export function detectionOf(stored: Message): Detection | undefined {
  const { 'gateway.id': gateway, 'ble.rssi': rssi = unknownRssi, 'server.timestamp': receivedAt } = stored
  if (typeof gateway !== 'number' || typeof rssi !== 'number') return undefined
  const readings = Object.values(readingNames).flatMap((name) => (name in stored ? [[name, stored[name]!]] : []))
  const now = Number(receivedAt)
  return { gateway, ts: detectedAt(stored, now), rssi, point: pointOf(stored), readings: Object.fromEntries(readings) }
}

function pointOf(message: Message): Point | undefined {
  const { 'position.latitude': latitude, 'position.longitude': longitude } = message
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
}

const readingsOf = (beacon: Readonly<Record<string, Value>>): Message =>
  Object.fromEntries(
    Object.entries(readingNames).flatMap(([own, name]) =>
      typeof beacon[own] === 'number' ? [[name, beacon[own]]] : [],
    ),
  )
