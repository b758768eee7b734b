/** The answer to a command: u8 kind, u32 the number sent with it, text. The answer to WHERE# is a position, name by name. */
import { latin1, left, type Reader, skip, take, u32 } from '../../bytes/bytes.ts'
import { decimal } from '../../bytes/text.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, put, putPosition } from '../../message.ts'

export function readText(into: Draft, data: Reader): void {
  if (left(data) < 5) return
  skip(data, 1)
  const number = u32(data)
  const text = latin1(take(data, left(data)))
  put(into, 'message.type', 'command.answer')
  if (number > 0) put(into, 'custom.command_number', number)
  put(into, 'message.content', text)
  const values = new Map<string, string>()
  for (const line of text.split('\n').join(',').split(',')) {
    const colon = line.indexOf(':')
    if (colon > 0) values.set(line.slice(0, colon).split(' ').join('').toLowerCase(), line.slice(colon + 1).trim())
  }
  const latitude = degreesOf(values.get('lat'), 'S')
  const longitude = degreesOf(values.get('lon'), 'W')
  if (latitude === undefined || longitude === undefined) return
  putPosition(into, latitude, longitude)
  put(into, 'position.direction', decimal(values.get('course')))
  put(into, 'position.speed', decimal(values.get('speed')?.toLowerCase().split('km/h').join('')))
  put(into, 'timestamp', momentOf(values.get('datetime')))
}

/** `N31.83955` */
function degreesOf(text: string | undefined, negative: string): number | undefined {
  const value = decimal(text?.slice(1))
  return value === undefined ? undefined : text![0] === negative ? -value : value
}

/** `2017-12-02 11:29:43` */
function momentOf(text: string | undefined): number | undefined {
  if (text?.length !== 19) return undefined
  const [year, month, day, hour, minute, second] = [0, 5, 8, 11, 14, 17].map((at) =>
    decimal(text.slice(at, at === 0 ? 4 : at + 2)),
  )
  return utcSeconds(year ?? 0, month ?? 0, day ?? 0, hour ?? 24, minute ?? 60, second ?? 60)
}
