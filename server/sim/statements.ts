/**
 * Thousands of payments by bank, with typos, part payments, duplicates and unrelated lines, in overlapping files of
 * three formats. What the product proposes, matches automatically and books is compared with the intended purpose of
 * each payment.
 */

import {
  ignoreLine,
  importStatement,
  lineSorts,
  listLines,
  matchLines,
  type ShownLine,
} from '#billing/bank-statements/actions.ts'
import { createInvoice } from '#billing/client-invoices/actions.ts'
import { createPlan } from '#billing/plans/actions.ts'
import { createManagedAccount } from '#customers/accounts/actions.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import { setInvoiceSettings } from '#identity/company/actions.ts'
import { createDealer } from '#identity/dealers/actions.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { everyItem, type Sort } from '#kernel/api/lists.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { creditorReference } from '#kernel/money/creditor-reference.ts'
import type { TestApi } from '#testing/api.ts'
import { type Debt, type Line, type Payer, type Payment, someIban, someName, Town, type Truth } from './payers.ts'
import { asCamt, asCsv, asMt940 } from './statement-files.ts'

export interface StatementOptions {
  readonly lines: number
  readonly seed: number
  say(sentence: string): void
}

export interface StatementResult {
  readonly lines: number
  readonly automatic: number
  readonly falseAutomatic: number
  readonly proposedRightly: number
  readonly share: number
  readonly byKind: Readonly<Record<string, string>>
  readonly violations: readonly string[]
}

const fileLines = 500
const shareMin = 0.95
const amounts = [990, 1190, 1250, 2380, 4760, 5950, 11_900]

type Whole = (max: number) => number

export async function liveOnStatements(api: TestApi, options: StatementOptions): Promise<StatementResult> {
  const { lines: wanted, seed, say } = options
  const random = randomFrom(String(seed))
  const whole: Whole = (max) => Math.floor(random() * max)
  const call = await aDealer(api)
  const { payers, debts } = await invoice(call, wanted, whole, say)
  const town = new Town(payers, debts, whole)
  const tally = new Tally()
  let [before, count]: [readonly Payment[], number] = [[], 0]
  for (let file = 0; count < wanted; file++) {
    const day = new Date(Date.parse('2026-03-02') + file * 86_400_000).toISOString().slice(0, 10)
    api.ctx.clock.set(new Date(`${day}T20:00:00Z`))
    const size = Math.min(fileLines, Math.ceil(wanted / 4), wanted - count)
    const payments = distinct(town.file(size, day))
    if (payments.length === 0) break
    count += payments.length
    // The next file begins with the end of the last one, as downloads do.
    const overlap = before.slice(-Math.ceil(before.length / 3))
    await deliver(call, tally, overlap, payments, file)
    before = payments
    say(`${count} lines: ${tally.sentence()}`)
  }
  await judgeBooks(call, tally, debts, count)
  return { lines: count, ...tally.result() }
}

/** Only the bank could distinguish lines that are equal in every field. */
const distinct = (payments: readonly Payment[]): Payment[] => [
  ...new Map(payments.map((payment) => [keyOf(payment.line), payment])).values(),
]

async function aDealer(api: TestApi): Promise<Call> {
  const { dealerId } = await createDealer(api.ctx, { name: 'Statements', dialect: 'provider', isVerified: true })
  const validate: Call['validate'] = (problems = []) => {
    if (problems[0]) throw new Error(problems[0].message)
  }
  const call = { ...api.ctx, dealer: dealerId, apps: dialects.provider.apps, actor: operator('sim'), validate }
  await setInvoiceSettings(call, {
    timeZone: 'Europe/Vilnius',
    prefix: '',
    termsDays: 14,
    note: null,
    allowsPartPayments: false,
  })
  return call
}

