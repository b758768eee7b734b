/**
 * Electronic locks of Jointech, which share the envelope.
 *
 *   5501 5502   date and time (6 BCD, DD MM YY hh mm ss, UTC), latitude (8 digits ddmmmmmm), longitude (9 digits dddmmmmmm)
 *               and four bits (fix, north, east), speed km/h, direction / 2, signal, satellites, mileage u32 km,
 *               battery %, LAC u16, cell id u32, state (5 bytes), { id, length, data }
 *   (…)         lines of text: (number,1,001,BASE,2,TIME) asks for the time; the others answer commands
 */
import { i16, latin1, left, part, type Reader, take, toHex, u8, u16, u32 } from '../../bytes.ts'
import { draft, finish, type Message, put, putCells, putPosition } from '../../message.ts'
import { dateAndTime, integer } from '../../text.ts'
import { timeDigits } from './packet.ts'

/** ddmmmmmm, the last four digits being ten-thousandths of a minute. */
function degrees(digits: string): number | undefined {
  const size = digits.length - 6
  const whole = integer(digits.slice(0, size))
  const minutes = integer(digits.slice(size))
  return whole === undefined || minutes === undefined ? undefined : whole + minutes / 600_000
}

export function readLock(input: Reader): Message[] {
  const into = draft()
  const date = toHex(take(input, 3))
  put(into, 'timestamp', dateAndTime(date, toHex(take(input, 3)), 'ddmmyy'))
  const latitude = degrees(toHex(take(input, 4)))
  const rest = toHex(take(input, 5))
  const longitude = degrees(rest.slice(0, 9))
  const flags = Number.parseInt(rest[9]!, 16)
  put(into, 'position.valid', (flags & 1) !== 0)
  if (latitude !== undefined && longitude !== undefined) {
    putPosition(into, flags & 2 ? latitude : -latitude, flags & 4 ? longitude : -longitude)
  }
  put(into, 'position.speed', u8(input))
  put(into, 'position.direction', u8(input) * 2)
  put(into, 'custom.rssi', u8(input))
  put(into, 'position.satellites', u8(input))
  put(into, 'vehicle.mileage', u32(input))
  const battery = u8(input)
  if (battery <= 100) put(into, 'battery.level', battery)
  const lac = u16(input)
  const cellid = u32(input)
  put(into, 'custom.state', toHex(take(input, 5)))
  while (left(input) >= 2) {
    const id = u8(input)
    const item = part(input, Math.min(u8(input), left(input)))
    readItem(into, id, item)
  }
  const mcc = into.values['gsm.mcc']
  putCells(into, [{ mcc: typeof mcc === 'number' ? mcc : undefined, lac, cellid }])
  const message = finish(into)
  return message ? [message] : []
}

function readItem(into: ReturnType<typeof draft>, id: number, item: Reader): void {
  const size = left(item)
  if (id === 0x0a && size >= 3) {
    put(into, 'gsm.mcc', u16(item) || undefined)
  } else if (id === 0x0b && size === 8) {
    // How it was opened, the password, 101 when it was refused.
    put(into, 'custom.unlock_kind', u8(item))
    put(into, 'custom.unlock_code', latin1(take(item, 6)))
    put(into, 'custom.unlock_result', u8(item))
  } else if (id === 0x0c && size === 6) {
    put(into, 'custom.tilt', `[${i16(item)},${i16(item)},${i16(item)}]`)
  } else if (size > 0) {
    put(into, `custom.param.${id}`, toHex(take(item, size)))
  }
}

export interface Line {
  readonly ident: string
  readonly messages: readonly Message[]
  readonly reply?: string
}

/** Undefined when it is no line of such a lock. */
export function readLine(text: string, receivedAt: Date): Line | undefined {
  const fields = text.slice(1, -1).split(',')
  const [ident = '', one, group, word, number, question] = fields
  if (fields.length < 4 || text[0] !== '(' || text.at(-1) !== ')') return undefined
  if (word === 'BASE' && number === '2' && question === 'TIME') {
    return { ident, messages: [], reply: `(${ident},${one},${group},BASE,2,${timeDigits(receivedAt)})` }
  }
  const into = draft()
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', text)
  return { ident, messages: [finish(into)!] }
}
