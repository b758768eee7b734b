/** A sensor while it is edited: the values of its fields, its problems, and what is sent. Pure. */
import type { BodyOf } from '../../api/call.ts'
import type { ClientUnitSensor } from '../../api/generated.ts'
import type { Faults } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'

const words = texts.sensors

export type Sensor = ClientUnitSensor
export type SensorBody = BodyOf<'postClientUnitsByIdSensors'>
type Settings = Omit<Sensor, 'id' | 'unit_id' | 'value' | 'at' | 'recomputing' | 'created_at' | 'updated_at'>

export interface Draft {
  readonly name: string
  readonly kind: string
  readonly measure: string
  readonly formula: string
  /** One pair per line. */
  readonly calibration: string
  readonly outside: string
  readonly smoothing: string
  readonly smoothing_count: string
  readonly min: string
  readonly max: string
  readonly decimals: string
}

export const newDraft: Draft = {
  ...{ name: '', kind: 'number', measure: '', formula: '', calibration: '', outside: 'clamp' },
  ...{ smoothing: 'none', smoothing_count: '5', min: '', max: '', decimals: '1' },
}

export type Pair = readonly [input: number, value: number]

export const pairsText = (pairs: readonly (readonly number[])[]): string =>
  pairs.map(([input, value]) => `${input}; ${value}`).join('\n')

export const draftOf = (sensor: Settings): Draft => ({
  ...{ name: sensor.name, kind: sensor.kind, measure: sensor.measure, formula: sensor.formula },
  calibration: pairsText(sensor.calibration as readonly Pair[]),
  ...{ outside: sensor.outside, smoothing: sensor.smoothing, smoothing_count: String(sensor.smoothing_count) },
  ...{ min: sensor.min?.toString() ?? '', max: sensor.max?.toString() ?? '', decimals: String(sensor.decimals) },
})

const numberIn = (text: string): number | undefined =>
  /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d{1,2})?$/i.test(text.trim())
    ? Number(text.trim().replace(',', '.'))
    : undefined

/** Two numbers with a space between them, as they are typed. Decimal commas are inside them. */
const isSpaced = (line: string): boolean => /^\s*(\S*[^\s,]\s+[^\s,]\S*\s*)?$/.test(line)

/** As pasted or typed: cells separated by tab, semicolon, comma or space; a first line of names is skipped. */
export function pairsOf(text: string): { readonly pairs: readonly Pair[]; readonly fault: string | undefined } {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const separator = ['\t', ';'].find((one) => text.includes(one)) ?? (lines.every(isSpaced) ? /\s+/ : ',')
  const pairs: Pair[] = []
  let isFirst = true
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [input, value, ...more] = line
      .trim()
      .split(separator)
      .map((cell) => numberIn(cell.trim().replace(/^"(.*)"$/, '$1')))
    const isHead = isFirst && input === undefined && value === undefined
    isFirst = false
    if (isHead) continue
    if (input === undefined || value === undefined || more.length > 0)
      return { pairs: [], fault: words.badLine(index + 1) }
    pairs.push([input, value])
  }
  return { pairs: pairs.toSorted(([one], [other]) => one - other), fault: undefined }
}

const boundOf = (text: string): number | null => (text.trim() === '' ? null : (numberIn(text) ?? null))

export const bodyOf = (draft: Draft): SensorBody => ({
  name: draft.name.trim(),
  kind: draft.kind as NonNullable<SensorBody['kind']>,
  measure: draft.measure.trim(),
  formula: draft.formula.trim(),
  calibration: pairsOf(draft.calibration).pairs.map((pair) => [...pair]),
  outside: draft.outside as NonNullable<SensorBody['outside']>,
  smoothing: draft.smoothing as NonNullable<SensorBody['smoothing']>,
  smoothing_count: Number(draft.smoothing_count) || 5,
  min: boundOf(draft.min),
  max: boundOf(draft.max),
  decimals: Number(draft.decimals) || 0,
})

export function faultsOf(draft: Draft): Faults<Draft> {
  const isNumber = (text: string) => text.trim() === '' || numberIn(text) !== undefined
  const [min, max] = [boundOf(draft.min), boundOf(draft.max)]
  const isFuel = draft.kind === 'fuel' && !['l', '%'].includes(draft.measure.trim())
  return {
    calibration: pairsOf(draft.calibration).fault,
    ...(!isNumber(draft.min) && { min: words.badNumber }),
    ...(!isNumber(draft.max) && { max: words.badNumber }),
    ...(min !== null && max !== null && min >= max && { max: words.wrongRange }),
    ...(isFuel && { measure: words.fuelMeasure }),
  }
}
