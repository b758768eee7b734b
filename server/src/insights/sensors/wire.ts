import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, Time, timeInput, visibleLine } from '#kernel/api/fields.ts'
import { NumberId } from '#kernel/api/route.ts'
import { PieceShape, piecesMax } from '../projections/pieces.ts'
import { existings, type Preview } from './actions.ts'
import { outsides, type Pair, pairsMax } from './calibration.ts'
import { formulaLimits } from './formula/formula-tokens.ts'
import { rounded, type SensorSettings, sensorKinds, sensorLimits, smoothings } from './sensor.ts'
import type { ReadSensor } from './store.ts'
import type { SensorTemplate } from './templates/template.ts'

const numberMax = 1e15
const Quantity = (example: number, description: string) =>
  Nullable(Type.Number({ minimum: -numberMax, maximum: numberMax, example, description }))

const pairsExample = [
  [0, 0],
  [512, 41],
  [1023, 80],
]
const Pairs = Type.Unsafe<readonly Pair[]>({
  type: 'array',
  maxItems: pairsMax,
  items: {
    type: 'array',
    minItems: 2,
    maxItems: 2,
    items: { type: 'number', minimum: -numberMax, maximum: numberMax },
  },
  example: pairsExample,
  description:
    'Pairs of the formula’s result and the measured value, with straight lines between them. Empty: the formula’s result is the value.',
})

const Kind = EnumOf(
  sensorKinds,
  '`fuel`: the level of a tank, from which fillings, drains and consumption are computed.',
)
const Outside = EnumOf(
  outsides,
  'Below the first and above the last pair: `clamp` gives the value of the nearest pair, `extend` continues the line of ' +
    'the two nearest pairs.',
)
const SmoothingShape = EnumOf(smoothings, 'How the latest values become one: their median or their average.')
const Measure = Type.String({
  maxLength: sensorLimits.measureMax,
  example: 'l',
  description: 'Unit of measure. A fuel level needs `l` or `%`.',
})
const Formula = Type.String({
  minLength: 1,
  maxLength: formulaLimits.length,
  example: 'ain.1 * 100',
  description:
    'A parameter, or a formula over parameters of one moment: numbers, names of parameters (other characters in brackets, ' +
    'as in `[my param]`), `+ - * / % ^`, comparisons, `and`, `or`, `not`, `a ?? b` (b where a is unknown), and functions ' +
    'such as `if(a > 5, a, 0)`, `min`, `max`, `round`, `bit`, `known`.',
})
const SmoothingCount = Type.Integer({ minimum: 2, maximum: sensorLimits.smoothingMax, example: 5 })
const Decimals = Type.Integer({ minimum: 0, maximum: sensorLimits.decimalsMax, example: 1 })
const Name = visibleLine(1, 60, { example: 'Fuel tank' })

const optional = {
  kind: Type.Optional(Kind),
  measure: Type.Optional(Measure),
  calibration: Type.Optional(Pairs),
  outside: Type.Optional(Outside),
  smoothing: Type.Optional(SmoothingShape),
  smoothing_count: Type.Optional(SmoothingCount),
  min: Type.Optional(Quantity(0, 'Lower values are dropped.')),
  max: Type.Optional(Quantity(80, 'Higher values are dropped.')),
  decimals: Type.Optional(Decimals),
}
const HwId = Nullable(Type.Integer({ example: 101, description: 'The model that it is for; null: any.' }))

export const NewSensorBody = exact({ name: Name, formula: Formula, ...optional })
export const SensorChangeBody = exact({ name: Type.Optional(Name), formula: Type.Optional(Formula), ...optional })
export const NewTemplateBody = exact({ ...NewSensorBody.properties, hw_id: Type.Optional(HwId) })
export const TemplateChangeBody = exact({ ...SensorChangeBody.properties, hw_id: Type.Optional(HwId) })
export const PreviewBody = exact({
  ...NewSensorBody.properties,
  from: timeInput('Start, in unix seconds.'),
  to: timeInput('End, in unix seconds; at most 2 days later.'),
})
export const CalibrationBody = exact({
  csv: Type.String({
    maxLength: 20_000,
    example: 'input,value\r\n0,0\r\n1023,80\r\n',
    description: 'Two columns, separated by comma, semicolon or tab. A first line without numbers is skipped.',
  }),
})
export const CopyBody = exact({
  unit_ids: Type.Array(NumberId, { minItems: 1, maxItems: sensorLimits.copiesMax }),
  existing: Type.Optional(
    EnumOf(existings, 'What happens to a sensor of the same name that a unit already has. Default: `replace`.'),
  ),
})

