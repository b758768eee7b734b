/** What a report was sent for, by the maker's keyword, and the field next to it whose meaning depends on the keyword. */

import { decimal, isDigits } from '../../bytes/text.ts'
import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'

const alarms: ReadonlyMap<string, Alarm> = new Map<string, Alarm>([
  ['help me', 'sos'],
  ['low battery', 'low_battery'],
  ['move', 'movement'],
  ['speed', 'overspeed'],
  ['stockade', 'geofence'],
  ['ac alarm', 'power_cut'],
  ['acc alarm', 'general'],
  ['door alarm', 'door'],
  ['sensor alarm', 'vibration'],
  ['accident alarm', 'crash'],
  ['bonnet alarm', 'bonnet'],
  ['footbrake alarm', 'general'],
  ['DTC', 'fault'],
  ['oil', 'fuel_leak'],
  ['oil1', 'fuel_leak'],
  ['oil2', 'fuel_leak'],
  ['T:', 'temperature'],
])

/** States, and the answers of a tracker that has executed a command. */
const states: ReadonlyMap<string, readonly [ParameterName, boolean]> = new Map([
  ['acc on', ['engine.ignition.status', true]],
  ['acc off', ['engine.ignition.status', false]],
  ['jt', ['engine.blocked.status', true]],
  ['kt', ['engine.blocked.status', false]],
  ['lt', ['alarm.mode.status', true]],
  ['mt', ['alarm.mode.status', false]],
])

export function putKeyword(into: Draft, keyword: string, fields: readonly string[]): void {
  putExtraField(into, keyword, fields[3] ?? '')
  if (keyword === 'tracker' || keyword === '') return
  const [word, value] = valued(keyword)
  put(into, 'message.type', word)
  raise(into, alarms.get(word))
  const state = states.get(word)
  if (state) put(into, state[0], state[1])
  if (word === 'T:') put(into, 'sensor.temperature.1', decimal(value))
  if (word === 'oil') put(into, 'fuel.level', decimal(value))
}

/** `T:+28.0` and `oil 51.67` carry their value in the keyword. */
function valued(keyword: string): [string, string?] {
  if (keyword.startsWith('T:')) return ['T:', keyword.slice(2).trim()]
  if (keyword.startsWith('oil ')) return ['oil', keyword.slice(4).trim()]
  return [keyword]
}

function putExtraField(into: Draft, keyword: string, field: string): void {
  if (keyword === 'rfid') put(into, 'rfid.code', field)
  else if (field.endsWith('%')) put(into, 'battery.level', decimal(field.slice(0, -1)))
  else if (field.length > 6 && isDigits(field[0] === '+' ? field.slice(1) : field)) put(into, 'phone.number.1', field)
}
