/**
 * How a connection begins, as steps from left to right: fixed characters and runs of a class of characters. A run is
 * greedy, so the step after it must begin with a character outside its class.
 */
import type { Recognition } from '../protocol.ts'

export interface Run {
  readonly is: (byte: number) => boolean
  readonly least: number
  readonly most: number
}

export type Step = string | Run
export type Opening = (bytes: Uint8Array) => Recognition

const run =
  (is: Run['is']) =>
  (least: number, most = least): Run => ({ is, least, most })

const isDigit = (byte: number) => byte >= 48 && byte <= 57
const isUpper = (byte: number) => byte >= 65 && byte <= 90
const isHex = (byte: number) => isDigit(byte) || ((byte & 0xdf) >= 65 && (byte & 0xdf) <= 70)

export const digits = run(isDigit)
export const hexDigits = run(isHex)
export const capitals = run(isUpper)
export const printable = run((byte) => byte >= 32 && byte < 127)
/** Printable characters other than these. */
export const except = (letters: string, least: number, most: number): Run => ({
  is: (byte) => byte >= 32 && byte < 127 && !letters.includes(String.fromCharCode(byte)),
  least,
  most,
})

/** `yes` if all steps match, `more` while the bytes end too early. */
export const opening =
  (...steps: readonly Step[]): Opening =>
  (bytes) => {
    let at = 0
    for (const step of steps) {
      if (typeof step === 'string') {
        for (let index = 0; index < step.length; index++, at++) {
          if (at >= bytes.length) return 'more'
          if (bytes[at] !== step.charCodeAt(index)) return 'no'
        }
        continue
      }
      const from = at
      while (at < bytes.length && at - from < step.most && step.is(bytes[at]!)) at++
      if (at - from < step.most && at >= bytes.length) return 'more'
      if (at - from < step.least) return 'no'
    }
    return 'yes'
  }

export const anyOf =
  (...openings: readonly Opening[]): Opening =>
  (bytes) => {
    let answer: Recognition = 'no'
    for (const one of openings) {
      const recognition = one(bytes)
      if (recognition === 'yes') return 'yes'
      if (recognition === 'more') answer = 'more'
    }
    return answer
  }