/** A caller's input, in our terms; absent fields stay absent. */
export const settingsIn = (body: Static<typeof SensorChangeBody>): Partial<SensorSettings> => ({
  ...(body.name !== undefined && { name: body.name.trim() }),
  ...(body.formula !== undefined && { formula: body.formula.trim() }),
  ...(body.kind !== undefined && { kind: body.kind }),
  ...(body.measure !== undefined && { measure: body.measure.trim() }),
  ...(body.calibration !== undefined && { pairs: body.calibration }),
  ...(body.outside !== undefined && { outside: body.outside }),
  ...(body.smoothing !== undefined && { smoothing: body.smoothing }),
  ...(body.smoothing_count !== undefined && { smoothingCount: body.smoothing_count }),
  ...(body.min !== undefined && { min: body.min }),
  ...(body.max !== undefined && { max: body.max }),
  ...(body.decimals !== undefined && { decimals: body.decimals }),
})

export const newSettingsIn = (body: Static<typeof NewSensorBody>) => ({
  ...settingsIn(body),
  name: body.name.trim(),
  formula: body.formula.trim(),
})

const settingFields = {
  name: Name,
  kind: Kind,
  measure: Measure,
  formula: Formula,
  calibration: Pairs,
  outside: Outside,
  smoothing: SmoothingShape,
  smoothing_count: SmoothingCount,
  min: Quantity(0, 'Lower values are dropped.'),
  max: Quantity(80, 'Higher values are dropped.'),
  decimals: Decimals,
}

export const SensorShape = Type.Object(
  {
    id: Type.String(),
    unit_id: Type.Integer(),
    ...settingFields,
    value: Nullable(Type.Number({ example: 54.5, description: 'What it measured last.' })),
    at: Nullable(Type.Number({ example: 1790000000, description: 'When, by the tracker’s clock, in unix seconds.' })),
    recomputing: Type.Boolean({
      example: false,
      description: 'True while its history is being computed, after it was created or changed.',
    }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'UnitSensor' },
)

export const TemplateShape = Type.Object(
  { id: Type.String(), hw_id: HwId, ...settingFields, created_at: Time, updated_at: Time },
  { title: 'SensorTemplate' },
)

const settingsToWire = ({ smoothingCount, pairs, ...settings }: SensorSettings) => ({
  ...settings,
  smoothing_count: smoothingCount,
  calibration: pairs,
})

export const toWire = ({ last, lastAt, isRecomputing, ...sensor }: ReadSensor) => ({
  ...sensor,
  ...settingsToWire(sensor),
  value: last === null ? null : rounded(last, sensor.decimals),
  at: lastAt,
  recomputing: isRecomputing,
})

export const templateToWire = ({ settings, ...template }: SensorTemplate) => ({
  ...template,
  ...settingsToWire(settings),
})

const series = (description: string) =>
  Type.Array(Type.Array(Type.Number()), {
    example: [
      [1790000000, 54],
      [1790001800, 51.5],
    ],
    description,
  })

export const ValuesShape = Type.Object(
  {
    values: series('Pairs of time and value. Peaks and valleys are kept.'),
    parts: Type.Array(PieceShape, {
      description: `At most ${piecesMax} parts of equal length, each with its lowest, highest and average value. Parts without a value are left out.`,
    }),
  },
  { title: 'SensorValues' },
)

export const PreviewShape = Type.Object(
  {
    inputs: series('Pairs of time and what the formula says.'),
    values: series('Pairs of time and value, after calibration, range and smoothing.'),
    messages: Type.Integer({ example: 1440, description: 'Moments with messages.' }),
    known: Type.Integer({ example: 1432, description: 'Of these, those that have every parameter of the formula.' }),
    kept: Type.Integer({ example: 1430, description: 'Of these, those whose value is within the range.' }),
  },
  { title: 'SensorPreview' },
)

export const previewToWire = ({ moments, ...preview }: Preview) => ({ ...preview, messages: moments })

export const CopiedShape = Type.Object(
  {
    created: like(Type.Integer({ description: 'Units that got the sensor.' }), 12),
    replaced: like(Type.Integer({ description: 'Units whose sensor of this name was replaced.' }), 1),
    kept: like(Type.Integer({ description: 'Units whose sensor of this name was kept.' }), 0),
  },
  { title: 'SensorCopies' },
)
