/** Plate, make and own fields of units. */
import { call } from '../../api/call.ts'
import type { Unit, UnitVehicle } from '../../api/generated.ts'
import { nextSize } from '../../api/queries.ts'

export type Vehicles = ReadonlyMap<number, UnitVehicle>

/** Of all these units, for an export. */
export async function loadVehicles(units: readonly Pick<Unit, 'id'>[]): Promise<Vehicles> {
  const found: UnitVehicle[] = []
  for (let start = 0; start < units.length; start += nextSize) {
    const ids = units.slice(start, start + nextSize).map(({ id }) => id)
    found.push(...(await call('getConsoleVehicles', { ids: ids.join(',') })))
  }
  return new Map(found.map((vehicle) => [vehicle.unit_id, vehicle]))
}
