/**
 * The compressed track of GB100, report type 64: a position for every second. Worked out from recorded frames, in which
 * speed, azimuth and the distance between positions agree:
 *
 *   u16 number of items, each of them of whole bytes with three bits before:
 *   011   speed (12 bits, 0.1 km/h), azimuth (9), longitude, latitude (32 each, 1e-6 degrees), time (32, seconds)
 *   101   differences to the item before: speed (7, km/h), azimuth (7), longitude (12), latitude (11)
 *   111   five bits unused: no fix in that second
 */
import { left, type Reader, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, finish, type Message, put, putPosition } from '../../message.ts'
import { ProtocolError } from '../../protocol.ts'

export const trackType = 0x64

const signed = (value: number, bits: number): number => {
  const size = 2 ** bits
  const rest = value % size
  return rest >= size / 2 ? rest - size : rest
}

export function readTrack(input: Reader, common: Draft): Message[] {
  const count = u16(input)
  const messages: Message[] = []
  let speed = 0
  let direction = 0
  let longitude = 0
  let latitude = 0
  let time = 0
  for (let index = 0; index < count && left(input) > 0; index++) {
    const first = u8(input)
    const kind = first >> 5
    time++
    if (kind === 7) continue
    if (kind === 3) {
      const rest = (first & 0x1f) * 0x1_0000 + u16(input)
      speed = (rest >> 9) / 10
      direction = rest & 0x1ff
      longitude = u32(input) | 0
      latitude = u32(input) | 0
      time = u32(input)
    } else if (kind === 5) {
      // 37 bits are more than the operators for bits can hold.
      const rest = (first & 0x1f) * 0x1_0000_0000 + u32(input)
      speed += signed(Math.floor(rest / 2 ** 30), 7)
      direction += signed(Math.floor(rest / 2 ** 23), 7)
      longitude += signed(Math.floor(rest / 2 ** 11), 12)
      latitude += signed(rest, 11)
    } else {
      throw new ProtocolError('an unknown item in a compressed track')
    }
    messages.push(place(common, time, latitude, longitude, speed, direction))
  }
  return messages
}

function place(
  common: Draft,
  time: number,
  latitude: number,
  longitude: number,
  speed: number,
  direction: number,
): Message {
  const into: Draft = { values: { ...common.values }, keys: common.keys }
  put(into, 'timestamp', time)
  put(into, 'position.valid', true)
  putPosition(into, latitude / 1e6, longitude / 1e6)
  put(into, 'position.speed', speed)
  put(into, 'position.direction', ((direction % 360) + 360) % 360)
  return finish(into)!
}
