/** Reports: which a client has, and each as a page or as a file. */
import { heldModules } from '#billing/subscriptions/actions.ts'
import { readBrand, readCompany } from '#identity/company/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import type { StreamedJson } from '#kernel/api/route.ts'
import { forbidden, notFound, refuse } from '#kernel/errors.ts'
import { seconds } from '#kernel/time/clock.ts'
import { timeText } from '#kernel/time/habits.ts'
import { dateOf, spansOf } from '#kernel/time/zone.ts'
import { listFields } from '#tracking/vehicles/field-actions.ts'
import { listGeofences } from '../geofences/actions.ts'
import { closedBetween } from '../logbook/actions.ts'
import { chosenUnits, requireStretch, requireZone, statisticsDaysMax, stretchDaysMax } from '../trips/actions.ts'
import { csvPieces } from './files/csv.ts'
import { linesOf, type Report } from './files/lines.ts'
import { pdfPieces } from './files/pdf.ts'
import { wordsIn } from './files/words.ts'
import { xlsxPieces } from './files/xlsx.ts'
import { kindOf, kinds } from './kinds.ts'
import type { Column, FileFormat, Filter, Kind, Line, Question } from './report.ts'
import * as store from './store.ts'
import { isField, withFacts, withVehicles } from './vehicles.ts'

/** The header has no room for more units or months. */
const remarksMax = 12

/** Reports that read messages take seconds for a thousand of these. */
const unitDaysMax = 1_000

/** Those in the client's plan. */
export async function listKinds(call: ClientCall): Promise<Kind[]> {
  const held = await heldModules(call, call.account, call.apps)
  const fields = await listFields(call)
  return kinds.filter(({ module }) => held.includes(module)).map((kind) => withVehicles(kind, fields))
}

export async function openReport(call: ClientCall, question: Question): Promise<Report> {
  const plain = kindOf(question.kind) ?? refuse('INVALID_QUERY', 'kind must be a kind of report.', 'kind')
  if (!(await heldModules(call, call.account, call.apps)).includes(plain.module)) {
    forbidden(`Your plan doesn’t include the module ${plain.module}. Contact your provider.`)
  }
  const kind = withVehicles(plain, await listFields(call))
  requireZone(question.zone)
  requireStretch(question, kind.readsMessages ? stretchDaysMax : statisticsDaysMax)
  if (!kind.groupings.includes(question.grouping)) {
    refuse('INVALID_QUERY', `by must be one of ${kind.groupings.join(', ')} for this report.`, 'by')
  }
  requireColumns(kind, question)
  refuseFilters(kind, question)
  await requireGeofences(call, question.geofenceIds)
  const units = await withFacts(call, kind, question, await store.listUnits(call.db, await chosenUnits(call, question)))
  if (kind.readsMessages) {
    const days = spansOf(question.zone, 'day', question.from, question.to).length
    if (units.length * days > unitDaysMax) {
      const most = Math.max(1, Math.floor(unitDaysMax / days))
      refuse('INVALID_QUERY', `Choose at most ${most} units for this many days.`, 'unit_ids')
    }
  }
  const columns = chosenColumns(kind, question, units)
  return { call, kind, question, columns, units, unitsById: new Map(units.map((unit) => [unit.id, unit])) }
}

/** An own field that was deleted meanwhile is left out, so that saved reports continue. */
function requireColumns(kind: Kind, { columns: keys }: Question): void {
  const unknown = keys?.find((key) => !isField(key) && !kind.columns.some((column) => column.key === key))
  if (unknown !== undefined) {
    refuse('INVALID_QUERY', `columns must be some of ${kind.columns.map(({ key }) => key).join(', ')}.`, 'columns')
  }
}

/** In the order of the kind; the subject of a row always comes first. */
function chosenColumns(
  kind: Kind,
  { columns: keys, grouping }: Question,
  units: readonly store.ReportUnit[],
): readonly Column[] {
  if (keys) return kind.columns.filter(({ key }) => key === 'unit' || key === grouping || keys.includes(key))
  const hasPlates = units.some(({ facts }) => facts?.plate != null)
  return kind.columns.filter(({ key, isExtra }) => !isExtra && (key !== 'plate' || hasPlates))
}