async function invoice(call: Call, count: number, whole: Whole, say: StatementOptions['say']) {
  const plan = await createPlan(call, {
    managedPlanId: '019a0000-0000-7000-8000-000000000104',
    ...{ appId: fleetApp, name: 'Fleet', modules: [], description: null },
    quotas: { unit: 10_000, geofence: 0, unit_storage: 10_240 },
  })
  const payers: Payer[] = []
  for (let index = 0; index < Math.ceil(count / 6); index++) {
    const name = someName(whole)
    const { id } = await createManagedAccount(call, {
      ...{ regApps: [fleetApp], title: name, description: undefined },
      user: { name: `payer-${call.dealer}-${index}`, loginKey: 'client', description: null },
      tariffPlans: { [fleetApp]: plan.id },
    })
    payers.push({ accountId: id, name, iban: someIban(whole) })
  }
  const debts: Debt[] = []
  for (let index = 0; index < count; index++) {
    const payer = whole(payers.length)
    const unitAmount = (amounts[whole(amounts.length)] as number) * (1 + whole(4))
    const line = { description: 'Tracking', quantity: 1, unitAmount, discountRate: 0, taxRate: 0 }
    const input = { currency: 'eur', dueOn: null, note: null, lines: [line] }
    const { id, number, total } = await createInvoice(call, (payers[payer] as Payer).accountId, input, false)
    debts.push({
      id,
      number: number as string,
      reference: creditorReference(number as string),
      payer,
      total,
      open: total,
    })
    if (index % 2000 === 1999) say(`${index + 1} invoices`)
  }
  return { payers, debts }
}

const writers = [asCsv, asCamt, asMt940]

/** By everything that a payer and a bank wrote; spaces are lost where banks cut lines. */
const keyOf = ({ bookedOn, amount, currency, iban, payer, text }: Line) =>
  [bookedOn, amount, currency, iban, ...[payer, text].map((words) => words.replaceAll(/\s/g, ''))].join('|')

async function deliver(
  call: Call,
  tally: Tally,
  overlap: readonly Payment[],
  payments: readonly Payment[],
  file: number,
) {
  const write = writers[file % writers.length] as typeof asCsv
  const name = `file ${file}`
  const send = (some: readonly Payment[], as = write) =>
    importStatement(call, { name, content: as(some.map(({ line }) => line)), currency: 'eur', columns: null }, false)
  const { id, newCount } = await send(payments)
  tally.expect(newCount === payments.length, `${name}: ${newCount} of ${payments.length} lines are new`)
  tally.expect((await send(payments)).newCount === 0, `${name}: sent again, it has new lines`)
  const previous = writers[(file + writers.length - 1) % writers.length] as typeof asCsv
  if (overlap.length > 0) {
    const repeated = (await send(overlap, previous)).newCount
    tally.expect(repeated === 0, `${name}: ${repeated} lines of the file before are new`)
  }
  const found = new Map<string, ShownLine>()
  const read = (page: Parameters<typeof listLines>[2]) => listLines(call, { statements: [id as string] }, page)
  for await (const line of everyItem(lineSorts.id as Sort, read))
    found.set(keyOf({ ...line, payer: line.payer ?? '', iban: line.iban ?? '' }), line)
  const pairs = payments.flatMap((payment) => {
    const line = found.get(keyOf(payment.line))
    tally.expect(line !== undefined, `${name}: a line was read wrongly: ${JSON.stringify(payment.line)}`)
    return line ? [{ payment, line }] : []
  })
  for (const { payment, line } of pairs) tally.judge(payment, line)
  await correct(call, pairs)
}

/** As a person would: accepts correct proposals, corrects wrong ones, and ignores what is not ours. */
async function correct(call: Call, pairs: readonly { readonly payment: Payment; readonly line: ShownLine }[]) {
  const open = pairs.filter(({ line }) => line.state === 'open')
  const matches = open.flatMap(({ payment: { truth }, line: { id } }) => {
    if (!truth) return []
    const parts = truth.parts.map(([invoiceId, amount]) => ({ invoiceId, amount }))
    return [{ id, parts, accountId: truth.credit > 0 ? truth.accountId : null }]
  })
  for (let at = 0; at < matches.length; at += 200) await matchLines(call, matches.slice(at, at + 200))
  for (const { payment, line } of open) if (!payment.truth) await ignoreLine(call, line.id, true)
}

const meaning = (truth: Truth): string =>
  truth === null ? 'nothing' : JSON.stringify([truth.parts.toSorted(), truth.credit, truth.accountId])

