/** Cells and access points in text form. */

import { hexNumber, integer } from '../bytes/text.ts'
import { type Draft, putCells, putList } from '../message.ts'

/** Country and network in decimal, area and cell in hex. */
export const putHexCell = (into: Draft, [mcc, mnc, lac, cell]: readonly string[]): void =>
  putCells(into, [{ mcc: integer(mcc), mnc: integer(mnc), lac: hexNumber(lac), cellid: hexNumber(cell) }])

/** Addresses of twelve digits and their signal in dBm; anything else is skipped. */
export function putPoints(into: Draft, points: readonly (readonly [mac: string, rssi: number | undefined])[]): void {
  const real: { mac: string; rssi: number | undefined }[] = []
  for (const [mac, rssi] of points)
    if (/^[\dA-Fa-f]{12}$/.test(mac)) real.push({ mac: withColons(mac.toLowerCase()), rssi })
  putList(into, 'wifi.points', real)
}

function withColons(mac: string): string {
  let text = mac.slice(0, 2)
  for (let at = 2; at < mac.length; at += 2) text += `:${mac.slice(at, at + 2)}`
  return text
}
