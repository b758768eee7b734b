/** Records of a text packet: a line each, the fields of a binary record between commas. */

import { dateAndTime, decimal, integer } from '../../bytes/text.ts'
import { draft, finish, type Message, put } from '../../message.ts'
import { codesOf, putText } from './fields.ts'
import { putPlace } from './place.ts'

/** Seconds since 1970, or fourteen digits of a date in UTC. */
function time(text: string | undefined): number | undefined {
  if (text?.length !== 14) return integer(text)
  return dateAndTime(text.slice(2, 8), text.slice(8), 'yymmdd')
}

const scaled = (text: string | undefined, factor: number): number | undefined => {
  const value = decimal(text)
  return value === undefined ? undefined : value * factor
}

const placeFields = 16

export function readLines(text: string, form?: string): Message[] {
  const messages: Message[] = []
  for (const line of text.split('\n')) {
    const fields = line.trimEnd().split(',')
    if (fields.length < placeFields) continue
    const message = readLine(fields, form)
    if (message) messages.push(message)
  }
  return messages
}

function readLine(fields: readonly string[], form?: string): Message | undefined {
  const into = draft()
  const rest = fields.slice(placeFields)
  const hasForm = rest[1]?.startsWith('%') ?? false
  putPlace(into, {
    fixTime: time(fields[0]),
    time: time(fields[1]),
    longitude: scaled(fields[3], 1e-6),
    latitude: scaled(fields[4], 1e-6),
    direction: decimal(fields[5]),
    report: integer(fields[6]),
    // A distance with a point is in kilometres already.
    kilometres: scaled(fields[7], fields[7]?.includes('.') ? 1 : 0.1),
    hdop: scaled(fields[8], 0.1),
    inputs: integer(fields[9]),
    speed: decimal(fields[10]),
    outputs: integer(fields[11]),
    millivolts: decimal(fields[12]),
    driver: fields[13] === '0' ? undefined : fields[13]?.trim(),
    temperatures: [scaled(fields[14], 0.1), scaled(fields[15], 0.1)],
    text: hasForm || form ? rest[0]?.replaceAll('\u001a', '') : undefined,
  })
  if (hasForm || form) {
    const values = rest.slice(hasForm ? 2 : 1)
    for (const [index, code] of codesOf(hasForm ? rest[1]! : form!).entries()) putText(into, code, values[index] ?? '')
  } else {
    // Values whose form only the owner knows.
    put(into, 'custom.values', rest.join(',').replaceAll('\u001a', '') || undefined)
  }
  return finish(into)
}
