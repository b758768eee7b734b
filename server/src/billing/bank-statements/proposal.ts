/**
 * Which invoices a line of a statement pays. Reasons add up; the best sum wins if it is clearly ahead. Only a complete
 * reference with its check digits, for exactly the open amount, is certain (docs/decisions/0096). Pure.
 */
import { creditorReference, isCreditorReference } from '#kernel/money/creditor-reference.ts'
import type { PayableInvoice } from '../client-invoices/client-invoice.ts'
import type { ReadLine } from './bank-line.ts'
import { NameBook } from './names.ts'
import { NearIndex } from './near.ts'

export type Payable = Omit<PayableInvoice, 'buyer'>

export interface KnownName {
  readonly accountId: number
  readonly name: string
}

/** The account that an earlier line from this IBAN was matched to. */
export interface KnownPayer {
  readonly accountId: number
  readonly iban: string
}

export const reasons = [
  ...(['reference', 'reference_typo', 'number', 'number_typo', 'payer_iban', 'payer_name', 'payer_like'] as const),
  ...(['amount', 'amount_sum', 'part', 'over', 'double', 'advance', 'other_payer', 'ambiguous', 'rival'] as const),
] as const
export type Reason = (typeof reasons)[number]

const weights: Readonly<Record<Reason, number>> = {
  ...{ reference: 60, reference_typo: 42, number: 40, number_typo: 22 },
  ...{ payer_iban: 32, payer_name: 27, payer_like: 17, other_payer: -15 },
  ...{ amount: 25, amount_sum: 22, part: 0, over: 0, double: -5, advance: 0, ambiguous: 0, rival: 0 },
}

export const confidences = ['certain', 'likely', 'possible'] as const
type Confidence = (typeof confidences)[number]

export interface Proposal {
  readonly confidence: Confidence
  readonly parts: readonly { readonly invoiceId: string; readonly number: string; readonly amount: number }[]
  readonly accountId: number
  /** What is left over becomes the client's credit. */
  readonly credit: number
  readonly reasons: readonly Reason[]
}

export type Payment = Pick<ReadLine, 'amount' | 'currency' | 'payer' | 'iban' | 'text'>

const sumMax = 50
const [possibleMin, likelyMin, lead] = [25, 45, 8]
/** A shorter number appears in too many texts by chance. */
const numberMin = 5

/** Letters that are mistaken for digits, and the reverse. */
const alike = (text: string): string => text.replaceAll('O', '0').replaceAll(/[IL]/g, '1')

export class Ledger {
  readonly #numbers = new NearIndex<Payable>()
  readonly #references = new NearIndex<Payable>()
  readonly #open = new Map<number, Payable[]>()
  readonly #settled = new Map<number, Payable[]>()
  readonly #byIban = new Map<string, Set<number>>()
  readonly #names = new NameBook()
  #longest = 0

