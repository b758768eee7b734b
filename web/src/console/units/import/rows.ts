/** From the cells of a spreadsheet to the rows of the API: the meaning of columns, and what is still missing. Pure. */
import type { ImportedUnits } from '../../../api/generated.ts'
import { words } from '../../../shared/texts/console.ts'
import { cellValue, type OwnField } from '../../../shared/units/own-field.ts'

const texts = words.units.import

const fields = ['name', 'ident', 'model', 'client', 'description', 'paid_until', 'settings'] as const
type ImportField = (typeof fields)[number]
/** A field that the dealer defines. */
type OwnKey = `field:${string}`
export type ColumnName = ImportField | OwnKey
/** Which column has which meaning; -1: none. */
export type Mapping = Readonly<Record<ImportField, number>> & Readonly<Record<OwnKey, number>>
type Cells = Readonly<Record<ImportField, string>> & Readonly<Record<OwnKey, string>>

const keyOf = ({ id }: OwnField): OwnKey => `field:${id}`

/** All columns of a row, with their labels. */
export const namedColumns = (own: readonly OwnField[]): readonly (readonly [ColumnName, string])[] => [
  ...fields.map((field) => [field, texts.fields[field]] as const),
  ...own.map((field) => [keyOf(field), field.name] as const),
]

/** Words in column names, the most certain first. */
const hints: Readonly<Record<ImportField, readonly RegExp[]>> = {
  ident: [/\bimei\b/, /\b(ident|kennung)/, /\b(device|unit|tracker) ?id\b/, /\b(serial|serien|unique)/, /\bid\b/],
  model: [/\bmodell?\b/, /\bhardware\b/, /\b(device|tracker) ?type\b/, /\btype\b/, /\bdevice\b/],
  client: [/\b(client|kunde)\b/, /\bcustomer\b/, /\baccount\b/, /\b(company|firma)\b/, /\bowner\b/],
  paid_until: [/\bpaid (until|till|to)\b/, /\b(valid|license|licence) (until|till|to)\b/, /\b(expir|bezahlt bis)/],
  description: [/\b(description|beschreibung)\b/, /\b(note|comment|remark|notiz|bemerkung)/],
  settings: [/\bprotocol settings?\b/, /\bprotokolleinstellungen\b/],
  name: [/^name$/, /\bname\b/, /\b(vehicle|unit|label|title|plate|registration|fahrzeug|einheit|kennzeichen)\b/],
}

export function guessMapping(head: readonly string[], own: readonly OwnField[] = []): Mapping {
  const names = head.map((name) =>
    name
      .toLowerCase()
      .replaceAll(/[_\W]+/g, ' ')
      .trim(),
  )
  const taken = new Set<number>()
  const ownColumns = own.map((field) => {
    const found = head.findIndex(
      (name, index) => !taken.has(index) && name.trim().toLowerCase() === field.name.toLowerCase(),
    )
    if (found !== -1) taken.add(found)
    return [keyOf(field), found] as const
  })
  const guess = (field: ImportField): number => {
    for (const hint of hints[field]) {
      const found = names.findIndex((name, index) => !taken.has(index) && hint.test(name))
      if (found !== -1) {
        taken.add(found)
        return found
      }
    }
    return -1
  }
  // In this order: "device name" is a name only after "device id" was an ident.
  const found = Object.fromEntries(
    (['paid_until', 'settings', 'ident', 'model', 'client', 'description', 'name'] as const).map((field) => [
      field,
      guess(field),
    ]),
  )
  return { ...found, ...Object.fromEntries(ownColumns) } as unknown as Mapping
}

export interface Row {
  /** As the spreadsheet counts: the column names are row 1. */
  readonly number: number
  readonly cells: Cells
  /** Why it was refused; undefined: not checked, or valid. */
  readonly faults?: readonly Fault[] | undefined
  readonly isGood?: boolean
}

export interface Fault {
  readonly message: string
  readonly field?: string | undefined
}

