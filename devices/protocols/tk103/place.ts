/**
 * Positions.
 *
 *   dense       yymmdd A|V ddmm.mmmm N|S dddmm.mmmm E|W speed(5) hhmmss course(6) state(8) L mileage(8) [temperature]
 *   separated   ddmmyy, A|V, ddmm.mmmmN, dddmm.mmmmE, speed, hhmmss, course, then state and L mileage, or altitude and
 *               satellites
 *
 * Speed is in km/h, mileage in metres and hex. The state has a digit each for the supply (1 is off), the ignition, and
 * switches (input 2, panic, output 2, fuel cut; in the next the door), and in its last three the fuel sensor in hex. Numbers are filled with zeros, by some with blanks.
 */

import { dateAndTime, decimal, degreesMinutes, hexNumber, integer, isDigits } from '../../bytes/text.ts'
import { type Draft, put, putPosition } from '../../message.ts'

/** Where a dense position begins: six digits before an A or V that a number follows. */
export function findPlace(data: string): number | undefined {
  for (let at = 6; at < data.length; at++) {
    const letter = data[at]
    if ((letter === 'A' || letter === 'V') && isDigits(data.slice(at - 6, at))) return at - 6
  }
  return undefined
}

/** The first of two letters; -1 when both are missing. */
function either(data: string, one: string, other: string, from: number): number {
  for (let at = from; at < data.length; at++) if (data[at] === one || data[at] === other) return at
  return -1
}

export function putDensePlace(into: Draft, data: string, from: number): void {
  const north = either(data, 'N', 'S', from + 7)
  const east = north < 0 ? -1 : either(data, 'E', 'W', north + 1)
  if (east < 0) return
  const motion = data.slice(east + 1)
  const dot = motion.slice(0, 4).indexOf('.')
  const speedSize = dot < 0 ? 5 : dot + 2
  const time = motion.slice(speedSize, speedSize + 6)
  put(into, 'timestamp', dateAndTime(data.slice(from, from + 6), time, 'yymmdd'))
  const latitude = degreesMinutes(data.slice(from + 7, north).trim(), data[north])
  putPosition(into, latitude, degreesMinutes(data.slice(north + 1, east).trim(), data[east]))
  put(into, 'position.valid', data[from + 6] === 'A')
  put(into, 'position.speed', decimal(motion.slice(0, speedSize).trim()))
  putRest(into, motion.slice(speedSize + 6))
}

/** Course, state and mileage: the state is what stands in the eight places before the L. */
function putRest(into: Draft, rest: string): void {
  const mark = rest.indexOf('L')
  if (mark >= 8) {
    put(into, 'position.direction', decimal(rest.slice(0, mark - 8).trim()))
    putIoState(into, rest.slice(mark - 8, mark))
    putMileage(into, rest.slice(mark))
    return
  }
  const [course = '', state] = rest.split(',')
  put(into, 'position.direction', decimal(course.slice(0, state === undefined ? 6 : undefined).trim()))
  putIoState(into, state ?? course.slice(6))
}

function putMileage(into: Draft, field: string): void {
  let size = 1
  while (size < 9 && hexNumber(field[size]) !== undefined) size++
  const metres = hexNumber(field.slice(1, size))
  if (metres !== undefined) put(into, 'vehicle.mileage', metres / 1000)
  const extra = field.slice(size)
  if (extra[0] === '+' || extra[0] === '-') put(into, 'sensor.temperature.1', decimal(extra))
  else put(into, 'custom.extra', extra)
}

export function putIoState(into: Draft, state: string | undefined): void {
  if (state?.length !== 8 || hexNumber(state) === undefined) return
  put(into, 'external.powersource.status', state[0] === '0')
  put(into, 'engine.ignition.status', state[1] === '1')
  put(into, 'custom.io_state', state)
  const [switches, high] = [hexNumber(state[2])!, hexNumber(state[3])!]
  put(into, 'din.2', (switches & 1) !== 0)
  put(into, 'custom.panic', (switches & 2) !== 0)
  put(into, 'dout.2', (switches & 4) !== 0)
  if (switches & 8) put(into, 'engine.blocked.status', true)
  if (high & 8) put(into, 'door.open.status', true)
  // Inputs that wait for a high and for a low level, the third in the lowest bit.
  for (let n = 1; n <= 3; n++) if ((high >> (3 - n)) & 1) put(into, `custom.hs_${n}`, true)
  const low = hexNumber(state[4])!
  for (let n = 1; n <= 3; n++) if ((low >> (4 - n)) & 1) put(into, `custom.ls_${n}`, true)
  const fuel = hexNumber(state.slice(5))
  put(into, 'custom.fuel', fuel)
}

export function putSeparatedPlace(into: Draft, fields: readonly string[]): void {
  const [date = '', fix, latitude = '', longitude = '', speed, time = '', course, ...rest] = fields
  if (fix !== 'A' && fix !== 'V') return
  put(into, 'timestamp', dateAndTime(date, time, 'ddmmyy'))
  putPosition(
    into,
    degreesMinutes(latitude.slice(0, -1), latitude.at(-1)),
    degreesMinutes(longitude.slice(0, -1), longitude.at(-1)),
  )
  put(into, 'position.valid', fix === 'A')
  put(into, 'position.speed', decimal(speed))
  put(into, 'position.direction', decimal(course))
  if (rest[1]?.startsWith('L')) {
    putIoState(into, rest[0])
    putMileage(into, rest[1])
    return
  }
  put(into, 'position.altitude', decimal(rest[0]))
  put(into, 'position.satellites', integer(rest[1]))
}
