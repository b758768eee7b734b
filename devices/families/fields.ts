/** Fields of a text in order, as a table: each is the name of a parameter, a reader function, or skipped. */

import { decimal, hexNumber } from '../bytes/text.ts'
import { type Draft, parameterOf, put } from '../message.ts'
import { type Alarm, raise } from '../values/alarms.ts'
import type { ParameterName } from '../values/parameters.ts'

export type Read = (into: Draft, text: string) => void
export type Field = ParameterName | Read | undefined

export function putFields(into: Draft, values: readonly string[], table: readonly Field[]): void {
  for (let index = 0; index < table.length; index++) {
    const field = table[index]
    const value = values[index]?.trim()
    if (field === undefined || value === undefined || value === '') continue
    if (typeof field === 'string') putField(into, field, value)
    else field(into, value)
  }
}

/**
 * Converts to the parameter's kind: a number, 0 or 1, or the text. A custom value becomes a number if it looks like
 * one.
 */
export function putField(into: Draft, name: ParameterName, value: string): void {
  const kind = parameterOf(name)?.kind
  if (kind === 'text') put(into, name, value)
  else if (kind === 'boolean') put(into, name, value === '1' ? true : value === '0' ? false : undefined)
  else put(into, name, decimal(value) ?? (kind === undefined ? value : undefined))
}

/** A number in another unit, such as `times('battery.voltage', 0.001)`. */
export const times =
  (name: ParameterName, factor: number, offset = 0): Read =>
  (into, text) => {
    const value = decimal(text)
    if (value !== undefined) put(into, name, value * factor + offset)
  }

export const hexTimes =
  (name: ParameterName, factor = 1): Read =>
  (into, text) => {
    const value = hexNumber(text)
    if (value !== undefined) put(into, name, value * factor)
  }

/** A bit mask written as ones and zeros. */
export const binary =
  (name: ParameterName): Read =>
  (into, text) => {
    if (/^[01]{1,32}$/.test(text)) put(into, name, Number.parseInt(text, 2))
  }

/** Always text, even if it looks like a number. */
export const word =
  (name: ParameterName): Read =>
  (into, text) =>
    put(into, name, text)

export const flag =
  (name: ParameterName, yes: string, no?: string): Read =>
  (into, text) =>
    put(into, name, text === yes ? true : no === undefined || text === no ? false : undefined)

/** An event code and its alarm. */
export const alarmOf =
  (table: Readonly<Record<string, Alarm>>, name: ParameterName = 'event.enum'): Read =>
  (into, text) => {
    putField(into, name, text)
    if (Object.hasOwn(table, text)) raise(into, table[text])
  }

/** The bits of a number: a state for every named bit, an alarm for every set one. */
export type Bits = Readonly<Record<number, ParameterName | { readonly alarm: Alarm }>>

type Meaning = Bits[number]

/** Tables are constants, and iterating over the names of an object costs more than everything else here. */
const weighed = new WeakMap<Bits, readonly (readonly [weight: number, meaning: Meaning])[]>()

function weightsOf(bits: Bits): readonly (readonly [weight: number, meaning: Meaning])[] {
  const made = Object.entries(bits).map(([bit, meaning]) => [2 ** Number(bit), meaning as Meaning] as const)
  weighed.set(bits, made)
  return made
}

export function putBits(into: Draft, value: number | undefined, bits: Bits): void {
  if (value === undefined) return
  for (const [weight, meaning] of weighed.get(bits) ?? weightsOf(bits)) {
    const isSet = Math.floor(value / weight) % 2 === 1
    if (typeof meaning === 'string') put(into, meaning, isSet)
    else if (isSet) raise(into, meaning.alarm)
  }
}

/** Splits text into fixed columns; undefined if it is too short. */
export function columns(text: string, ...widths: readonly number[]): string[] | undefined {
  const cut: string[] = []
  let at = 0
  for (const width of widths) {
    cut.push(text.slice(at, at + width))
    at += width
  }
  return text.length >= at ? cut : undefined
}