export const toRows = (table: readonly (readonly string[])[], mapping: Mapping): readonly Row[] =>
  table.flatMap((line, index): Row[] => {
    if (index === 0 || line.every((cell) => cell.trim() === '')) return []
    const cells = Object.fromEntries(
      Object.entries(mapping).map(([name, column]) => [name, (line[column] ?? '').trim()]),
    )
    return [{ number: index + 1, cells: cells as unknown as Cells }]
  })

export interface Client {
  readonly id: number
  readonly apps: readonly string[]
}

export interface ForAll {
  readonly client: Client | undefined
  /** One of the client's applications; its first by default. */
  readonly app: string
  readonly hwId: number | null
}

/** The matches for a name in a cell; if there are several, it is ambiguous. */
export type FoundClient = Client | 'none' | 'several'

export type Judged = { readonly body: object } | { readonly faults: readonly Fault[] }

/** As people and spreadsheets write dates; two numbers that could both be the month are not guessed. */
export function dayOf(text: string): string | undefined {
  if (text === '') return ''
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  const parts = iso ? [iso[1], iso[2], iso[3]] : dotted && [dotted[3], dotted[2], dotted[1]]
  const day = parts?.map((part) => part?.padStart(2, '0')).join('-')
  const isReal = day !== undefined && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
  return isReal ? day : undefined
}

/** What is known before asking the server; the rest is up to the server. */
export function bodyOf(
  { cells }: Row,
  forAll: ForAll,
  clients: ReadonlyMap<string, FoundClient>,
  own: readonly OwnField[] = [],
): Judged {
  const faults: Fault[] = []
  const found = cells.client ? (clients.get(cells.client.toLowerCase()) ?? 'none') : forAll.client
  if (found === undefined) faults.push({ field: 'client', message: texts.noClient })
  if (found === 'none') faults.push({ field: 'client', message: texts.unknownClient(cells.client) })
  if (found === 'several') faults.push({ field: 'client', message: texts.manyClients(cells.client) })
  const paidUntil = dayOf(cells.paid_until)
  if (paidUntil === undefined) faults.push({ field: 'paid_until', message: texts.badDay })
  const values = own.map((field) => ({ field, value: cellValue(field, cells[keyOf(field)] ?? '', dayOf) }))
  for (const { field, value } of values) {
    if (value === undefined) faults.push({ field: keyOf(field), message: texts.badValue(field.name) })
  }
  const given = values.flatMap(({ field, value }) => (value === null ? [] : [{ field_id: field.id, value }]))
  if (!cells.model && forAll.hwId === null) faults.push({ field: 'model', message: texts.noModel })
  if (faults.length > 0 || found === undefined || typeof found === 'string') return { faults }
  return {
    body: {
      name: cells.name || cells.ident,
      ident: cells.ident,
      ...(cells.model ? { model: cells.model } : { hw_id: forAll.hwId }),
      account_id: found.id,
      app_id: found.apps.includes(forAll.app) ? forAll.app : (found.apps[0] ?? ''),
      ...(cells.description && { description: cells.description }),
      ...(paidUntil && { paid_until: paidUntil }),
      ...(cells.settings && { protocol_settings: cells.settings }),
      ...(given.length > 0 && { fields: given }),
    },
  }
}

/** Maps the field names of the API to the cells they came from. */
const cellOf: Readonly<Record<string, ImportField>> = {
  hw_id: 'model',
  account_id: 'client',
  app_id: 'client',
  protocol_settings: 'settings',
}

export const faultsOf = (answer: ImportedUnits['rows'][number]): readonly Fault[] =>
  (answer.errors ?? []).map(({ message, field }) => ({
    // The server's words for it are for programs.
    message: field === 'model' ? texts.unknownModel : message,
    field: field && (cellOf[field] ?? field),
  }))

/** As many rows as the API accepts for a check, and fewer for the import itself, so that progress is visible. */
export const chunksOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
