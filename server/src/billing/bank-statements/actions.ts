/** Bank statements: files are imported, each line is stored once, and lines pay invoices (docs/decisions/0096). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Page } from '#kernel/api/lists.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { hasAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, Refusal } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { bookCredit, findByLine, unbook } from '../client-credit/actions.ts'
import { listPayables, readInvoicing, revertLine, takePayment } from '../client-invoices/actions.ts'
import { type BankLine, fingerprints, type ReadLine } from './bank-line.ts'
import type { SaidColumns } from './csv.ts'
import { Ledger, type Proposal, withoutRivals } from './proposal.ts'
import { type ReadStatement, readStatement } from './read-file.ts'
import * as store from './store.ts'

export type { ListedStatement } from './store.ts'
export const { lineSorts, statementSorts } = store

export interface StatementFile {
  readonly name: string
  readonly content: string
  /** For lines that don't state their own. */
  readonly currency: string
  /** Null: as in the last file with the same column names, or as we guess. */
  readonly columns: SaidColumns | null
}

export interface ImportedStatement extends ReadStatement {
  readonly id: string | null
  readonly newCount: number
  readonly matchedCount: number
}

export async function importStatement(
  caller: Call,
  file: StatementFile,
  isDryRun: boolean,
): Promise<ImportedStatement> {
  caller.validate()
  const read = await readRemembering(caller, file, isDryRun)
  const prints = fingerprints(read.lines)
  const known = await store.countKnown(caller.db, caller.dealer, prints)
  const preview = { ...read, id: null, newCount: read.lines.length - known, matchedCount: 0 }
  if (isDryRun) return preview
  if (read.lines.length === 0) return refuseEmpty(read)
  const { id, fresh } = await keep(caller, file.name, read, prints)
  return { ...preview, id, newCount: fresh.length, matchedCount: await matchCertain(caller, fresh) }
}

function refuseEmpty({ table, columns }: ReadStatement): never {
  const isUnmapped = table !== null && (columns?.date === null || columns?.amount === null)
  const sentence = isUnmapped
    ? 'The date and amount columns were not recognised. Choose them.'
    : 'This file has no incoming payments, so there is nothing to import.'
  throw new Refusal(invalidField('content', sentence))
}

