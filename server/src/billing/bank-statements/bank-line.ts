/** A line of a bank statement: money that came in, and what makes it the same line in another file. Pure. */
import { createHash } from 'node:crypto'
import { invalidField, Refusal } from '#kernel/errors.ts'
import type { Day } from '#kernel/time/day.ts'

export const statementFormats = ['csv', 'camt053', 'mt940'] as const
export type StatementFormat = (typeof statementFormats)[number]

/** As a file has it. */
export interface ReadLine {
  /** The dealer's own account, as far as the file says. */
  readonly account: string | null
  readonly bookedOn: Day
  /** In the smallest unit of the currency, above zero. */
  readonly amount: number
  readonly currency: string
  readonly payer: string | null
  readonly iban: string | null
  readonly text: string
  /** The bank's own number for it. */
  readonly bankReference: string | null
}

export interface ReadFile {
  readonly format: StatementFormat
  readonly lines: readonly ReadLine[]
  /** Money that went out, and entries that the bank has not booked yet. */
  readonly leftOut: number
}

export const lineStates = ['open', 'matched', 'ignored'] as const
export type LineState = (typeof lineStates)[number]

export interface BankLine extends Omit<ReadLine, 'account'> {
  readonly id: string
  readonly statementId: string
  readonly state: LineState
  /** Whom it was matched to; null: nobody yet, or several at once. */
  readonly accountId: number | null
  readonly isAutomatic: boolean
  readonly matchedAt: Date | null
}

/** The whole file is refused: what cannot be read is not guessed. */
export const unreadable = (sentence: string): never => {
  throw new Refusal(invalidField('content', sentence))
}

/** Of any format: what is read in one go keeps others waiting. */
export const rowsMax = 20_000
export const tooMany = () => unreadable(`The file has more than ${rowsMax} rows. Export a shorter period.`)

const textMax = 1000
const lineMax = 200

/** One line of text without control characters, no longer than anybody reads. */
export const cleaned = (text: string, max = textMax): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, max)

export const cleanedOrNull = (text: string | undefined): string | null => cleaned(text ?? '', lineMax) || null

const squeezed = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Two files that overlap have the same lines, so a line is known by all that it says. Somebody may pay the same amount
 * twice on one day with the same words: those are counted, and the second of a file is the second of every file.
 */
export function fingerprints(lines: readonly ReadLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { account, bookedOn, amount, currency, payer, iban, text, bankReference } = line
    const key = JSON.stringify([
      ...[account, bookedOn, amount, currency, iban ?? squeezed(payer ?? '')],
      ...[squeezed(text), bankReference],
    ])
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return createHash('sha256').update(`${count} ${key}`).digest('hex')
  })
}
