/** Values of one parameter in the texts of messages. Pure. */
import { timestampAfter } from '#tracking/messages/chunk.ts'

/**
 * Finds a value in each of several messages, one on a line. Messages are flat, so a name occurs once in each, unless a
 * value is a list or an object. Bytes count as characters, which makes the search several times as fast as in decoded
 * text.
 */
export function valuesIn(texts: Buffer, name: string, add: (timestamp: number, value: number) => void): void {
  const all = texts.toString('latin1')
  const key = Buffer.from(`${JSON.stringify(name)}:`).toString('latin1')
  let at = all.indexOf(key)
  let from = all.lastIndexOf('\n', at) + 1
  let end = endOfLine(all, at)
  while (at !== -1) {
    // A backslash: this is the end of another name.
    if (isFlat(all, from, end) && all[at - 1] !== '\\') {
      const value = numeric(literal(all, at + key.length))
      if (value !== undefined) add(timestampAfter(all, from), value)
    } else {
      const message = JSON.parse(texts.toString('utf8', from, all[end - 1] === ',' ? end - 1 : end))
      const value = numeric(message[name])
      if (value !== undefined) add(message.timestamp, value)
    }
    // Messages of a unit are alike: in the next one, the name stands at about the same place.
    const near = Math.max(0, at - from - slack)
    from = end + 1
    end = endOfLine(all, from)
    at = all.indexOf(key, from + near)
    if (at >= end || at === -1) {
      at = all.indexOf(key, from)
      from = all.lastIndexOf('\n', at) + 1
      end = endOfLine(all, at)
    }
  }
}

/** By how many characters numbers before the name may be shorter than in the message before. */
const slack = 32

function endOfLine(all: string, from: number): number {
  const end = all.indexOf('\n', from)
  return end === -1 ? all.length : end
}

/** Nothing is guessed about what is not flat. */
function isFlat(all: string, from: number, end: number): boolean {
  const inner = all.indexOf('{', from + 1)
  return inner === -1 || inner >= end
}

/** A number or a boolean; anything else is undefined. */
function literal(all: string, from: number): number | boolean | undefined {
  const comma = all.indexOf(',', from)
  const text = all.slice(from, comma === -1 ? all.length : comma)
  const value = text.endsWith('}') ? text.slice(0, -1) : text
  return value === 'true' ? true : value === 'false' ? false : /^-?\d/.test(value) ? Number(value) : undefined
}

const numeric = (value: unknown): number | undefined =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'number' && Number.isFinite(value) ? value : undefined
