/**
 * What the management system of a lithium battery answers, passed on as it came: `<command>:<eight bytes in hex>`,
 * separated by commas, in the numbering of Daly's "UART/485 Communications Protocol" V1.2.
 *
 *   90   voltage 0.1 V, voltage 0.1 V, current 0.1 A above 30000, charge 0.1 %
 *   91   highest cell mV, its number, lowest cell mV, its number
 *   92   highest temperature above 40 degrees of frost, its number, lowest, its number
 *   93   state, charging switch, discharging switch, life, capacity left mAh
 */
import { type Draft, finish, put } from '../../message.ts'
import { hexNumber } from '../../text.ts'

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

const answers: ReadonlyMap<string, (into: Draft, word: Word) => void> = new Map([
  [
    '90',
    (into: Draft, word: Word) => {
      put(into, 'battery.voltage', word(0, 2)! / 10)
      put(into, 'battery.current', ((word(4, 2) ?? Number.NaN) - 30_000) / 10)
      put(into, 'battery.level', (word(6, 2) ?? Number.NaN) / 10)
    },
  ],
  [
    '91',
    (into: Draft, word: Word) => {
      put(into, 'custom.cell_voltage_max', word(0, 2)! / 1000)
      put(into, 'custom.cell_voltage_min', word(3, 2)! / 1000)
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
    '93',
    (into: Draft, word: Word) => {
      put(into, 'battery.charging.status', word(0, 1) === 1)
      put(into, 'custom.charging_switch', word(1, 1) === 1)
      put(into, 'custom.discharging_switch', word(2, 1) === 1)
      put(into, 'custom.capacity_left', (word(4, 4) ?? Number.NaN) / 1000)
    },
  ],
])
