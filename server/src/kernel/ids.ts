import { randomBytes, randomInt } from 'node:crypto'

/** UUID version 7: sorts by time, so that new rows are together in their index. */
export function uuidv7(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Account, unit and dealer ids: random 12-digit numbers, so that nobody can guess a neighbour or count our growth. */
export const randomId = (): number => randomInt(100_000_000_000, 1_000_000_000_000)