function refuseFilters(kind: Kind, { geofenceIds, minSeconds, minMetres }: Question): void {
  const given: readonly [Filter, string, unknown][] = [
    ['geofences', 'geofence_ids', geofenceIds],
    ['min_duration', 'min_duration', minSeconds],
    ['min_distance', 'min_distance', minMetres],
  ]
  for (const [filter, field, value] of given) {
    if (value !== undefined && !kind.filters.includes(filter)) {
      refuse('INVALID_QUERY', `${field} cannot be used with this report.`, field)
    }
  }
}

async function requireGeofences(call: ClientCall, ids: readonly string[] | undefined): Promise<void> {
  if (ids === undefined) return
  const own = new Set((await listGeofences(call)).map(({ id }) => id))
  if (ids.some((id) => !own.has(id))) notFound('geofence')
}

/** A page of rows, the total of all, and the subtotals, from which a chart is drawn. */
export interface ReportPage {
  readonly report: Report
  readonly lines: readonly Line[]
  readonly subtotals: readonly Line[]
  readonly total: Line
  readonly nextOffset: number | null
}

/** A chart has no room for more. */
const subtotalsMax = 500

export async function readPage(
  call: ClientCall,
  question: Question,
  offset: number,
  limit: number,
): Promise<ReportPage> {
  const report = await openReport(call, question)
  const lines: Line[] = []
  const subtotals: Line[] = []
  const end = offset + limit
  let total: Line | undefined
  for await (const page of linesOf(report, { from: offset, to: end })) {
    for (const line of page) {
      if (line.level === 'total') total = line
      else if (line.index >= offset && line.index < end) lines.push(line)
      if (line.level === 'subtotal' && subtotals.length < subtotalsMax) subtotals.push(line)
    }
  }
  return { report, lines, subtotals, total: total!, nextOffset: end < total!.index ? end : null }
}

const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

export interface ReportFile extends Required<StreamedJson> {
  readonly report: Report
}

/** Written while it is read, and read as fast as `pace` passes the lines on. */
export async function reportFile(
  call: ClientCall,
  question: Question,
  format: FileFormat,
  pace = (lines: AsyncIterable<Line[]>) => lines,
): Promise<ReportFile> {
  const report = await openReport(call, question)
  const { kind, from, to, zone } = question
  const fileName = `${kind}-${dateOf(zone, from)}-${dateOf(zone, to - 1)}.${format}`
  const pieces = await piecesOf(report, pace(linesOf(report)), format)
  return { report, pieces, contentType: contentTypes[format], fileName }
}

/** A PDF logbook shows which of its months can no longer change, and who closed them. */
async function monthsOf({ call, units, question: { from, to, zone, lang, habits } }: Report): Promise<string[]> {
  const words = wordsIn(lang)
  const months = await closedBetween(
    call,
    units.map(({ id }) => id),
    { from, to },
  )
  if (months.length === 0) return [words.monthsOpen]
  const nameOf = new Map(units.map(({ id, name }) => [id, name]))
  return months.slice(0, remarksMax).map(({ unitId, month, closedAt, closedByName }) => {
    const closed = timeText(zone, seconds(closedAt), habits, lang, 'minutes')
    return words.monthClosed(nameOf.get(unitId) ?? String(unitId), month, closed, closedByName)
  })
}

async function piecesOf(
  report: Report,
  lines: AsyncIterable<Line[]>,
  format: FileFormat,
): Promise<AsyncIterable<string | Uint8Array>> {
  if (format === 'csv') return csvPieces(report, lines)
  if (format === 'xlsx') return xlsxPieces(report, lines)
  const { call } = report
  return pdfPieces(report, lines, {
    seller: (await readCompany(call)).name,
    brand: await readBrand(call),
    client: await store.findClientName(call.db, call.account),
    now: seconds(call.clock.now()),
    remarks: report.kind.name === 'logbook' && report.units.length <= remarksMax ? await monthsOf(report) : [],
  })
}
