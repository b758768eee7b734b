/** Protocol settings as fields of a form, and back. Pure. */
import type { ProtocolSettings, UnitProtocolSettings } from '../../api/generated.ts'
import { protocolSettings as texts } from '../../shared/texts/console-protocol.ts'

export type SettingName = keyof typeof texts.names
type Known = UnitProtocolSettings['known'][number]
type Values = Readonly<Record<string, unknown>>

/** Chosen: the protocol's default, although the model has another value. */
const usual = 'null'

/** All time zones: half hours, and three that are not. */
const offsets = [
  ...Array.from({ length: 57 }, (_, index) => index * 30 - 840).filter((minutes) => minutes >= -720),
  ...[345, 525, 765],
].toSorted((a, b) => a - b)

const two = (number: number) => String(number).padStart(2, '0')

export function zoneName(minutes: number): string {
  const size = Math.abs(minutes)
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

export const valueName = (name: string, value: unknown): string => {
  if (name === 'utc_offset_minutes') return zoneName(Number(value))
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  return texts.values[String(value)] ?? String(value)
}

/** The options; undefined: a text field. */
export function optionsOf({ name, kind, choices }: Known, model: Values) {
  if (kind === 'text') return undefined
  const values = kind === 'flag' ? ['true', 'false'] : kind === 'choice' ? (choices ?? []) : offsets.map(String)
  const typed = (value: string) => (kind === 'flag' ? value === 'true' : value)
  return [
    ...(model[name] === undefined ? [] : [{ value: usual, label: texts.usual }]),
    ...values.map((value) => ({ value, label: valueName(name, typed(value)) })),
  ]
}

export const inheritedName = (name: string, model: Values): string =>
  model[name] === undefined ? texts.usual : texts.ofModel(valueName(name, model[name]))

export const toFields = (known: readonly Known[], own: Values): Record<string, string> =>
  Object.fromEntries(known.map(({ name }) => [name, own[name] === undefined ? '' : String(own[name])]))

export function toSettings(known: readonly Known[], fields: Readonly<Record<string, string>>): ProtocolSettings {
  const typed = (kind: string, value: string) =>
    value === usual ? null : kind === 'flag' ? value === 'true' : kind === 'number' ? Number(value) : value
  return Object.fromEntries(
    known.flatMap(({ name, kind }) => {
      const value = fields[name]?.trim() ?? ''
      return value === '' ? [] : [[name, typed(kind, value)]]
    }),
  )
}
