/**
 * Messages other than a position that carry data.
 *
 *   0702   driver's card: 1 in or 2 out, time, result, name, certificate
 *   0107   attributes of the terminal: model, card, versions
 *   0900   passed through: a type, then what a device behind the terminal said
 *   1300   the answer to a text command, in UTF-16
 */
import { i8, latin1, left, part, type Reader, skip, take, textOf, toHex, u8, u16, u32 } from '../../bytes.ts'
import { type Draft, draft, finish, type Message, put } from '../../message.ts'
import { iccid } from './extension.ts'
import { type Known, putPlace, putState, readTime } from './location.ts'
import { findFaultCode, readObdItems, readRealTime } from './obd.ts'

const list = (message: Message | undefined): Message[] => (message ? [message] : [])

const withoutZeros = (text: string): string => text.replaceAll('\0', '').trim()

/** In 2011 the message had no state and time: name of ten bytes, identity card, certificate, authority. */
export function readDriver(input: Reader, known: Known): Message[] {
  const into = draft()
  const state = u8(input)
  put(into, 'message.type', 'driver')
  put(into, 'timestamp', readTime(input, known))
  put(into, 'custom.card_inserted', state === 1)
  if (state === 1 && left(input) > 2) {
    put(into, 'custom.card_result', u8(input))
    const name = textOf(take(input, Math.min(u8(input), left(input))))
    if (name !== '') put(into, 'driver.name', name)
    const code = withoutZeros(latin1(take(input, Math.min(20, left(input)))))
    if (code !== '') {
      put(into, 'driver.id', code)
      put(into, 'custom.card_code', code)
    }
  }
  return list(finish(into))
}

export function readAttributes(input: Reader, is2019: boolean): Message[] {
  const into = draft()
  put(into, 'message.type', 'attributes')
  skip(input, 2 + 5)
  put(into, 'device.model', withoutZeros(latin1(take(input, is2019 ? 30 : 20))))
  put(into, 'device.serial.number', withoutZeros(latin1(take(input, is2019 ? 30 : 7))))
  put(into, 'gsm.sim.iccid', iccid(take(input, 10)))
  put(into, 'device.hardware.version', latin1(take(input, Math.min(u8(input), left(input)))))
  put(into, 'device.firmware.version', latin1(take(input, Math.min(u8(input), left(input)))))
  return list(finish(into))
}

const utf16 = new TextDecoder('utf-16be')

/** A serial, then text; some firmware sends it in one byte a letter. */
export function readAnswer(input: Reader): Message[] {
  const into = draft()
  put(into, 'message.type', 'command.answer')
  skip(input, Math.min(2, left(input)))
  const bytes = take(input, left(input))
  put(into, 'message.content', bytes[0] === 0 ? utf16.decode(bytes) : latin1(bytes))
  return list(finish(into))
}

export function readPassedThrough(input: Reader, known: Known): Message[] {
  const type = u8(input)
  const into = draft()
  put(into, 'message.type', 'passed.through')
  put(into, 'custom.passed_type', type)
  if (type === 0xf0) readVehicle(into, input, known)
  else if (type === 0x53 && left(input) > 24) readTags(into, input, known)
  else {
    const bytes = take(input, left(input))
    const text = latin1(bytes)
    if (text.startsWith('$OBD-RT')) readRealTime(into, text)
    else if (text.includes('GTSL|')) readCardReader(into, text)
    else put(into, 'message.content', isText(bytes) ? text : toHex(bytes.subarray(0, 1024)))
  }
  return list(finish(into))
}

const isText = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9)

/** GTSL|kind|…|…|card|…| of card readers on a serial port. */
function readCardReader(into: Draft, text: string): void {
  const fields = text.slice(text.indexOf('GTSL|')).split('|')
  put(into, 'driver.id', fields[4])
}

const valuesOfVehicle = 1
const faultsOfVehicle = 2

/** Time, whether it moves, …, kind, data, then state and place, with the time of the fix or without. */
function readVehicle(into: Draft, input: Reader, known: Known): void {
  const time = readTime(input, known)
  put(into, 'timestamp', time)
  skip(input, 2)
  const kind = u8(input)
  put(into, 'event.enum', kind)
  if (kind === valuesOfVehicle) {
    readObdItems(into, input, u8(input))
    readState(into, input)
    return
  }
  const placeBytes = 18
  if (left(input) < placeBytes) return
  const data = part(input, left(input) - placeBytes)
  if (kind === faultsOfVehicle) put(into, 'can.dtc', findFaultCode(take(data, left(data))))
  else put(into, 'custom.event_data', toHex(take(data, left(data))))
  readState(into, input)
  put(into, 'position.timestamp', readTime(input, known))
}

function readState(into: Draft, input: Reader): void {
  if (left(input) < 12) return
  const state = u32(input)
  putState(into, state)
  const latitude = u32(input)
  putPlace(into, state, latitude, u32(input))
}

/** State, place, movement, time, number of tags { kind, address, strength, length, data }. */
function readTags(into: Draft, input: Reader, known: Known): void {
  const state = u32(input)
  putState(into, state)
  const latitude = u32(input)
  putPlace(into, state, latitude, u32(input))
  skip(input, 2)
  put(into, 'position.speed', u16(input) / 10)
  put(into, 'position.direction', u16(input))
  put(into, 'timestamp', readTime(input, known))
  skip(input, 1)
  for (let n = 1; n <= 32 && left(input) >= 9; n++) {
    skip(input, 1)
    put(into, `ble.sensor.id.${n}`, toHex(take(input, 6)))
    put(into, `custom.tag_${n}_rssi`, i8(input))
    const size = Math.min(u8(input), left(input))
    put(into, `custom.tag_${n}_data`, toHex(take(input, size)))
  }
}
