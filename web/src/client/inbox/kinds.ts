/** Events in words. Pure. */
import { texts } from '../../shared/texts/texts.ts'
import type { Geofence, UnitEvent } from '../types.ts'

const words = texts.inbox
const kinds: Readonly<Record<string, string>> = words.kinds
const others: Readonly<Record<string, string>> = words.others

export const alarmNames: readonly string[] = Object.keys(words.kinds)

/** For an alarm of a newer server, its name is better than nothing. */
export const nameOfKind = (kind: string): string => others[kind] ?? kinds[kind] ?? kind

/** `geofences`: undefined while they are unknown. */
export function titleOf(
  { kind, geofence_id, rule_name }: Pick<UnitEvent, 'kind' | 'geofence_id' | 'rule_name'>,
  geofences: readonly Pick<Geofence, 'id' | 'name'>[] | undefined,
): string {
  if (rule_name !== null) return words.ruleMet(rule_name)
  if (geofence_id === null || !geofences) return nameOfKind(kind)
  const name = geofences.find(({ id }) => id === geofence_id)?.name ?? words.gone
  return kind === 'enter' ? words.enter(name) : words.leave(name)
}

/** Alarms that need attention at once. */
export const isUrgent = (kind: string): boolean =>
  ['sos', 'crash', 'fall', 'tampering', 'jamming', 'power_cut', 'towing'].includes(kind)
