/**
 * What people enter about vehicles, as columns: the plate next to the unit's name, and own fields if they are chosen.
 */
import type { ClientCall } from '#identity/sessions/call.ts'
import { listVehicles } from '#tracking/vehicles/actions.ts'
import type { FieldType, FieldValue, OwnField } from '#tracking/vehicles/own-field.ts'
import { wordsIn } from './files/words.ts'
import type { CellType, Column, Kind, Lang, Question, Raw } from './report.ts'
import type { ReportUnit } from './store.ts'

const prefix = 'field:'
export const isField = (key: string): boolean => key.startsWith(prefix)

const plate: Column = { key: 'plate', type: 'text', total: 'none', name: { en: 'Plate', de: 'Kennzeichen' } }

const cellTypes: Readonly<Record<FieldType, CellType>> = {
  ...{ text: 'text', number: 'number', date: 'date', choice: 'text', yes_no: 'text' },
}

const columnOf = ({ id, type, name }: OwnField): Column => ({
  ...{ key: `${prefix}${id}`, type: cellTypes[type], total: 'none', name: { en: name, de: name }, isExtra: true },
})

/** Assets are not vehicles. */
export function withVehicles(kind: Kind, fields: readonly OwnField[]): Kind {
  if (kind.name === 'stays') return kind
  const [unit, ...rest] = kind.columns
  return { ...kind, columns: [unit!, plate, ...rest, ...fields.map(columnOf)] }
}

const rawOf = (value: FieldValue, lang: Lang): Raw =>
  typeof value === 'boolean' ? wordsIn(lang)[value ? 'yes' : 'no'] : value

export async function withFacts(
  call: ClientCall,
  { name }: Kind,
  { lang }: Question,
  units: readonly ReportUnit[],
): Promise<readonly ReportUnit[]> {
  if (name === 'stays') return units
  const vehicles = new Map((await listVehicles(call)).map((vehicle) => [vehicle.unitId, vehicle]))
  return units.map((unit) => {
    const vehicle = vehicles.get(unit.id)
    const values = (vehicle?.fields ?? []).map(({ fieldId, value }) => [`${prefix}${fieldId}`, rawOf(value, lang)])
    return { ...unit, facts: { plate: vehicle?.plate ?? null, ...Object.fromEntries(values) } }
  })
}
