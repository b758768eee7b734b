/**
 * A message is a flat object of parameters. A decoder writes into a draft, which leaves out impossible values (a
 * latitude of 200, NaN, a NUL in a text) and keeps the rest, because one broken sensor must not cost the position in
 * the same record. The gateway adds `ident`, `server.timestamp`, `peer` and the like, and dates a message without a
 * time.
 */
import { numbered, type Parameter, type ParameterName, parameters } from './values/parameters.ts'

export type Scalar = string | number | boolean
export type Value = Scalar | readonly Readonly<Record<string, Scalar>>[]
export type Message = Readonly<Record<string, Value>>

export interface Draft {
  readonly values: Record<string, Value>
  /** Values added so far; replaced ones count again. */
  keys: number
}

export const keysMax = 256
export const textMax = 4096
const itemsMax = 64
const keyBytesMax = 128

export const draft = (): Draft => ({ values: {}, keys: 0 })

const known = new Map<string, Parameter>([
  ...Object.entries(parameters),
  // The first instances are found without parsing the name.
  ...Object.entries(numbered).flatMap(([name, parameter]) =>
    Array.from({ length: 16 }, (_, index) => [`${name}.${index + 1}`, parameter] as const),
  ),
])

/** Lower-case words, digits and underscores between dots; nothing with a meaning in JavaScript. */
export function isKey(key: string): boolean {
  if (key.length === 0 || key.length > keyBytesMax) return false
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at)
    const letter = unit >= 97 && unit <= 122
    if (!letter && (at === 0 || !((unit >= 48 && unit <= 57) || unit === 95 || unit === 46))) return false
  }
  return !(key.includes('__proto__') || key.includes('prototype') || key.includes('constructor'))
}

/** The parameter of a key; undefined for custom and unknown ones. */
export function parameterOf(key: string): Parameter | undefined {
  const found = known.get(key)
  if (found || key.startsWith('custom.')) return found
  const dot = key.lastIndexOf('.')
  const index = Number(key.slice(dot + 1))
  if (dot < 0 || !Number.isInteger(index) || index < 1 || index > 65_535) return undefined
  return (numbered as Record<string, Parameter>)[key.slice(0, dot)]
}

/** Adds a value unless it is impossible; a second value for a key replaces the first. */
export function put(into: Draft, key: ParameterName, value: Scalar | bigint | undefined): void {
  if (value === undefined) return
  const isOwn = key.startsWith('custom.')
  const parameter = isOwn ? undefined : (known.get(key) ?? parameterOf(key))
  if (!parameter && !(isOwn && isCustomKey(key))) return
  const clean = cleaned(value, parameter)
  if (clean !== undefined) store(into, key, clean)
  // A clock that was never set gives no date, but its value distinguishes records. It is not counted: on its own it is
  // not a message.
  else if (key === 'timestamp' && Number.isFinite(value)) into.values['custom.device_timestamp'] = value as number
}

/** Keys that were already checked: fleets use the same few names for years, and checking costs more than a lookup. */
const judged = new Set<string>()
const judgedMax = 2_000

function isCustomKey(key: string): boolean {
  if (judged.has(key)) return true
  if (!isKey(key)) return false
  if (judged.size >= judgedMax) judged.clear()
  judged.add(key)
  return true
}

/** A list of small flat objects (cells, access points, beacons). */
export function putList(
  into: Draft,
  key: ParameterName,
  items: readonly Readonly<Record<string, Scalar | undefined>>[],
): void {
  if (parameterOf(key)?.kind !== 'list') return
  const size = Math.min(items.length, itemsMax)
  const clean: Record<string, Scalar>[] = []
  for (let at = 0; at < size; at++) clean.push(cleanItem(items[at]!))
  if (size > 0) store(into, key, clean)
}

function cleanItem(item: Readonly<Record<string, Scalar | undefined>>): Record<string, Scalar> {
  const clean: Record<string, Scalar> = {}
  for (const name of Object.keys(item)) {
    const value = item[name]
    const known = value === undefined ? undefined : cleaned(value)
    if (known !== undefined) clean[name] = known
  }
  return clean
}

/** A value under a name that the device chose. */
export function putCustom(into: Draft, name: string, value: Scalar | bigint | undefined): void {
  const key = customKey(name)
  if (key) put(into, key, value)
}

/** Counting additions is cheap, testing an object for a missing key is not; so this tests only near the limit. */
function store(into: Draft, key: string, value: Value): void {
  const { values } = into
  if (into.keys >= keysMax && !(key in values) && Object.keys(values).length >= keysMax) return
  into.keys++
  values[key] = value
}

