/** A line of a bank statement: incoming money, and what identifies the same line in another file. Pure. */
import { createHash } from 'node:crypto'
import { invalidField, Refusal } from '#kernel/errors.ts'
import type { Day } from '#kernel/time/day.ts'

export const statementFormats = ['csv', 'camt053', 'mt940'] as const
export type StatementFormat = (typeof statementFormats)[number]

/** As the file has it. */
export interface ReadLine {
  /** The dealer's own account, if the file states it. */
  readonly account: string | null
  readonly bookedOn: Day
  /** In the smallest unit of the currency, above zero. */
  readonly amount: number
  readonly currency: string
  readonly payer: string | null
  readonly iban: string | null
  readonly text: string
  /** The bank's own reference. */
  readonly bankReference: string | null
}

export interface ReadFile {
  readonly format: StatementFormat
  readonly lines: readonly ReadLine[]
  /** Counts outgoing money, and entries that the bank has not booked yet. */
  readonly leftOut: number
}

export const lineStates = ['open', 'matched', 'ignored'] as const
export type LineState = (typeof lineStates)[number]

export interface BankLine extends Omit<ReadLine, 'account'> {
  readonly id: string
  readonly statementId: string
  readonly state: LineState
  /** The account it is matched to; null: none yet, or several. */
  readonly accountId: number | null
  readonly isAutomatic: boolean
  readonly matchedAt: Date | null
}

/** Refuses the whole file: we do not guess what we cannot read. */
export const unreadable = (sentence: string): never => {
  throw new Refusal(invalidField('content', sentence))
}

/** In any format: a file is read in one go, and others wait meanwhile. */
export const rowsMax = 20_000
export const tooMany = () => unreadable(`The file has more than ${rowsMax} rows. Export a shorter period.`)

const textMax = 1000
const lineMax = 200

/** One line of text without control characters, cut to what a person would read. */
export const cleaned = (text: string, max = textMax): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, max)

export const cleanedOrNull = (text: string | undefined): string | null => cleaned(text ?? '', lineMax) || null

const squeezed = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Overlapping files have the same lines, so a line is identified by everything it says. Someone may pay the same amount
 * twice on one day with the same text: equal lines are counted, and the second in one file is the second in every file.
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
