/** A sensor of a unit: a formula over its parameters, calibrated, kept within a range, smoothed, with a name. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'
import { type Calibration, inOrder, pairProblems } from './calibration.ts'
import { compile, type Formula } from './formula/formula.ts'
import { FormulaError } from './formula/formula-error.ts'

/** `fuel` is the level of a tank: fillings, drains and consumption are computed from it. */
export const sensorKinds = ['number', 'fuel'] as const
type SensorKind = (typeof sensorKinds)[number]

export const smoothings = ['none', 'median', 'average'] as const
type Smoothing = (typeof smoothings)[number]

export interface SensorSettings extends Calibration {
  readonly name: string
  readonly kind: SensorKind
  /** Unit of measure, such as `°C`; of fuel `l` or `%`. */
  readonly measure: string
  readonly formula: string
  readonly smoothing: Smoothing
  /** How many of the latest values are smoothed. */
  readonly smoothingCount: number
  /** Values outside are dropped. */
  readonly min: number | null
  readonly max: number | null
  readonly decimals: number
}

export interface Sensor extends SensorSettings {
  readonly id: string
  readonly unitId: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const sensorLimits = {
  /** Per unit. Each costs a formula for every message. */
  sensorsMax: 30,
  smoothingMax: 25,
  decimalsMax: 6,
  measureMax: 16,
  /** Templates of an account. */
  templatesMax: 200,
  /** Units that a sensor is copied to at once. */
  copiesMax: 500,
} as const

export const defaults: Omit<SensorSettings, 'name' | 'formula'> = {
  ...{ kind: 'number', measure: '', pairs: [], outside: 'clamp', smoothing: 'none', smoothingCount: 5 },
  ...{ min: null, max: null, decimals: 1 },
}

export const tidied = <S extends Partial<SensorSettings>>(settings: S): S =>
  settings.pairs ? { ...settings, pairs: inOrder(settings.pairs) } : settings

function formulaProblems(formula: string): Problem[] {
  try {
    compile(formula)
    return []
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    return [invalidField('formula', `In the formula at character ${error.at + 1}: ${error.message}.`)]
  }
}

export function settingsProblems({ formula, pairs, min, max, kind, measure }: SensorSettings): Problem[] {
  const isRange = min === null || max === null || min < max
  const isFuel = kind !== 'fuel' || measure === 'l' || measure === '%'
  return [
    ...formulaProblems(formula),
    ...pairProblems(pairs),
    ...(isRange ? [] : [invalidField('min', 'min must be less than max.')]),
    ...(isFuel ? [] : [invalidField('measure', 'A fuel level is measured in l or %.')]),
  ]
}

export interface CompiledSensor {
  readonly sensor: Sensor
  readonly formula: Formula
}

export const compiled = (sensor: Sensor): CompiledSensor => ({ sensor, formula: compile(sensor.formula) })

export const rounded = (value: number, decimals: number): number => {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

const settingNames = [
  ...(['name', 'kind', 'measure', 'formula', 'pairs', 'outside', 'smoothing', 'smoothingCount'] as const),
  ...(['min', 'max', 'decimals'] as const),
]

export const settingsOf = (of: SensorSettings): SensorSettings =>
  Object.fromEntries(settingNames.map((name) => [name, of[name]])) as unknown as SensorSettings
