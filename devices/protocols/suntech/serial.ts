/** What devices on the serial port are known to say. */

import { decimal, hexNumber } from '../../bytes/text.ts'
import { type Draft, put } from '../../message.ts'

const semicolonOrLine = (text: string): string[] => text.replaceAll('\r', '').replaceAll('\n', '').split(';')

export function putSerialData(into: Draft, data: string): void {
  if (data.startsWith('GTSL|')) {
    // A card reader: GTSL|kind|…|…|card|…|
    put(into, 'driver.id', data.split('|')[4])
  } else if (data.startsWith('CabAVL')) {
    // A terminal in the cab with up to two fuel probes: CabAVL,…,litres,litres,…
    const litres = data.split(',').slice(2, 4).map(decimal)
    for (const [index, value] of litres.entries()) if (value) put(into, `fuel.volume.${index + 1}`, value)
    put(into, 'fuel.volume', litres.reduce<number>((sum, value) => sum + (value ?? 0), 0) || undefined)
  } else if (data.includes('N_0=')) {
    putProbes(into, data)
  } else if (data !== '') {
    put(into, 'custom.serial', data)
  }
}

/** Fuel probes: `t_0` degrees and `N_0` level of the first in hex, `t_1`, `N_1` of the second. */
function putProbes(into: Draft, data: string): void {
  let sum = 0
  for (const item of semicolonOrLine(data)) {
    const equals = item.indexOf('=')
    const name = item.slice(0, equals)
    const n = Number(name.slice(2)) + 1
    const text = item.slice(equals + 1)
    const dot = text.indexOf('.')
    const value = hexNumber(dot < 0 ? text : text.slice(0, dot))
    if (name.startsWith('Q')) put(into, 'custom.driving_quality', value)
    if (value === undefined || !(n >= 1 && n <= 8)) continue
    if (name.startsWith('t_')) put(into, `sensor.temperature.${n}`, value > 127 ? value - 256 : value)
    if (!name.startsWith('N_')) continue
    put(into, `custom.fuel_${n}`, value)
    sum += value
  }
  put(into, 'custom.fuel', sum)
}
