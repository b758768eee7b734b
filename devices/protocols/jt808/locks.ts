/** Items of locks and seals behind the terminal. */
import { i8, latin1, left, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { integer } from '../../bytes/text.ts'
import { put } from '../../message.ts'
import { entries, type Row } from './rows.ts'

/** How a lock was opened, then a card of four bytes or a password of six, then the result. */
export const unlocked: Row = (into, data, size) => {
  if (size === 0) return false
  put(into, 'custom.lock_command', u8(data))
  if (size === 5 || size === 6) put(into, 'custom.lock_card', u32(data))
  else if (size >= 7) put(into, 'custom.lock_password', latin1(take(data, 6)))
  if (size % 2 === 0 && left(data) > 0) put(into, 'custom.unlock_result', u8(data))
  return true
}

/** `*M00…` of a lock behind the terminal; its battery in hundredths of a volt. */
export const lockText: Row = (into, data, size) => {
  const line = latin1(take(data, size))
  if (line.startsWith('*M00')) put(into, 'battery.voltage', (integer(line.slice(10, 13)) ?? Number.NaN) / 100)
  put(into, 'custom.lock_text', line)
  return true
}

/** An event; 61 to 66 name a lock and the card that opened it. */
export const lockEvent: Row = (into, data, size) => {
  if (size < 2) return false
  const event = u16(data)
  put(into, 'event.enum', event)
  if (event >= 0x61 && event <= 0x66 && size >= 16) {
    put(into, 'custom.lock_id', toHex(take(data, 6)))
    put(into, 'driver.id', latin1(take(data, 8)))
  }
  return true
}

/** A number of locks: id and card of five bytes, battery, state in which bit 5 means open. */
export const locks: Row = (into, data, size) => {
  const count = u8(data)
  if (size !== 1 + count * 13) return false
  for (let n = 1; n <= count; n++) {
    put(into, `custom.lock_${n}_id`, toHex(take(data, 5)))
    put(into, `custom.lock_${n}_card`, toHex(take(data, 5)))
    put(into, `custom.lock_${n}_battery`, u8(data))
    put(into, `custom.lock_${n}_locked`, (u16(data) & 0x20) === 0)
  }
  return true
}

/** Locks of another maker: id, millivolts, sealed or not, state, strength. */
export const seals: Row = entries(11, (into, data, n) => {
  put(into, `custom.lock_${n}_id`, toHex(take(data, 6)))
  put(into, `custom.lock_${n}_battery`, u16(data) / 1000)
  put(into, `custom.lock_${n}_seal`, u8(data) === 0x31)
  put(into, `custom.lock_${n}_state`, u8(data))
  put(into, `custom.lock_${n}_rssi`, i8(data))
})

export const string: Row = (into, data, size) => {
  if (size !== 1 && size < 3) return false
  // Some firmware sends the last byte alone.
  if (size >= 3) put(into, 'custom.string_cuts', u16(data))
  const bits = u8(data)
  put(into, 'custom.string', (bits & 1) !== 0)
  put(into, 'movement.status', (bits & 4) !== 0)
  put(into, 'custom.cover', (bits & 8) !== 0)
  return true
}
