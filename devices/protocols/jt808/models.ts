/** Items that mean something else on one model. The setting is the model's title in the catalogue. */
import { type Alarm, raise } from '../../alarms.ts'
import { left, skip, u16 } from '../../bytes.ts'
import { put } from '../../message.ts'
import type { Row } from './items.ts'

type Rows = Readonly<Record<number, Row>>

const mv710: Rows = {
  // Four words, the third of which says what the inputs noticed.
  87: (into, data, size) => {
    if (size !== 8) return false
    skip(data, 4)
    if (u16(data) & 1) raise(into, 'door')
    return true
  },
}

const cameraAlarms: Readonly<Record<number, Alarm>> = {
  3073: 'sos',
  1030: 'vibration',
}

const jc371: Rows = {
  // Kind and number of an alarm, the camera's id, time, …
  232: (into, data, size) => {
    if (size < 2 || left(data) < 2) return false
    const code = u16(data)
    put(into, 'event.enum', code)
    raise(into, cameraAlarms[code] ?? 'general')
    return true
  },
}

const byModel: readonly (readonly [start: string, rows: Rows])[] = [
  ['MV710', mv710],
  ['JC371', jc371],
]

export function itemsOf(model: string | undefined): Rows | undefined {
  return model === undefined ? undefined : byModel.find(([start]) => model.startsWith(start))?.[1]
}
