/**
 * One stream of lines for all formats of a report: rows in groups, each with a subtotal, and the total. Read a few
 * units at a time, so a report of any length takes the same memory.
 */
import { dateText, firstWeekday } from '#kernel/time/habits.ts'
import { spansOf } from '#kernel/time/zone.ts'
import { withNames } from '../../addresses/actions.ts'
import { placeText } from '../../addresses/text.ts'
import { drivenBy, listDriverNames } from '../../drivers/claims.ts'
import { closedDrivers } from '../../logbook/actions.ts'
import { lastEnd, type Stretch } from '../../trips/actions.ts'
import type { Cell, Column, Draft, Kind, Line, Question } from '../report.ts'
import { type Asked, sources } from '../sources.ts'
import type { ReportUnit } from '../store.ts'
import { cellOf, Totals } from './cells.ts'
import { wordsIn } from './words.ts'

export interface Report extends Asked {
  readonly kind: Kind
  readonly columns: readonly Column[]
  readonly units: readonly ReportUnit[]
}

/** Rows outside are counted and added up, but not returned: their places need no names. */
export interface Window {
  readonly from: number
  readonly to: number
}

const everything: Window = { from: 0, to: Number.POSITIVE_INFINITY }
const unitsPerPageMax = 25
const unitDaysPerPage = 200
const daySeconds = 86_400
/** What a source finds at once may be a year of many units. Cells, names and texts are made of a part at a time. */
const rowsPerPage = 500

interface Group {
  readonly key: string
  readonly label: string
  readonly totals: Totals
}

/** A row whose places have no names yet. */
interface Pending {
  readonly draft: Draft
  readonly cells: ReadonlyMap<string, Cell>
  readonly index: number
  readonly group: Group | undefined
}

export async function* linesOf(report: Report, window: Window = everything): AsyncGenerator<Line[]> {
  const { kind, columns } = report
  const total = new Totals(kind.columns, report.question.habits)
  let group: Group | undefined
  let next = 0
  const closed = (): Line[] => {
    const done = group
    group = undefined
    return done ? [summedUp('subtotal', next++, done, done.totals, columns)] : []
  }
  for await (const { drafts, part } of pagesOf(report)) {
    const rows = drafts.map((draft) => ({ draft, cells: cellsOf(report, draft) }))
    const shown: (Line | Pending)[] = []
    for (const row of rows) {
      const at = groupOf(report, row.draft.unitId, part)
      if (group && group.key !== at?.key) shown.push(...closed())
      if (at) group ??= { ...at, totals: new Totals(kind.columns, report.question.habits) }
      group?.totals.add(row.cells)
      total.add(row.cells)
      const index = next++
      if (index >= window.from && index < window.to) shown.push({ ...row, index, group })
    }
    const named = await placesOf(
      report,
      shown.flatMap((one) => ('draft' in one ? [one.draft] : [])),
    )
    const lines = shown.map((one): Line => {
      if (!('draft' in one)) return one
      const { draft, cells, index } = one
      const places = named.get(draft)
      const written = columns.map(({ key }) => places?.get(key) ?? cells.get(key) ?? null)
      const { key = null, label = '' } = one.group ?? {}
      return { level: 'row', index, group: key, label, rows: 1, cells: written }
    })
    if (lines.length > 0) yield lines
  }
  const last = closed()
  yield [...last, summedUp('total', next, { key: null, label: '' }, total, columns)]
}

function summedUp(
  level: 'subtotal' | 'total',
  index: number,
  { key, label }: { readonly key: string | null; readonly label: string },
  totals: Totals,
  columns: readonly Column[],
): Line {
  return { level, index, group: key, label, rows: totals.rows, cells: columns.map((column) => totals.of(column)) }
}

interface DraftPage {
  readonly drafts: readonly Draft[]
  readonly part: Part
}

/** A group that is read separately: a day, a week or a driver. */
interface Part extends Stretch {
  readonly group: { readonly key: string; readonly label: string } | undefined
  readonly unitIds: readonly number[]
  /** Undefined: trips of all drivers. */
  readonly driverId?: string | null
}