  constructor(payables: readonly Payable[], names: readonly KnownName[], payers: readonly KnownPayer[]) {
    for (const payable of payables.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0))) {
      const bare = payable.number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
      for (const number of new Set([bare, bare.replace(/^\D+/, '')])) {
        if (number.length < numberMin) continue
        this.#numbers.add(alike(number), payable)
        this.#longest = Math.max(this.#longest, number.length + 1)
      }
      const reference = creditorReference(payable.number)
      this.#references.add(reference, payable)
      this.#longest = Math.max(this.#longest, reference.length + 1)
      const side = payable.open > 0 ? this.#open : this.#settled
      side.set(payable.accountId, [...(side.get(payable.accountId) ?? []), payable])
    }
    for (const { accountId, name } of names) this.#names.add(accountId, name)
    for (const { accountId, iban } of payers) {
      this.#byIban.set(iban, (this.#byIban.get(iban) ?? new Set()).add(accountId))
    }
  }

  /** The best proposal, then other candidates; empty: there is no reason for any. */
  propose(line: Payment): readonly Proposal[] {
    const said = this.#said(line.text)
    const payer = this.#payer(line)
    const known = this.#byIban.get(line.iban ?? '')
    const options: Option[] = []
    const add = (invoices: readonly Payable[], accountId: number, because: readonly Reason[]) => {
      const isOther = known !== undefined && !known.has(accountId)
      options.push(weighed(line, invoices, accountId, [...because, ...(isOther ? (['other_payer'] as const) : [])]))
    }
    const fits = ({ currency }: Payable) => currency === line.currency
    for (const [payable, reason] of said) {
      if (!fits(payable)) continue
      const because = [reason, ...(payer.get(payable.accountId) ?? [])]
      add([payable], payable.accountId, because)
    }
    const named = [...said].filter(([one, reason]) => one.open > 0 && fits(one) && /^(reference|number)$/.test(reason))
    const [[firstNamed] = [], ...others] = named
    if (firstNamed && others.length > 0 && others.every(([{ accountId }]) => accountId === firstNamed.accountId)) {
      const { accountId } = firstNamed
      add(
        named.map(([one]) => one),
        accountId,
        ['number', ...(payer.get(accountId) ?? [])],
      )
    }
    for (const [accountId, because] of payer) {
      const open = (this.#open.get(accountId) ?? []).filter(fits).slice(0, sumMax)
      for (const one of open) if (!said.has(one)) add([one], accountId, because)
      for (let count = 2; count <= open.length; count++) {
        const some = open.slice(0, count)
        if (sumOf(some) === line.amount) add(some, accountId, because)
      }
      const [oldest] = open
      if (open.length > 1 && oldest && line.amount > oldest.open) add(open, accountId, because)
      if (open.length > 0) continue
      const again = (this.#settled.get(accountId) ?? []).filter(fits).find(({ total }) => total === line.amount)
      if (again ? !said.has(again) : true) add(again ? [again] : [], accountId, because)
    }
    return chosen(line, options, said)
  }

  /** Invoices that the text names, and how well it does. */
  #said(text: string): Map<Payable, Reason> {
    const { stream, cuts } = streamOf(text)
    const said = new Map<Payable, Reason>()
    const note = (payables: readonly Payable[], reason: Reason) => {
      for (const one of payables) {
        const before = said.get(one)
        if (!before || weights[reason] > weights[before]) said.set(one, reason)
      }
    }
    const spans: (readonly [number, number])[] = []
    for (const [start, end] of partsOf(cuts, 6, this.#longest)) {
      if (!stream.startsWith('RF', start)) continue
      const word = stream.slice(start, end)
      const isWhole = isCreditorReference(word)
      const found = isWhole ? this.#references.exact(word) : this.#references.near(word)
      note(found, isWhole ? 'reference' : 'reference_typo')
      // If one digit is wrong, its last digits alone would name another invoice.
      if (found.length > 0) spans.push([start, end])
    }
    for (const [start, end] of partsOf(cuts, numberMin, this.#longest)) {
      if (spans.some(([from, until]) => start < until && end > from)) continue
      const word = alike(stream.slice(start, end))
      note(this.#numbers.exact(word), 'number')
      note(this.#numbers.near(word), 'number_typo')
    }
    return said
  }

  /** Accounts that the payer seems to be. */
  #payer({ iban, payer }: Payment): Map<number, Reason[]> {
    const found = new Map<number, Reason[]>()
    for (const accountId of this.#byIban.get(iban ?? '') ?? []) found.set(accountId, ['payer_iban'])
    if (payer === null) return found
    const names = [...this.#names.find(payer)]
    const best = Math.max(0, ...names.map(([, likeness]) => likeness))
    for (const [accountId, likeness] of names) {
      if (likeness < best - 0.1) continue
      const reason = likeness >= 0.9 ? 'payer_name' : 'payer_like'
      found.set(accountId, [...(found.get(accountId) ?? []), reason])
    }
    return found
  }
}

/** Letters and digits without separators, and where a word or a number may begin or end. */
function streamOf(text: string): { readonly stream: string; readonly cuts: readonly number[] } {
  let stream = ''
  const cuts = new Set([0])
  let before = ''
  for (const char of text.toUpperCase()) {
    const kind = /[A-Z]/.test(char) ? 'letter' : /\d/.test(char) ? 'digit' : ''
    if (kind === '' || kind !== before) cuts.add(stream.length)
    before = kind
    if (kind !== '') stream += char
  }
  cuts.add(stream.length)
  return { stream, cuts: [...cuts] }
}

/** The parts that are as long as a word may be: a text of a thousand letters has half a million others. */
function* partsOf(cuts: readonly number[], least: number, most: number): Iterable<readonly [number, number]> {
  for (const [index, start] of cuts.entries()) {
    for (let next = index + 1; next < cuts.length; next++) {
      const end = cuts[next] as number
      if (end - start > most) break
      if (end - start >= least) yield [start, end]
    }
  }
}

const sumOf = (payables: readonly Payable[]): number => payables.reduce((sum, { open }) => sum + open, 0)

interface Option extends Omit<Proposal, 'confidence'> {
  readonly invoices: readonly Payable[]
  readonly score: number
}

/** Pays the oldest first. What no invoice takes is left over. */
function weighed(line: Payment, invoices: readonly Payable[], accountId: number, because: readonly Reason[]): Option {
  let left = line.amount
  const parts = invoices.flatMap(({ id, number, open }) => {
    const amount = Math.min(left, open)
    left -= amount
    return amount > 0 ? [{ invoiceId: id, number, amount }] : []
  })
  const all = [...because, ...howMuch(line, invoices)]
  const score = all.reduce((sum, reason) => sum + weights[reason], 0)
  return { invoices, parts, accountId, credit: left, reasons: all, score }
}

function howMuch(line: Payment, invoices: readonly Payable[]): Reason[] {
  const open = sumOf(invoices)
  if (invoices.length === 0) return ['advance']
  if (open === 0) return ['double', ...(invoices[0]?.total === line.amount ? (['amount'] as const) : [])]
  if (open === line.amount) return [invoices.length > 1 ? 'amount_sum' : 'amount']
  return [line.amount < open ? 'part' : 'over']
}

const shownMax = 3

function chosen(line: Payment, options: readonly Option[], said: ReadonlyMap<Payable, Reason>): Proposal[] {
  const sorted = options.filter(({ score }) => score >= possibleMin).toSorted((a, b) => b.score - a.score)
  const [best] = sorted
  if (!best) return []
  const rivals = sorted.filter((one) => one.accountId !== best.accountId && one.score > best.score - lead)
  const isCertain = isSure(line, best, said)
  return sorted.slice(0, shownMax).map((option, index) => {
    const isClear = index === 0 && rivals.length === 0 && option.score >= likelyMin
    const { parts, accountId, credit, reasons: because } = option
    return {
      ...{ parts, accountId, credit },
      confidence: index === 0 && isCertain ? 'certain' : isClear ? 'likely' : 'possible',
      reasons: index === 0 && rivals.length > 0 && !isCertain ? [...because, 'ambiguous'] : because,
    }
  })
}

/** One invoice, by its complete reference, for exactly the open amount, and no contrary evidence. */
function isSure(line: Payment, { invoices, reasons: because }: Option, said: ReadonlyMap<Payable, Reason>): boolean {
  const [only, ...more] = invoices
  if (!only || more.length > 0 || only.open !== line.amount || because.includes('other_payer')) return false
  return said.get(only) === 'reference' && [...said].every(([one, how]) => one === only || how.endsWith('_typo'))
}

/** If several lines want the same invoice only one can be right, so none of them is certain. */
export function withoutRivals(all: readonly (readonly Proposal[])[]): readonly (readonly Proposal[])[] {
  const wanted = new Map<string, number>()
  for (const [best] of all) {
    for (const { invoiceId } of best?.parts ?? []) wanted.set(invoiceId, (wanted.get(invoiceId) ?? 0) + 1)
  }
  return all.map(([best, ...others]) => {
    if (!best || best.parts.every(({ invoiceId }) => wanted.get(invoiceId) === 1)) return best ? [best, ...others] : []
    return [{ ...best, confidence: 'possible', reasons: [...best.reasons, 'rival'] }, ...others]
  })
}
