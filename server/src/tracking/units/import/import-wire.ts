/** Units from spreadsheets, on the wire. */
import Type, { type Static } from 'typebox'
import { exact, like } from '#kernel/api/fields.ts'
import { bodyValidator } from '#kernel/api/validation.ts'
import { fleetApp } from '#kernel/applications.ts'
import { refusalCodes } from '#kernel/errors.ts'
import { GivenValues, toGiven } from '../../vehicles/field-wire.ts'
import { NewUnitBody, toNewUnit } from '../wire.ts'
import type { ImportResult, ImportRow } from './import.ts'

const { hw_id: _, ...withoutHardware } = NewUnitBody.properties
const PaidUntil = Type.Optional(Type.String({ maxLength: 10 }))
const SettingsCell = Type.Optional(Type.String({ maxLength: 2000, example: 'utc_offset_minutes=480; checksum=ignore' }))
const ofImport = { paid_until: PaidUntil, protocol_settings: SettingsCell, fields: GivenValues }
const ImportedUnitBody = exact({ ...NewUnitBody.properties, ...ofImport })
/** As spreadsheets have it. */
const NamedUnitBody = exact({ ...withoutHardware, model: Type.String({ maxLength: 200 }), ...ofImport })
const validateNew = bodyValidator(ImportedUnitBody)
const validateNamed = bodyValidator(NamedUnitBody)

const importRowsMax = 1000

/** A row may be anything: an invalid row is reported in its place and stops no other. */
const AnyRow = Type.Unsafe<unknown>({
  description:
    'As the body of `POST /units`; the device as `hw_id`, or as `model`: its title, with or without the maker. ' +
    '`paid_until`, a day like 2027-03-31, gives the unit a term. `protocol_settings` are set for it, as ' +
    '`utc_offset_minutes=480; checksum=ignore`. `fields` are values of your own fields of vehicles.',
  properties: Object.fromEntries([...Object.keys(ImportedUnitBody.properties), 'model'].map((name) => [name, {}])),
})

export const ImportBody = exact({
  dry_run: Type.Optional(
    Type.Boolean({ example: false, description: 'True: everything is checked and nothing is written.' }),
  ),
  check_digits: Type.Optional(
    Type.Boolean({
      description:
        'False: accept idents with a wrong IMEI check digit, for trackers whose ident is not an IMEI. Default: true.',
    }),
  ),
  rows: Type.Array(AnyRow, {
    minItems: 1,
    maxItems: importRowsMax,
    example: [{ name: 'Van 1', ident: '352093081452251', model: 'FMB920', app_id: fleetApp, account_id: 481920573316 }],
  }),
})

export function toImportRow(given: unknown): ImportRow {
  const isNamed = typeof given === 'object' && given !== null && 'model' in given
  const { shape, values } = (isNamed ? validateNamed : validateNew)(given)
  if (shape.length > 0) return { shape: [...shape, ...values] }
  const {
    paid_until,
    protocol_settings: cell,
    fields,
    ...row
  } = given as Static<typeof ImportedUnitBody> & {
    readonly model?: string
  }
  const more = { paidUntil: paid_until ?? null, ...(cell?.trim() && { settings: cell }), ...toGiven(fields) }
  if (!isNamed) return { unit: { ...toNewUnit(row), ...more }, values }
  const { hwId: _none, ...unit } = toNewUnit({ ...row, hw_id: 0 })
  return { unit: { ...unit, model: row.model as string, ...more }, values }
}

const ProblemShape = Type.Object({
  code: Type.Unsafe<string>({ type: 'string', enum: refusalCodes }),
  message: Type.String(),
  field: Type.Optional(Type.String({ description: 'The field of the row that is wrong.' })),
})

export const ImportedShape = Type.Object(
  {
    dry_run: Type.Boolean({ example: false }),
    created: Type.Integer({ description: 'How many units were created; in a dry run, how many would be.' }),
    refused: Type.Integer({ example: 0 }),
    rows: Type.Array(
      Type.Object({
        row: Type.Integer({ example: 0, description: 'Its index in `rows` of the request, counted from 0.' }),
        ok: Type.Boolean(),
        id: Type.Optional(
          Type.Integer({ description: 'Of the new unit; not in a dry run. `DELETE /units/{id}` undoes it.' }),
        ),
        errors: like(
          Type.Optional(Type.Array(ProblemShape, { description: 'As `POST /units` would answer.' })),
          undefined,
        ),
      }),
    ),
  },
  { title: 'ImportedUnits' },
)

export function importedToWire(results: readonly ImportResult[], isDryRun: boolean) {
  const refused = results.filter((result) => 'problems' in result).length
  return {
    dry_run: isDryRun,
    created: results.length - refused,
    refused,
    rows: results.map((result, row) =>
      'problems' in result
        ? { row, ok: false, errors: result.problems }
        : { row, ok: true, ...(result.id !== null && { id: result.id }) },
    ),
  }
}
