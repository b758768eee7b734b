/** What a watch measures on a body, and the keep-alive that counts steps. */

import { decimal, integer } from '../../bytes/text.ts'
import { type Draft, put } from '../../message.ts'

type Read = (into: Draft, fields: readonly string[]) => void

/** Zero is a watch that lies on a table. */
const beats = (into: Draft, text: string | undefined) => put(into, 'heart.rate', integer(text) || undefined)

const kinds: Readonly<Record<string, Read>> = {
  // Steps, tumbles, battery in percent; some send two numbers, whose meaning differs.
  LK: (into, fields) => {
    if (fields.length < 3) return
    put(into, 'steps.counter', integer(fields[0]))
    put(into, 'custom.tumbles', integer(fields[1]))
    put(into, 'battery.level', integer(fields[2]))
  },
  PULSE: (into, fields) => {
    beats(into, fields[0])
    put(into, 'custom.pulse', integer(fields[0]))
  },
  HEART: (into, fields) => {
    beats(into, fields[0])
    put(into, 'custom.pulse', integer(fields[0]))
  },
  BPHRT: (into, fields) => {
    put(into, 'custom.blood_pressure_systolic', integer(fields[0]) || undefined)
    put(into, 'custom.blood_pressure_diastolic', integer(fields[1]) || undefined)
    beats(into, fields[2])
  },
  BLOOD: (into, fields) => {
    put(into, 'custom.blood_pressure_systolic', integer(fields[0]) || undefined)
    put(into, 'custom.blood_pressure_diastolic', integer(fields[1]) || undefined)
    beats(into, fields[2])
  },
  OXYGEN: (into, fields) => put(into, 'blood.oxygen.level', integer(fields[1]) || undefined),
  TEMP: (into, fields) => put(into, 'sensor.temperature', decimal(fields[0])),
  // 0 when it could not be measured.
  BTEMP2: (into, fields) => {
    if (fields[0] !== '0') put(into, 'sensor.temperature', decimal(fields[1]))
  },
  CCID: (into, fields) => put(into, 'gsm.sim.iccid', fields[0]),
  ICCID: (into, fields) => put(into, 'gsm.sim.iccid', fields[0]),
  // The answer to the command VERNO.
  VERNO: (into, fields) => put(into, 'device.firmware.version', fields.join(',')),
}

export function readMeasured(into: Draft, type: string, text: string): void {
  const word = type.toUpperCase()
  if (Object.hasOwn(kinds, word)) kinds[word]!(into, text.split(','))
}
