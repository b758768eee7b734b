/**
 * A sensor or lock that the tracker detects: `(id,1,n,WLNET,5,2,<position, time, id, number, volts, battery, signal, kind, …>)`,
 * in binary, in which the signs of the line are escaped.
 */
import { ascii, left, type Reader, reader, take, toHex, u8, u16 } from '../../bytes/bytes.ts'
import { checkedIdent } from '../../bytes/text.ts'
import { unescaped } from '../../families/escaped.ts'
import { bcdMoment, jointechFollowers, jointechSign } from '../../families/jointech.ts'
import { told } from '../../families/lines.ts'
import { type Draft, draft, put } from '../../message.ts'
import type { Decoded } from '../../protocol.ts'
import { putPlace } from './binary.ts'

const bodyBytes = 34

export function readSensor(frame: Uint8Array, line: string): Decoded {
  const head = line.split(',', 6)
  const ident = checkedIdent(head[0]!.slice(1))
  const into = draft()
  const from = head.join(',').length + 1
  const body = unescaped(frame.subarray(from, Math.max(from, frame.length - 1)), jointechSign, jointechFollowers)
  if (head[4] !== '5' || body.length < bodyBytes) {
    put(into, 'custom.wlnet', head[4])
    put(into, 'custom.wlnet_data', toHex(body))
    return told(ident, into)
  }
  const input = reader(body)
  putPlace(into, input)
  put(into, 'custom.sensor_time', bcdMoment(input))
  put(into, 'custom.sensor_id', toHex(take(input, 5)))
  const number = u8(input)
  put(into, 'record.seqnum', number)
  put(into, 'custom.sensor_voltage', u16(input) / 100)
  put(into, 'custom.sensor_battery', u8(input))
  put(into, 'custom.sensor_rssi', u8(input))
  const kind = u8(input)
  put(into, 'custom.sensor_type', kind)
  if (kind === climate && left(input) >= 3) putClimate(into, input)
  else if (left(input) >= 6) putLockState(into, input)
  return { ...told(ident, into), reply: ascii(`(P69,0,${number})`) }
}

const climate = 1

/** Tenths of a degree in twelve bits; any of the other four makes them negative. */
function putClimate(into: Draft, input: Reader): void {
  const raw = u16(input)
  const size = (raw & 0xfff) / 10
  if (raw !== 0xffff) put(into, 'sensor.temperature.1', raw > 0xfff ? -size : size)
  put(into, 'sensor.humidity.1', u8(input))
  if (left(input) < 3) return
  put(into, 'custom.stored_records', u16(input))
  put(into, 'custom.gateway_status', u8(input))
}

function putLockState(into: Draft, input: Reader): void {
  put(into, 'event.enum', u16(input))
  const state = u16(input)
  put(into, 'custom.sensor_status', state)
  put(into, 'lock.status', (state & 1) !== 0)
  put(into, 'custom.lock_count', u16(input))
  if (left(input) > 0) put(into, 'custom.gateway_status', u8(input))
}