/** How the product understood a line, in the terms of the intended purpose. */
function understood({ state, matched, proposals, accountId }: ShownLine): string {
  if (state === 'matched') {
    const parts = matched.map(({ invoiceId, amount }) => [invoiceId as string, amount] as const)
    return meaning({ parts, credit: 0, accountId: accountId ?? 0 })
  }
  const [best] = proposals
  if (!best) return meaning(null)
  const parts = best.parts.map(({ invoiceId, amount }) => [invoiceId, amount] as const)
  return meaning({ parts, credit: best.credit, accountId: best.accountId })
}

class Tally {
  readonly violations: string[] = []
  readonly #kinds = new Map<string, { all: number; right: number }>()
  /** The total that was intended: money for invoices, and credit. */
  meantPaid = 0
  meantCredit = 0
  #automatic = 0
  #falseAutomatic = 0

  expect(isSo: boolean, otherwise: string): void {
    if (!isSo) this.violations.push(otherwise)
  }

  judge({ kind, truth, line: { amount } }: Payment, line: ShownLine): void {
    const isRight = understood(line) === meaning(truth)
    const tally = this.#kinds.get(kind) ?? { all: 0, right: 0 }
    this.#kinds.set(kind, { all: tally.all + 1, right: tally.right + (isRight ? 1 : 0) })
    if (truth) this.meantCredit += truth.credit
    if (truth) this.meantPaid += amount - truth.credit
    if (line.state !== 'matched') return
    this.#automatic++
    if (isRight) return
    this.#falseAutomatic++
    this.violations.push(`matched falsely: ${line.text} ${understood(line)} instead of ${meaning(truth)}`)
  }

  #sums() {
    const kinds = [...this.#kinds.values()]
    const sum = (of: 'all' | 'right') => kinds.reduce((total, kind) => total + kind[of], 0)
    return { all: sum('all'), right: sum('right') }
  }

  sentence(): string {
    const { all, right } = this.#sums()
    return `${right} of ${all} proposed rightly, ${this.#automatic} matched at once, ${this.#falseAutomatic} of them falsely`
  }

  result(): Omit<StatementResult, 'lines'> {
    const { all, right } = this.#sums()
    const share = right / Math.max(1, all)
    this.expect(share >= shareMin, `only ${right} of ${all} lines were proposed rightly`)
    const byKind = Object.fromEntries([...this.#kinds].map(([kind, one]) => [kind, `${one.right} of ${one.all}`]))
    const share4 = Math.round(share * 10_000) / 10_000
    const { violations } = this
    return {
      automatic: this.#automatic,
      falseAutomatic: this.#falseAutomatic,
      proposedRightly: right,
      share: share4,
      byKind,
      violations,
    }
  }
}

/** In the end the books match what people intended, to the cent. */
async function judgeBooks({ db, dealer }: Call, tally: Tally, debts: readonly Debt[], count: number): Promise<void> {
  const invoices = await db
    .selectFrom('clientInvoices')
    .select(['id', 'total', 'paidTotal', 'status'])
    .where('dealerId', '=', dealer)
    .execute()
  const byId = new Map(invoices.map((one) => [one.id, one]))
  for (const { id, number, open } of debts) {
    const there = byId.get(id)
    const left = there ? there.total - there.paidTotal : Number.NaN
    tally.expect(left === open, `invoice ${number} has ${left} open instead of ${open}`)
    tally.expect((there?.status === 'paid') === (open === 0), `invoice ${number} is ${there?.status} with ${open} open`)
  }
  const paid = invoices.reduce((sum, one) => sum + one.paidTotal, 0)
  tally.expect(paid === tally.meantPaid, `${paid} were paid instead of ${tally.meantPaid}`)
  const credits = await db.selectFrom('clientCredits').select('amount').where('dealerId', '=', dealer).execute()
  const credit = credits.reduce((sum, { amount }) => sum + amount, 0)
  tally.expect(credit === tally.meantCredit, `${credit} are credit instead of ${tally.meantCredit}`)
  const lines = await db.selectFrom('bankLines').select('state').where('dealerId', '=', dealer).execute()
  tally.expect(lines.length === count, `${lines.length} lines are kept instead of ${count}`)
  tally.expect(!lines.some(({ state }) => state === 'open'), 'lines are left open')
}
