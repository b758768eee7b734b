/** The proof of an erasure when nothing else is left: numbers and times. Pure. */

export interface Erasure {
  readonly id: string
  readonly accountId: number | null
  readonly askedBy: 'client' | 'operator'
  readonly askedAt: Date
  readonly dueAt: Date
  readonly erasedAt: Date | null
  readonly counts: Counts | null
}

/** How much was erased. `records`: rows of logs, events, emails and the like that mentioned the account. */
export interface Counts {
  readonly people: number
  readonly units: number
  readonly messages: number
  readonly records: number
  /** Bills that the law requires to keep, without name and address. */
  readonly billsKept: number
}

const graceDays = 7
export const dueAfter = (now: Date): Date => new Date(now.getTime() + graceDays * 86_400_000)

export const certificateText = (erasure: Erasure): string => {
  const { people = 0, units = 0, messages = 0, records = 0, billsKept = 0 } = erasure.counts ?? {}
  return [
    `Certificate of erasure ${erasure.id}`,
    `Requested by the ${erasure.askedBy} on ${stamp(erasure.askedAt)}, erased on ${stamp(erasure.erasedAt)}.`,
    `Erased: 1 account, ${people} people, ${units} units, ${messages} messages with everything computed from them, ` +
      `and ${records} rows of logs, events and emails that mentioned them.`,
    `Kept because the law requires it: ${billsKept} bills, as amounts and dates without name and address, and the ` +
      'invoices of the platform to its dealer, which name no client.',
    'Backups made before this day still contain the data until they are deleted.',
  ].join('\n')
}

const stamp = (at: Date | null): string => (at ? `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '—')
