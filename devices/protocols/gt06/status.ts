/** Heartbeats and other packets of status without a position. */
import { left, type Reader, skip, u8, u16, u32 } from '../../bytes.ts'
import { type Draft, put } from '../../message.ts'
import { putInformation, putSignal, putStatus, readTime } from './blocks.ts'
import { putShortFields } from './fields.ts'
import type { Read } from './kind.ts'

/** 13: information, voltage level, signal, alarm and language. Some models put a voltage into it. */
export const readHeartbeat: Read = (into, body, { model }) => {
  if (model === 'R11') {
    putInformation(into, u8(body))
    put(into, 'external.powersource.voltage', u16(body) / 100)
    return putSignal(into, u8(body))
  }
  if (left(body) === 14) return readTemperature(into, body)
  if (left(body) < 3) return
  putStatus(into, body)
  if (model === 'LW4G-4B' && left(body) >= 2) {
    skip(body, 1)
    put(into, 'external.powersource.voltage', u8(body) / 10)
  }
}

/** The heartbeat of 14 bytes ends with a temperature. */
function readTemperature(into: Draft, body: Reader): void {
  putInformation(into, u8(body))
  skip(body, 11)
  put(into, 'sensor.temperature.1', (u16(body) << 16) / 0x1_0000 / 10)
}

/** 23: information, battery in 0.01 V, signal, language. */
export const readHeartbeatWithVoltage: Read = (into, body) => {
  putInformation(into, u8(body))
  put(into, 'battery.voltage', u16(body) / 100)
  putSignal(into, u8(body))
}

/** 36 in its short form: information, voltage level, signal, language, then fields. */
export const readHeartbeatWithFields: Read = (into, body) => {
  putStatus(into, body)
  skip(body, 2)
  putShortFields(into, body)
}

/** A3 in its short form, of wearable trackers: information, two bytes, signal, battery in percent, two bytes, steps. */
export const readWearableStatus: Read = (into, body) => {
  putInformation(into, u8(body))
  skip(body, 3)
  put(into, 'battery.level', u8(body))
  skip(body, 2)
  if (left(body) < 6) return
  skip(body, 2)
  put(into, 'steps.counter', u32(body))
}

/** 33: time, information, then numbers no document at hand explains. */
export const readTimedStatus: Read = (into, body, { offsetMinutes }) => {
  put(into, 'timestamp', readTime(body, offsetMinutes))
  putInformation(into, u8(body))
}