function cleaned(value: Scalar | bigint, parameter?: Parameter): Scalar | undefined {
  switch (typeof value) {
    case 'boolean':
      return !parameter || parameter.kind === 'boolean' ? value : undefined
    case 'string':
      return !parameter || parameter.kind === 'text' ? cleanText(value) : undefined
    case 'bigint':
      // JSON has no such integers; if a number cannot hold them exactly, the digits are kept as text.
      return value <= Number.MAX_SAFE_INTEGER
        ? cleaned(Number(value), parameter)
        : parameter
          ? undefined
          : String(value)
    default:
      return cleanNumber(value, parameter)
  }
}

function cleanNumber(value: number, parameter?: Parameter): number | undefined {
  if (!Number.isFinite(value)) return undefined
  if (!parameter) return value
  if (parameter.kind !== 'number' || value < parameter.min || value > parameter.max) return undefined
  return Number.isInteger(value) ? value + 0 : rounded(value, parameter.decimals)
}

const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7]

/** Adding 0 turns -0, which JSON does not have, into 0. */
export const rounded = (value: number, decimals: number): number =>
  Math.round(value * powers[decimals]!) / powers[decimals]! + 0

/** Removes control characters and lone surrogates, which PostgreSQL and JSON reject; undefined if nothing is left. */
export function cleanText(text: string): string | undefined {
  let clean = ''
  let from = 0
  const size = Math.min(text.length, textMax)
  for (let at = 0; at < size; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 32 || (unit >= 127 && unit < 160)) {
      // Line ends and tabs separate words.
      clean += text.slice(from, at) + (unit >= 9 && unit <= 13 ? ' ' : '')
      from = at + 1
    }
  }
  clean = (clean + text.slice(from, size)).trim().toWellFormed()
  return clean === '' ? undefined : clean
}

const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
const romanised = 'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya'.split(' ')

const made = new Map<string, `custom.${string}` | undefined>()
/** A longer name that was sliced out of a frame may keep the whole text of the frame in memory. */
const madeNameMax = 12

/** `custom.<name>` of any name a device sends: lower case, Cyrillic in Latin letters, the rest as code points. */
export function customKey(name: string): `custom.${string}` | undefined {
  if (name.length > madeNameMax) return makeCustomKey(name)
  let key = made.get(name)
  if (key !== undefined) return key
  key = makeCustomKey(name)
  if (made.size >= judgedMax) made.clear()
  made.set(name, key)
  return key
}

function makeCustomKey(name: string): `custom.${string}` | undefined {
  let key = 'custom.'
  for (const letter of name.trim().toLowerCase()) {
    if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter === '.') key += letter
    else if (letter < '\u0080') key += '_'
    else key += romanised[cyrillic.indexOf(letter)] ?? `u${letter.codePointAt(0)!.toString(16)}`
    if (key.length > keyBytesMax) return undefined
  }
  return key.length > 'custom.'.length && isKey(key) ? (key as `custom.${string}`) : undefined
}

/**
 * Adds coordinates together or not at all. Exactly zero on both axes is what a receiver without a fix reports, not a
 * buoy off Ghana.
 */
export function putPosition(into: Draft, latitude: number | undefined, longitude: number | undefined): void {
  if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)) return
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return
  put(into, 'position.latitude', latitude)
  put(into, 'position.longitude', longitude)
}

export interface Cell {
  readonly mcc?: number
  readonly mnc?: number
  readonly lac?: number
  readonly cellid?: number | bigint
  /** In dBm if the maker says so; other scales are converted or left out by the decoder. */
  readonly dbm?: number
  /** The raw value if the scale is not known; only in the list. */
  readonly rssi?: number
}

/**
 * Adds the serving cell under the `gsm.` names; if there are neighbours, all of them as a list as well. Empty entries
 * are padding.
 */
export function putCells(into: Draft, cells: readonly Cell[]): void {
  const real = cells.filter((cell) => Number(cell.cellid ?? 0) > 0 && cell.lac !== 0xffff_ffff)
  const first = real[0]
  if (!first) return
  put(into, 'gsm.mcc', first.mcc)
  put(into, 'gsm.mnc', first.mnc)
  put(into, 'gsm.lac', first.lac)
  put(into, 'gsm.cellid', first.cellid)
  put(into, 'gsm.signal.dbm', first.dbm)
  if (real.length > 1) {
    putList(
      into,
      'gsm.cells',
      real.map((cell) => ({ ...cell, cellid: Number(cell.cellid) })),
    )
  }
}

/** Undefined if nothing was added, so that an empty record makes no message. */
export const finish = (from: Draft): Message | undefined => (from.keys > 0 ? from.values : undefined)