async function partsOf({ kind, question, units, call }: Report): Promise<readonly Part[]> {
  const { from, to, grouping, zone, lang, habits } = question
  const unitIds = units.map(({ id }) => id)
  if (grouping === 'driver') {
    // Closed months name drivers as they were then.
    const closed = kind.name === 'logbook' ? await closedDrivers(call, unitIds, { from, to }) : []
    const kept = Map.groupBy(closed, ({ driverId }) => driverId)
    const drivers = new Map((await listDriverNames(call)).map(({ id, name }) => [id, name]))
    for (const { driverId: id, driverName } of closed) if (!drivers.has(id)) drivers.set(id, driverName ?? '')
    const end = await lastEnd(call, unitIds, to)
    const parts: Part[] = []
    for (const [id, name] of drivers) {
      const driven = await drivenBy(call, id, from, end)
      const closedUnits = new Set(kept.get(id)?.map(({ unitId }) => unitId))
      const own = unitIds.filter((unitId) => driven.has(unitId) || closedUnits.has(unitId))
      parts.push({ from, to, group: { key: id, label: name }, unitIds: own, driverId: id })
    }
    const nobody = { key: '', label: wordsIn(lang).noDriver }
    return [...parts, { from, to, group: nobody, unitIds, driverId: null }]
  }
  if (grouping !== 'day' && grouping !== 'week') return [{ from, to, group: undefined, unitIds }]
  return spansOf(zone, grouping, from, to, firstWeekday(habits)).map((span) => {
    const date = dateText(span.date, habits, lang)
    const label = grouping === 'week' ? wordsIn(lang).weekOf(date) : date
    const inside = { from: Math.max(span.from, from), to: Math.min(span.to, to) }
    return { ...inside, group: { key: span.date, label }, unitIds }
  })
}

/** Fewer units at once for a long time: they have more rows. */
const unitsPerPageOf = ({ from, to }: Stretch): number =>
  Math.min(unitsPerPageMax, Math.max(1, Math.floor((unitDaysPerPage * daySeconds) / (to - from))))

async function* pagesOf(report: Report): AsyncGenerator<DraftPage> {
  const { kind, question } = report
  const source = sources[kind.name]!
  for (const part of await partsOf(report)) {
    const { unitIds: ids, driverId } = part
    const unitsPerPage = unitsPerPageOf(part)
    for (let at = 0; at < ids.length; at += unitsPerPage) {
      for await (const drafts of source(report, ids.slice(at, at + unitsPerPage), part)) {
        const kept = drafts.filter(
          (draft) => isWanted(draft, question) && (driverId === undefined || draft.driverId === driverId),
        )
        for (let row = 0; row < kept.length; row += rowsPerPage)
          yield { drafts: kept.slice(row, row + rowsPerPage), part }
      }
    }
  }
}

const isWanted = ({ values }: Draft, { minSeconds, minMetres }: Question): boolean =>
  (minSeconds === undefined || Number(values.duration ?? 0) >= minSeconds) &&
  (minMetres === undefined || Number(values.distance ?? 0) * 1000 >= minMetres)

function groupOf({ question: { grouping }, unitsById }: Report, unitId: number, { group }: Part): Part['group'] {
  if (grouping === 'unit') return { key: String(unitId), label: unitsById.get(unitId)?.name ?? String(unitId) }
  return group
}

/** Of all columns, including hidden ones: a total may depend on them. */
function cellsOf({ kind, unitsById, question }: Report, { unitId, values }: Draft): ReadonlyMap<string, Cell> {
  const unit = unitsById.get(unitId)
  const cells = new Map<string, Cell>([['unit', unit?.name ?? String(unitId)]])
  for (const column of kind.columns) {
    if (column.key !== 'unit' && column.type !== 'place')
      cells.set(column.key, cellOf(column, values[column.key] ?? unit?.facts?.[column.key], question.habits))
  }
  return cells
}

async function placesOf(
  { call, columns, question }: Report,
  drafts: readonly Draft[],
): Promise<Map<Draft, Map<string, string>>> {
  const keys = columns.filter(({ type }) => type === 'place').map(({ key }) => key)
  if (keys.length === 0 || drafts.length === 0) return new Map()
  const named = await withNames(
    call,
    drafts.map((draft) => ({ draft })),
    ({ draft }) => keys.map((key) => draft.places?.[key] ?? null),
  )
  return new Map(
    named.map(({ draft, names }) => [
      draft,
      new Map(keys.map((key, index) => [key, placeText(names[index], question.lang)])),
    ]),
  )
}