const attempt = <T>(work: () => T): (() => T) => {
  try {
    const done = work()
    return () => done
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/**
 * Reading is pure, so the stored columns must be known before: a first reading finds the column names, even if it
 * guesses wrong what they mean. A preview gets the guess if the stored columns no longer fit.
 */
async function readRemembering(
  caller: Call,
  { content, currency, columns }: StatementFile,
  isDryRun: boolean,
): Promise<ReadStatement> {
  let head: readonly string[] | undefined
  const look = attempt(() =>
    readStatement(content, currency, columns, (found) => {
      head = found
      return null
    }),
  )
  const remembered = head && (await store.findColumns(caller.db, caller.dealer, head))
  if (!remembered) return look()
  try {
    return readStatement(content, currency, { ...remembered, defaultCurrency: currency })
  } catch (error) {
    if (isDryRun) return look()
    throw error
  }
}

const keep = (caller: Call, name: string, read: ReadStatement, prints: readonly string[]) =>
  inTransaction(caller, async (call) => {
    const now = call.clock.now()
    const [id, dealerId] = [uuidv7(now), call.dealer]
    const { format, table, columns, leftOut } = read
    const lineCount = read.lines.length
    const head = table?.head ?? null
    await store.insertStatement(call.db, {
      ...{ id, dealerId, name, format, head, columns, lineCount, newCount: 0, leftOut, createdAt: now },
    })
    if (head && columns) await store.rememberColumns(call.db, dealerId, head, columns)
    const lines = read.lines.map((line, index) => newLine(line, id, dealerId, prints[index] as string, now))
    const inserted = await store.insertLines(call.db, lines)
    await store.saveCount(call.db, id, inserted.size)
    const after = { name, format, lineCount, newCount: inserted.size }
    await recordChange(call, { dealer: dealerId, action: 'bank-statements.import', subject: id, after })
    return { id, fresh: lines.filter((line) => inserted.has(line.id)) }
  })

function newLine(
  { account: _, ...line }: ReadLine,
  statementId: string,
  dealerId: number,
  fingerprint: string,
  now: Date,
) {
  const untouched = { state: 'open', accountId: null, isAutomatic: false, matchedAt: null } as const
  return { id: uuidv7(now), statementId, dealerId, fingerprint, ...line, ...untouched }
}

const openLedger = async (call: Call): Promise<{ ledger: Ledger; titles: ReadonlyMap<number, string> }> => {
  const [payables, known, payers] = [
    await listPayables(call),
    await store.listNames(call.db, call),
    await store.listPayers(call.db, call.dealer),
  ]
  const names = known.flatMap(({ id: accountId, title, company, contact }) =>
    [title, company, contact].flatMap((name) => (name ? [{ accountId, name }] : [])),
  )
  const buyers = payables.flatMap(({ accountId, buyer }) => (buyer ? [{ accountId, name: buyer }] : []))
  const unique = new Map([...names, ...buyers].map((one) => [`${one.accountId} ${one.name}`, one]))
  return {
    ledger: new Ledger(payables, [...unique.values()], payers),
    titles: new Map(known.map(({ id, title }) => [id, title])),
  }
}

/** One after the other, each in its own transaction: lines that remain if we are stopped keep their proposal. */
async function matchCertain(caller: Call, lines: readonly BankLine[]): Promise<number> {
  if (lines.length === 0) return 0
  const { ledger } = await openLedger(caller)
  const paid = new Set<string>()
  for (const line of lines) {
    // Others are served between the lines of a long file.
    await nextTurn()
    const [proposal] = ledger.propose(line)
    const [part] = proposal?.parts ?? []
    if (proposal?.confidence !== 'certain' || !part || paid.has(part.invoiceId)) continue
    paid.add(part.invoiceId)
    try {
      await inTransaction(caller, (call) => matchLine(call, { id: line.id, ...proposal }, true))
    } catch (error) {
      // Someone paid it meanwhile: the match is no longer certain, and a person decides.
      if (!(error instanceof Refusal)) throw error
      paid.delete(part.invoiceId)
    }
  }
  return paid.size
}

export interface Match {
  readonly id: string
  readonly parts: readonly { readonly invoiceId: string; readonly amount: number }[]
  /** The account whose credit gets what the parts leave over; null: they leave nothing. */
  readonly accountId: number | null
}

/** All of them or none. */
export const matchLines = (caller: Call, matches: readonly Match[]): Promise<readonly string[]> =>
  inTransaction(caller, async (call) => {
    call.validate(repeated(matches))
    for (const match of matches) await matchLine(call, match, false)
    return matches.map(({ id }) => id)
  })

const repeated = (matches: readonly Match[]) =>
  matches.flatMap(({ id, parts }, index) => [
    ...(matches.findIndex((one) => one.id === id) < index
      ? [invalidField(`matches.${index}.id`, `matches.${index}.id appears twice.`)]
      : []),
    ...(new Set(parts.map(({ invoiceId }) => invoiceId)).size < parts.length
      ? [invalidField(`matches.${index}.parts`, `matches.${index}.parts names an invoice twice.`)]
      : []),
  ])

async function matchLine(call: Call, { id, parts, accountId }: Match, isAutomatic: boolean): Promise<void> {
  const line = (await store.findLineForUpdate(call.db, call.dealer, id)) ?? notFound('line')
  if (line.state === 'matched') conflict('This line is already matched. Undo the match first.')
  const { amount, currency, bookedOn } = line
  const left = parts.reduce((rest, part) => rest - part.amount, amount)
  if (left < 0) conflict('The parts add up to more than the line. Lower one of them.')
  if (left > 0 && accountId === null)
    conflict('The parts add up to less than the line. Choose whose credit gets the rest.')
  const { today } = await readInvoicing(call)
  const paidOn = bookedOn > today ? today : bookedOn
  const comment = line.payer
  const accounts = new Set<number>()
  for (const part of parts) {
    const paid = { paidOn, currency, amount: part.amount, comment, bankLineId: id }
    accounts.add((await takePayment(call, part.invoiceId, paid)).accountId)
  }
  if (left > 0 && accountId !== null) {
    if (!(await hasAccount(call.db, call, accountId))) notFound('account')
    const entry = { dealerId: call.dealer, accountId, currency, kind: 'overpayment', amount: left } as const
    await bookCredit(call, { ...entry, bookedOn: paidOn, way: 'transfer', bankLineId: id, comment })
    accounts.add(accountId)
  }
  const [only = null] = accounts.size === 1 ? accounts : []
  const after: BankLine = { ...line, state: 'matched', accountId: only, isAutomatic, matchedAt: call.clock.now() }
  await store.saveLine(call.db, after)
  const change = { dealer: call.dealer, subject: id, before: { state: line.state } }
  await recordChange(call, {
    ...change,
    action: 'bank-lines.match',
    after: { state: 'matched', isAutomatic, parts, credit: left },
  })
}

/** Removes its payments and its credit; a due date that they moved stays. */
export const undoMatch = (caller: Call, id: string): Promise<string> =>
  inTransaction(caller, async (call) => {
    const line = (await store.findLineForUpdate(call.db, call.dealer, id)) ?? notFound('line')
    if (line.state !== 'matched') conflict('This line is not matched. Nothing is left to undo.')
    await revertLine(call, id)
    const credit = await findByLine(call, id)
    if (credit) await unbook(call, credit)
    await store.saveLine(call.db, { ...line, state: 'open', accountId: null, isAutomatic: false, matchedAt: null })
    const change = { dealer: call.dealer, subject: id, before: { state: line.state }, after: { state: 'open' } }
    await recordChange(call, { ...change, action: 'bank-lines.undo' })
    return id
  })

/** For money that has nothing to do with invoices, such as interest. */
export const ignoreLine = (caller: Call, id: string, isIgnored: boolean): Promise<string> =>
  inTransaction(caller, async (call) => {
    const line = (await store.findLineForUpdate(call.db, call.dealer, id)) ?? notFound('line')
    call.validate()
    if (line.state === 'matched') conflict('This line is matched. Undo the match first.')
    const state = isIgnored ? 'ignored' : 'open'
    await store.saveLine(call.db, { ...line, state })
    const change = { dealer: call.dealer, subject: id, before: { state: line.state }, after: { state } }
    await recordChange(call, { ...change, action: 'bank-lines.ignore' })
    return id
  })

/** For a file imported by mistake; removes the lines that it added. */
export const removeStatement = (caller: Call, id: string): Promise<string> =>
  inTransaction(caller, async (call) => {
    const before = (await store.findStatement(call.db, call.dealer, id)) ?? notFound('statement')
    if (await store.hasMatched(call.db, id)) conflict('Lines of this statement are matched. Undo their matches first.')
    await store.removeStatement(call.db, id)
    const { name, lineCount } = before
    const change = { dealer: call.dealer, subject: id, before: { name, lineCount } }
    await recordChange(call, { ...change, action: 'bank-statements.remove' })
    return id
  })

export const listStatements = (call: Call, ids: readonly string[] | undefined, page: Page) =>
  store.listStatements(call.db, call.dealer, ids, page)

export interface ShownLine extends BankLine {
  readonly proposals: readonly (Proposal & { readonly accountTitle: string })[]
  readonly matched: readonly store.Matched[]
  readonly accountTitle: string | null
}

export async function listLines(call: Call, filter: store.LineFilter, page: Page): Promise<ShownLine[]> {
  const lines = await store.listLines(call.db, call.dealer, filter, page)
  if (lines.length === 0) return []
  const { ledger, titles } = await openLedger(call)
  const matched = await store.listMatched(
    call.db,
    lines.filter(({ state }) => state === 'matched').map(({ id }) => id),
  )
  const byLine = Map.groupBy(matched, ({ lineId }) => lineId)
  const titleOf = (accountId: number) => titles.get(accountId) ?? String(accountId)
  const options: (readonly Proposal[])[] = []
  for (const line of lines) {
    await nextTurn()
    options.push(line.state === 'open' ? ledger.propose(line) : [])
  }
  const proposed = withoutRivals(options)
  return lines.map((line, index) => ({
    ...line,
    proposals: (proposed[index] ?? []).map((one) => ({ ...one, accountTitle: titleOf(one.accountId) })),
    matched: byLine.get(line.id) ?? [],
    accountTitle: line.accountId === null ? null : titleOf(line.accountId),
  }))
}

/** Forgets who paid, but keeps that money came in. */
export const pseudonymiseLines = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  store.pseudonymise(ctx.db, accountId)
