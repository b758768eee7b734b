/** Telemetry for people: names from the catalogue, values with their units, the interesting ones first. Pure. */
import { numbered, type Parameter, parameters } from '../../../../devices/values/parameters.ts'
import { formatQuantity } from '../format/quantities.ts'
import { texts } from '../texts/texts.ts'
import type { Telemetry } from './snapshot.ts'

export interface Reading {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly at: number
  /** The unit of measure of what can be drawn over time; undefined: not a number. */
  readonly measure: string | undefined
}

const known: Readonly<Record<string, Parameter>> = parameters
const several: Readonly<Record<string, Parameter>> = numbered
const names: Readonly<Record<string, string>> = texts.telemetry.names
const order = Object.keys(names)

/** `sensor.temperature.2` is the second of its kind. */
function partsOf(key: string): { readonly stem: string; readonly index: string } {
  const match = /^(.+)\.(\d+)$/.exec(key)
  return match && match[1]! in several ? { stem: match[1]!, index: match[2]! } : { stem: key, index: '' }
}

const nameOf = ({ stem, index }: ReturnType<typeof partsOf>) =>
  [names[stem] ?? wordsOf(stem), index].filter(Boolean).join(' ')

/** The unit of a parameter in messages. */
export function unitOf(key: string): string {
  const parameter = known[key] ?? several[partsOf(key).stem]
  return parameter?.kind === 'number' ? parameter.unit : ''
}

/** The name of any parameter, with its number if a tracker has several. */
export const parameterName = (key: string): string => nameOf(partsOf(key))

/** `custom.oil.pressure` → "Oil pressure". */
function wordsOf(key: string): string {
  const words = key.replace(/^custom\./, '').replace(/[._]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function written(key: string, parameter: Parameter | undefined, value: unknown): string {
  const { yes, no, on, off, items } = texts.telemetry
  if (typeof value === 'boolean') {
    const isSwitch = /(ignition|din|dout|power)/.test(key)
    return value ? (isSwitch ? on : yes) : isSwitch ? off : no
  }
  if (typeof value === 'number') {
    const unit = parameter?.kind === 'number' ? parameter.unit : ''
    return formatQuantity(value, unit, Math.abs(value) >= 100 ? 0 : 2)
  }
  if (Array.isArray(value)) return items(value.length)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Parameters that are shown elsewhere, or that say nothing about a vehicle. */
const isHidden = (key: string) =>
  key === 'position' ||
  /^(position\.(latitude|longitude|speed|direction|valid|timestamp)|timestamp|server\.timestamp|ident|peer|channel\.id|device\.(id|name|type\.id)|protocol\.id|event\..*|record\..*|codec\.id|report\.reason|message\..*|gsm\.(mcc|mnc|lac|cellid|cells)|wifi\.points)$/.test(
    key,
  )

export function readingsOf(telemetry: Telemetry): Reading[] {
  const rank = (key: string) => {
    const place = order.indexOf(partsOf(key).stem)
    return place === -1 ? order.length : place
  }
  return Object.entries(telemetry)
    .filter(([key, entry]) => !isHidden(key) && entry?.value !== null && entry?.value !== undefined)
    .sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b, 'en', { numeric: true }))
    .map(([key, { ts, value }]) => {
      const parts = partsOf(key)
      const parameter = known[key] ?? several[parts.stem]
      const isDrawn = typeof value === 'number' || typeof value === 'boolean'
      const measure = isDrawn ? (parameter?.kind === 'number' && parameter.unit) || '' : undefined
      return { key, name: nameOf(parts), value: written(key, parameter, value), at: ts, measure }
    })
}
