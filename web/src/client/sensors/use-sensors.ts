import { useOperation } from '../../api/queries.ts'
import { noteMeasures } from './known-measures.ts'

/** All sensors of a client whose plan has them. Rules in words need their units. */
export function useSensors(modules: readonly string[]) {
  const sensors = useOperation('getClientUnitSensors', undefined, { isEnabled: modules.includes('fuel') }).data
  if (sensors) noteMeasures(sensors)
  return sensors
}
