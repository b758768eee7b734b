/**
 * Reports as a person reads them: `Tramigo: Moving, 0.12 km E of …, 4.83149, 100.73085, NW with speed 10 km/h, 00:49:08
 * Aug 9`, in the language of the owner. The time at the end is the owner's; that of the packet is UTC.
 */

import { decimal } from '../../bytes/text.ts'
import { putFix } from '../../families/nmea.ts'
import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'

const directions = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']

const alarms: readonly (readonly [word: string, alarm: Alarm])[] = [
  ['Shock Sensor', 'vibration'],
  ['SOS', 'sos'],
  ['Personal Assistance', 'sos'],
  ['Low battery', 'low_battery'],
  ['Battery low', 'low_battery'],
  ['Speed limit', 'overspeed'],
]

export function putWords(into: Draft, text: string): void {
  put(into, 'message.content', text)
  const parts = text.split(', ')
  const at = parts.findIndex((part, index) => isDegrees(part) && isDegrees(parts[index + 1]))
  if (at >= 0) putFix(into, true, decimal(parts[at]), decimal(parts[at + 1]))
  else put(into, 'position.valid', false)
  const [direction = '', speed] = (parts.find((part) => part.includes(' with speed ')) ?? '').split(' with speed ')
  const course = directions.indexOf(direction)
  if (course >= 0) put(into, 'position.direction', course * 45)
  if (speed?.endsWith(' km/h')) put(into, 'position.speed', decimal(speed.slice(0, -5)))
  if (text.includes('Ignition on detected')) put(into, 'engine.ignition.status', true)
  if (text.includes('Ignition off detected')) put(into, 'engine.ignition.status', false)
  if (/\b[Mm]oving\b/.test(text)) put(into, 'movement.status', true)
  else if (/\b([Ss]topped|[Pp]arked)\b/.test(text)) put(into, 'movement.status', false)
  for (const [word, alarm] of alarms) if (text.includes(word)) raise(into, alarm)
}

const isDegrees = (text: string | undefined): boolean => text?.includes('.') === true && decimal(text) !== undefined
