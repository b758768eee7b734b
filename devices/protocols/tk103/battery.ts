/**
 * What the management system of a lithium battery answers, passed on as it came: `<command>:<eight bytes in hex>`,
 * separated by commas, in the numbering of Daly's "UART/485 Communications Protocol" V1.2.
 *
 *   90   voltage 0.1 V, voltage 0.1 V, current 0.1 A above 30000, charge 0.1 %
 *   91   highest cell mV, its number, lowest cell mV, its number
 *   92   highest temperature above -40 °C, its number, lowest, its number
 *   96   number of the group, then temperatures of cells above -40 °C
 *   93   state, charging switch, discharging switch, life, capacity left mAh
 */

import { hexNumber } from '../../bytes/text.ts'
import { type Draft, finish, put } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'

type Word = (from: number, bytes: number) => number | undefined

export function putBattery(into: Draft, data: string): void {
  for (const answer of data.split(',')) {
    const [command = '', payload = ''] = answer.split(':')
    const read = answers.get(command)
    if (!read || payload.length !== 16 || hexNumber(payload.slice(0, 8)) === undefined) continue
    read(into, (from, bytes) => hexNumber(payload.slice(from * 2, (from + bytes) * 2)))
  }
  if (!finish(into)) put(into, 'custom.battery_data', data)
}

const frameFields: readonly (readonly [key: ParameterName, bytes: number, divisor?: number, offset?: number])[] = [
  ['custom.current', 2, 10],
  ['battery.voltage', 2, 100],
  ['battery.level', 1],
  ['custom.battery_overheat', 1],
  ['custom.charge_protection', 1],
  ['custom.discharge_protection', 1],
  ['custom.drop_line', 1],
  ['custom.balanced', 1],
  ['custom.cycles', 2],
  ['custom.fault_alarm', 1],
]
const cellsMax = 24
const probesMax = 7

/**
 * BS50, one frame of another system, little-endian: three bytes, number of cells, 24 cells in mV, 0 while charging, the
 * fields above, six bytes, number of probes, temperatures, capacities.
 */
export function putBatteryFrame(into: Draft, data: string): void {
  if (data.length < 2 * 88 || data.length % 2 !== 0 || ![...data].every((digit) => hexNumber(digit) !== undefined)) {
    putBattery(into, data)
    return
  }
  let at = 6
  const next = (bytes: number): number => {
    let value = 0
    for (let byte = bytes - 1; byte >= 0; byte--) {
      value = value * 256 + hexNumber(data.slice(at + byte * 2, at + byte * 2 + 2))!
    }
    at += bytes * 2
    return value
  }
  const cells = next(1)
  for (let n = 1; n <= cellsMax; n++) {
    const volts = next(2) / 1000
    if (n <= cells) put(into, `battery.voltage.${n}`, volts)
  }
  put(into, 'battery.charging.status', next(1) === 0)
  for (const [key, bytes, divisor = 1] of frameFields) put(into, key, next(bytes) / divisor)
  at += 12
  const probes = next(1)
  put(into, 'custom.power_temp', next(1) - 40)
  put(into, 'custom.equilibrium_temp', next(1) - 40)
  for (let n = 1; n <= probesMax; n++) {
    const degrees = next(1) - 40
    if (n <= probes) put(into, `custom.battery_temp_${n}`, degrees)
  }
  put(into, 'custom.calibration_capacity', next(2) / 100)
  put(into, 'custom.discharge_capacity', next(4))
}

const answers: ReadonlyMap<string, (into: Draft, word: Word) => void> = new Map([
  [
    '90',
    (into: Draft, word: Word) => {
      put(into, 'battery.voltage', word(0, 2)! / 10)
      put(into, 'custom.gather_voltage', (word(2, 2) ?? Number.NaN) / 10)
      put(into, 'battery.current', ((word(4, 2) ?? Number.NaN) - 30_000) / 10)
      put(into, 'battery.level', (word(6, 2) ?? Number.NaN) / 10)
    },
  ],
  [
    '91',
    (into: Draft, word: Word) => {
      put(into, 'custom.cell_voltage_max', word(0, 2)! / 1000)
      put(into, 'custom.cell_voltage_max_number', word(2, 1))
      put(into, 'custom.cell_voltage_min', word(3, 2)! / 1000)
      put(into, 'custom.cell_voltage_min_number', word(5, 1))
    },
  ],
  [
    '92',
    (into: Draft, word: Word) => {
      put(into, 'battery.temperature', word(0, 1)! - 40)
      put(into, 'custom.battery_temperature_min', word(2, 1)! - 40)
    },
  ],
  [
    '96',
    (into: Draft, word: Word) => {
      for (let n = 1; n <= 7; n++) put(into, `custom.cell_temp_${n}`, (word(n, 1) ?? Number.NaN) - 40)
    },
  ],
  [
    '93',
    (into: Draft, word: Word) => {
      put(into, 'battery.charging.status', word(0, 1) === 1)
      put(into, 'custom.charging_switch', word(1, 1) === 1)
      put(into, 'custom.discharging_switch', word(2, 1) === 1)
      put(into, 'custom.capacity_left', (word(4, 4) ?? Number.NaN) / 1000)
    },
  ],
])
