/** What a gateway's message says of the tags around it, and what is stored of each of them. Pure. */
import { type Message, tagId, type Value } from '@waymark/devices'
import { aheadSeconds, deviceTime } from '../messages/message.ts'
import { identProblems } from '../units/unit.ts'

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** A tag was heard by a gateway. */
export interface Hearing {
  readonly gateway: number
  /** Device time of the gateway, in seconds. */
  readonly ts: number
  /** In dBm. */
  readonly rssi: number
  /** Where the gateway was. */
  readonly point: Point | undefined
  /** What the tag measured, by the names of parameters. */
  readonly readings: Message
}

/** As a gateway that says no figure is heard: weaker than any that says one. */
const unknownRssi = -128
const loudestRssi = 127

/** A beacon's own names, and the parameters of the unit that it becomes. */
const readingNames: Readonly<Record<string, string>> = {
  'battery.voltage': 'battery.voltage',
  'battery.level': 'battery.level',
  temperature: 'sensor.temperature',
  humidity: 'sensor.humidity',
}

export interface HeardTag {
  readonly id: string
  readonly hearing: Hearing
  /** As the sensor's message. Its time is the gateway's own word, so that the store finds what was sent before. */
  readonly message: Message
}

/** Clocks that run ahead rule for five minutes, as with any other value. */
export const heardAt = (message: Message, now: number): number => Math.min(deviceTime(message, now), now + aheadSeconds)

export const hearsTags = (message: Message): boolean => Array.isArray(message['ble.beacons'])

/** `anchor` is where the gateway stands, if somebody has said so; then its receiver is not asked. */
export function tagsIn(message: Message, gateway: number, anchor: Point | undefined, now: number): HeardTag[] {
  const beacons = message['ble.beacons']
  if (!Array.isArray(beacons)) return []
  const point = anchor ?? pointOf(message)
  const { timestamp } = message
  const heard = new Map<string, HeardTag>()
  for (const beacon of beacons as readonly Readonly<Record<string, Value>>[]) {
    const id = typeof beacon.id === 'string' ? tagId(beacon.id) : ''
    if (identProblems(id).length > 0) continue
    const { rssi: said } = beacon
    const rssi = typeof said === 'number' && said > unknownRssi && said <= loudestRssi ? said : unknownRssi
    // Said twice in one message it is one tag, heard as well as it was heard better.
    if ((heard.get(id)?.hearing.rssi ?? Number.NEGATIVE_INFINITY) >= rssi) continue
    const readings = readingsOf(beacon)
    heard.set(id, {
      id,
      hearing: { gateway, ts: heardAt(message, now), rssi, point, readings },
      message: {
        ...(timestamp !== undefined && { timestamp }),
        ...placed({ gateway, rssi, point }),
        ...readings,
      },
    })
  }
  return [...heard.values()]
}

/** The parameters that say where a tag is. */
export const placed = ({ gateway, rssi, point }: Pick<Hearing, 'gateway' | 'rssi' | 'point'>): Message => ({
  'gateway.id': gateway,
  ...(rssi > unknownRssi && { 'ble.rssi': rssi }),
  ...(point && { 'position.latitude': point.latitude, 'position.longitude': point.longitude }),
})

/** A message of a sensor as it was stored, read back. */
export function hearingOf(stored: Message): Hearing | undefined {
  const { 'gateway.id': gateway, 'ble.rssi': rssi = unknownRssi, 'server.timestamp': receivedAt } = stored
  if (typeof gateway !== 'number' || typeof rssi !== 'number') return undefined
  const readings = Object.values(readingNames).flatMap((name) => (name in stored ? [[name, stored[name]!]] : []))
  const now = Number(receivedAt)
  return { gateway, ts: heardAt(stored, now), rssi, point: pointOf(stored), readings: Object.fromEntries(readings) }
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
