/** A report: a kind with columns, a question about a period, and lines of cells. Pure. */
import type { Habits } from '#kernel/time/habits.ts'
import type { LastingSpot } from '../addresses/actions.ts'

export const cellTypes = [
  ...(['text', 'place', 'time', 'date', 'duration', 'distance', 'speed', 'count', 'number'] as const),
] as const
export type CellType = (typeof cellTypes)[number]

/** How cells of a column become one: `speed` is distance divided by moving time, because a mean of means is wrong. */
export const totalRules = ['none', 'sum', 'max', 'speed', 'consumption'] as const
export type TotalRule = (typeof totalRules)[number]

export interface Column {
  readonly key: string
  readonly type: CellType
  readonly total: TotalRule
  readonly name: { readonly en: string; readonly de: string }
  /** For plain numbers, if the type does not determine it. */
  readonly measure?: string
  /** Only if it is chosen. */
  readonly isExtra?: boolean
}

export const groupings = ['none', 'unit', 'driver', 'day', 'week'] as const
export type Grouping = (typeof groupings)[number]

export const filters = ['geofences', 'min_duration', 'min_distance'] as const
export type Filter = (typeof filters)[number]

export interface Kind {
  readonly name: string
  /** The module of a plan that it needs. */
  readonly module: string
  readonly title: { readonly en: string; readonly de: string }
  readonly groupings: readonly Grouping[]
  readonly filters: readonly Filter[]
  readonly columns: readonly Column[]
  /** It reads messages instead of computed results: fewer units and days at a time. */
  readonly readsMessages?: boolean
}

export const formats = ['json', 'csv', 'xlsx', 'pdf'] as const
type Format = (typeof formats)[number]
export type FileFormat = Exclude<Format, 'json'>

export type Lang = 'en' | 'de'

export interface Question {
  readonly kind: string
  readonly from: number
  readonly to: number
  readonly zone: string
  readonly lang: Lang
  /** Those of the person who reads it, or saved it. */
  readonly habits: Habits
  readonly grouping: Grouping
  /** Undefined: all of the kind. */
  readonly columns: readonly string[] | undefined
  readonly unitIds: readonly number[] | undefined
  readonly groupId: string | undefined
  readonly geofenceIds: readonly string[] | undefined
  readonly minSeconds: number | undefined
  readonly minMetres: number | undefined
}

/** Before it is rounded: distances in km, durations and times in seconds. */
export type Raw = string | number | null
export type Cell = string | number | null

/** A row of a source. It belongs to the group in which it begins. */
export interface Draft {
  readonly unitId: number
  /** For kinds that can be grouped by driver; null: unknown. */
  readonly driverId?: string | null
  readonly values: Readonly<Record<string, Raw>>
  /** Columns of places, named later and only for rows that are returned. */
  readonly places?: Readonly<Record<string, LastingSpot | null>>
}

export interface Line {
  /** Its position among all lines; the total's is the number of lines before it. */
  readonly index: number
  readonly level: 'row' | 'subtotal' | 'total'
  /** The unit's or driver's id, or the first day; null without grouping, and in the total. */
  readonly group: string | null
  /** The name of the group. */
  readonly label: string
  /** The number of rows in it. */
  readonly rows: number
  readonly cells: readonly Cell[]
}
