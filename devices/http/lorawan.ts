/**
 * What LoRaWAN network servers report over HTTP. A device is identified by its DevEUI.
 * Sources: ChirpStack v4, "HTTP integration" and the JSON of its events (`?event=up|status|location|join|…`); The Things
 * Stack v3, "Webhooks" and "Data formats" (`uplink_message`, `location_solved`, `join_accept`, …).
 */
import { isObject, putFields, secondsOf } from '../bytes/json.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../message.ts'
import { ProtocolError } from '../protocol.ts'

export const networkServers = ['chirpstack', 'thethingsstack'] as const
export type NetworkServer = (typeof networkServers)[number]

export interface Uplink {
  /** The DevEUI: sixteen hexadecimal digits in lower case. */
  readonly ident: string
  /** Empty: an event without anything to keep, such as a join. */
  readonly messages: readonly Message[]
}

type Json = Readonly<Record<string, unknown>>

const part = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )
const numberIn = (value: unknown, ...names: readonly string[]): number | undefined => {
  const found = part(value, ...names)
  return typeof found === 'number' ? found : undefined
}

function devEui(value: unknown): string {
  const text = typeof value === 'string' ? value.replace(/[-: ]/g, '').toLowerCase() : ''
  if (!/^[0-9a-f]{16}$/.test(text)) throw new ProtocolError('no DevEUI')
  return text
}

export function readUplink(server: NetworkServer, event: string | undefined, body: unknown): Uplink {
  if (!isObject(body)) throw new ProtocolError('an event that is not an object')
  return server === 'chirpstack' ? chirpStack(event ?? 'up', body) : theThingsStack(body)
}

const uplink = (ident: string, into: Draft): Uplink => {
  const message = finish(into)
  return { ident, messages: message ? [message] : [] }
}

function chirpStack(event: string, body: Json): Uplink {
  const ident = devEui(part(body, 'deviceInfo', 'devEui'))
  const into = draft()
  if (event === 'up') {
    const heard = part(body, 'rxInfo')
    radio(into, {
      payload: part(body, 'data'),
      port: part(body, 'fPort'),
      count: part(body, 'fCnt'),
      gateways: (Array.isArray(heard) ? heard : []).map((one) => ({
        rssi: numberIn(one, 'rssi'),
        snr: numberIn(one, 'snr'),
        name: part(one, 'gatewayId'),
      })),
    })
    decoded(into, part(body, 'object'))
  } else if (event === 'status') {
    if (part(body, 'batteryLevelUnavailable') !== true) put(into, 'battery.level', numberIn(body, 'batteryLevel'))
    const isPowered = part(body, 'externalPowerSource')
    if (typeof isPowered === 'boolean') put(into, 'external.powersource.status', isPowered)
    put(into, 'custom.lorawan.margin', numberIn(body, 'margin'))
  } else if (event === 'location') location(into, part(body, 'location'))
  return dated(ident, into, part(body, 'time'))
}

function theThingsStack(body: Json): Uplink {
  const ident = devEui(part(body, 'end_device_ids', 'dev_eui'))
  const into = draft()
  const said = part(body, 'uplink_message')
  if (isObject(said)) {
    const heard = part(said, 'rx_metadata')
    radio(into, {
      payload: part(said, 'frm_payload'),
      port: part(said, 'f_port'),
      count: part(said, 'f_cnt') ?? 0,
      gateways: (Array.isArray(heard) ? heard : []).map((one) => ({
        rssi: numberIn(one, 'rssi'),
        snr: numberIn(one, 'snr'),
        name: part(one, 'gateway_ids', 'gateway_id'),
      })),
    })
    decoded(into, part(said, 'decoded_payload'))
    const places = part(said, 'locations')
    // A position that the device itself reports has priority over the one registered in the network.
    if (isObject(places) && !('position.latitude' in into.values)) location(into, Object.values(places)[0])
    return dated(ident, into, part(said, 'received_at') ?? part(body, 'received_at'))
  }
  location(into, part(body, 'location_solved', 'location'))
  return dated(ident, into, part(body, 'received_at'))
}

/** A time alone is not a message. */
function dated(ident: string, into: Draft, time: unknown): Uplink {
  if (into.keys > 0) put(into, 'timestamp', secondsOf(time))
  return uplink(ident, into)
}

interface Radio {
  readonly payload: unknown
  readonly port: unknown
  readonly count: unknown
  readonly gateways: readonly { rssi: number | undefined; snr: number | undefined; name: unknown }[]
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** Signal values of the gateway with the best reception. */
function radio(into: Draft, { payload, port, count, gateways }: Radio): void {
  put(into, 'custom.lorawan.payload', text(payload))
  put(into, 'custom.lorawan.fport', number(port))
  put(into, 'custom.lorawan.fcnt', number(count))
  const best = gateways.toSorted((one, other) => (other.rssi ?? -999) - (one.rssi ?? -999))[0]
  if (!best) return
  put(into, 'custom.lorawan.rssi', best.rssi)
  put(into, 'custom.lorawan.snr', best.snr)
  put(into, 'custom.lorawan.gateway', text(best.name))
  put(into, 'custom.lorawan.gateways', gateways.length)
}

/** What the network server's codec made of the payload. If that is not an object, we have no names for it. */
function decoded(into: Draft, object: unknown): void {
  if (isObject(object)) putFields(into, object)
}

function location(into: Draft, place: unknown): void {
  putPosition(into, numberIn(place, 'latitude'), numberIn(place, 'longitude'))
  put(into, 'position.altitude', numberIn(place, 'altitude'))
}
