import Type from 'typebox'
import { EnumOf, Nullable, Time } from '#kernel/api/fields.ts'
import type { Habits } from '#kernel/time/habits.ts'
import type { ReportPage } from './actions.ts'
import { measureOf } from './files/cells.ts'
import { kindNames } from './kinds.ts'
import {
  type Cell,
  type CellType,
  type Column,
  cellTypes,
  filters,
  groupings,
  type Kind,
  type Lang,
  type Line,
  totalRules,
} from './report.ts'

const ColumnShape = Type.Object(
  {
    key: Type.String({ example: 'distance' }),
    name: Type.String({ example: 'Distance', description: 'In the requested language.' }),
    type: Type.Unsafe<CellType>({
      ...EnumOf(cellTypes, 'Type of its cells. `duration` is in seconds; `distance` and `speed` are in `measure`.'),
      example: 'distance',
    }),
    measure: Nullable(Type.String({ example: 'km' })),
    total: EnumOf(totalRules, 'How subtotals and totals are computed.'),
    usual: Type.Boolean({ example: true, description: 'Whether it is shown when no columns are chosen.' }),
  },
  { title: 'ReportColumn' },
)

export const KindShape = Type.Object(
  {
    kind: EnumOf(kindNames),
    name: Type.String({ example: 'Trips' }),
    by: Type.Array(EnumOf(groupings), { description: 'How its rows can be grouped.' }),
    filters: Type.Array(EnumOf(filters)),
    columns: Type.Array(ColumnShape),
  },
  { title: 'ReportKind' },
)

const CellShape = Type.Unsafe<Cell>({
  anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }],
  example: 12.34,
})

const LineShape = Type.Object(
  {
    level: EnumOf(['row', 'subtotal', 'total'] as const),
    group: Nullable(Type.String({ example: '2026-09-21', description: 'The unit’s id, or the first day.' })),
    label: Type.String({ example: '2026-09-21', description: 'The name of the group.' }),
    rows: Type.Integer({ example: 1, description: 'How many rows it sums up.' }),
    cells: Type.Array(CellShape, { description: 'One for each column. Times are unix seconds.' }),
  },
  { title: 'ReportLine' },
)

export const PageShape = Type.Object(
  {
    kind: EnumOf(kindNames),
    name: Type.String({ example: 'Trips' }),
    from: Time,
    to: Time,
    tz: Type.String({ example: 'Europe/Berlin' }),
    by: EnumOf(groupings),
    units: Type.Integer({ example: 3, description: 'How many units the report covers.' }),
    columns: Type.Array(ColumnShape),
    lines: Type.Array(LineShape, { description: 'Rows, and a subtotal after each group.' }),
    subtotals: Type.Array(LineShape, { description: 'Of all groups, at most 500, for charts.' }),
    total: LineShape,
    next_offset: Nullable(Type.Integer({ example: 200, description: 'Where the next page begins; null: the end.' })),
  },
  { title: 'ReportPage' },
)

const columnToWire = (column: Column, lang: Lang, habits: Habits) => ({
  ...column,
  name: column.name[lang],
  measure: measureOf(column, habits),
  usual: !column.isExtra,
})

export const kindToWire = (kind: Kind, lang: Lang, habits: Habits) => ({
  kind: kind.name,
  name: kind.title[lang],
  by: kind.groupings,
  filters: kind.filters,
  columns: kind.columns.map((column) => columnToWire(column, lang, habits)),
})

const lineToWire = ({ level, group, label, rows, cells }: Line) => ({ level, group, label, rows, cells })

export function pageToWire({ report, lines, subtotals, total, nextOffset }: ReportPage) {
  const { kind, question, columns, units } = report
  return {
    ...{ kind: kind.name, name: kind.title[question.lang], from: question.from, to: question.to },
    ...{ tz: question.zone, by: question.grouping, units: units.length },
    columns: columns.map((column) => columnToWire(column, question.lang, question.habits)),
    lines: lines.map(lineToWire),
    subtotals: subtotals.map(lineToWire),
    total: lineToWire(total),
    next_offset: nextOffset,
  }
}
