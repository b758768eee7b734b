/**
 * People who pay invoices by bank, with all their mistakes, and the intended purpose of each payment. Knows nothing of
 * how the product finds it. Pure.
 */

export interface Debt {
  readonly id: string
  readonly number: string
  readonly reference: string
  readonly payer: number
  readonly total: number
  open: number
}

export interface Payer {
  readonly accountId: number
  readonly name: string
  readonly iban: string
}

export interface Line {
  readonly bookedOn: string
  readonly amount: number
  readonly currency: string
  readonly payer: string
  readonly iban: string
  readonly text: string
}

/** Null: it has nothing to do with us. */
export type Truth = {
  readonly parts: readonly (readonly [string, number])[]
  readonly credit: number
  readonly accountId: number
} | null

export interface Payment {
  readonly kind: string
  readonly line: Line
  readonly truth: Truth
}

type Whole = (max: number) => number

const firsts =
  'Baltic Nordic Amber Harbour Coastal Alpine Danube Rhine Vistula Aurora Polar Meadow Granite Cedar Falcon Heron Lynx Otter Summit Valley Bright Silver Crimson Golden Rapid Steady Urban Rural Atlas Orion'.split(
    ' ',
  )
const seconds =
  'Freight Logistics Transport Cargo Haulage Couriers Rentals Taxi Farms Timber Builders Dairy Bakery Movers Coaches Tours Cranes Waste Plumbing Electric Gardens Security Cleaning Fisheries Quarry'.split(
    ' ',
  )
const forms = ['UAB', 'GmbH', 'Ltd', 'AG', 'SIA', 'Oy', '& Co KG', '']
const pick = <T>(whole: Whole, all: readonly T[]): T => all[whole(all.length)] as T

export const someName = (whole: Whole): string =>
  [pick(whole, firsts), pick(whole, seconds), whole(3) === 0 ? pick(whole, firsts) : '', pick(whole, forms)]
    .filter((word) => word !== '')
    .join(' ')

export const someIban = (whole: Whole): string =>
  `LT${10 + whole(89)}${String(whole(10 ** 8)).padStart(8, '0')}${String(whole(10 ** 8)).padStart(8, '0')}`

const digits = '0123456789'

/** One typo in the last six characters: a digit wrong, missing, doubled, or swapped with its neighbour. */
function slip(text: string, whole: Whole): string {
  const at = text.length - 1 - whole(6)
  const char = text[at] as string
  switch (whole(5)) {
    case 0:
      return `${text.slice(0, at)}${pick(
        whole,
        [...digits].filter((digit) => digit !== char),
      )}${text.slice(at + 1)}`
    case 1:
      return `${text.slice(0, at)}${text.slice(at + 1)}`
    case 2:
      return `${text.slice(0, at)}${char}${text.slice(at)}`
    case 3:
      return `${text.slice(0, at - 1)}${char}${text[at - 1]}${text.slice(at + 1)}`
    default:
      return text.replace('0', 'O')
  }
}

/** As banks and people write it: in capitals, cut, or with a letter missing. */
function spelt(name: string, whole: Whole): string {
  const at = 1 + whole(name.length - 2)
  const ways = [name, name, name.toUpperCase(), name.slice(0, 27), `${name.slice(0, at)}${name.slice(at + 1)}`]
  return pick(whole, ways)
}

const inWords = (number: string, whole: Whole): string =>
  pick(whole, [
    ...[`Invoice ${number}`, `Rechnung Nr. ${number.replace('-', '/')}`, `RE${number} thank you`, number],
    ...[`inv. ${number.replace('-', ' ')}, March`, `payment for ${number} and regards`, `Saskaita ${number}.`],
  ])

const grouped = (reference: string): string => reference.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** How often people do what. */
const kinds: readonly (readonly [string, number])[] = [
  ...([
    ['reference', 34],
    ['grouped reference', 8],
    ['reference with a typo', 5],
    ['number', 21],
  ] as const),
  ...([
    ['number with a typo', 8],
    ['name only', 6],
    ['several', 4],
    ['part', 4],
    ['too much', 2],
  ] as const),
  ...([
    ['double', 3],
    ['foreign', 5],
  ] as const),
]
const all = kinds.reduce((sum, [, weight]) => sum + weight, 0)

function someKind(whole: Whole): string {
  let left = whole(all)
  for (const [kind, weight] of kinds) {
    if (left < weight) return kind
    left -= weight
  }
  return 'number'
}

export class Town {
  readonly #whole: Whole
  readonly #payers: readonly Payer[]
  readonly #debts: readonly Debt[]
  readonly #unpaid: Debt[]
  readonly #paid: Debt[] = []
  /** Invoices of the current file: no one pays one twice before the bank has reported the first payment. */
  #busy = new Set<Debt>()

  constructor(payers: readonly Payer[], debts: readonly Debt[], whole: Whole) {
    this.#whole = whole
    this.#payers = payers
    this.#debts = debts
    this.#unpaid = [...debts]
  }

  file(count: number, bookedOn: string): Payment[] {
    this.#busy = new Set()
    return Array.from({ length: count }, () => this.#payment(bookedOn)).filter((one) => one !== undefined)
  }

  #oldestOf(payer: number): Debt[] {
    return this.#debts.filter((debt) => debt.payer === payer && debt.open > 0 && !this.#busy.has(debt))
  }

  #payment(bookedOn: string): Payment | undefined {
    const whole = this.#whole
    const kind = someKind(whole)
    if (kind === 'foreign') return { kind, ...this.#foreign(bookedOn) }
    if (kind === 'double') return this.#double(bookedOn)
    for (let tries = 0; tries < 20 && this.#unpaid.length > 0; tries++) {
      const at = whole(Math.min(this.#unpaid.length, 500))
      const debt = this.#unpaid[at] as Debt
      const others = this.#oldestOf(debt.payer)
      if (debt.open === 0) this.#unpaid.splice(at, 1)
      // A payment without a text is for the oldest invoice; a payer whose invoices are being paid comes again later.
      else if (!this.#busy.has(debt) && this.#isQuiet(debt.payer)) {
        return this.#pay(kind, bookedOn, kind === 'name only' ? (others[0] as Debt) : debt, others)
      }
    }
    return undefined
  }

  #isQuiet(payer: number): boolean {
    return ![...this.#busy].some((debt) => debt.payer === payer)
  }

  #line(payer: number, bookedOn: string, amount: number, text: string): Line {
    const { name, iban } = this.#payers[payer] as Payer
    const whole = this.#whole
    // Sometimes someone else pays: the owner, or a sister company.
    const isStranger = whole(12) === 0
    const from = isStranger ? { payer: someName(whole), iban: someIban(whole) } : { payer: spelt(name, whole), iban }
    return { bookedOn, amount, currency: 'eur', ...from, text }
  }

  #pay(kind: string, bookedOn: string, debt: Debt, others: readonly Debt[]): Payment {
    const whole = this.#whole
    const { accountId } = this.#payers[debt.payer] as Payer
    const several = kind === 'several' ? others.slice(0, 2 + whole(2)) : [debt]
    for (const one of several) this.#busy.add(one)
    const open = several.reduce((sum, one) => sum + one.open, 0)
    const amount =
      kind === 'part' ? 1 + whole(Math.max(1, open - 1)) : kind === 'too much' ? open + 1 + whole(5000) : open
    let left = amount
    const parts = several.flatMap((one) => {
      const part = Math.min(left, one.open)
      left -= part
      one.open -= part
      if (one.open === 0) this.#paid.push(one)
      return part > 0 ? [[one.id, part] as const] : []
    })
    const text = this.#words(kind, several)
    const line = this.#line(debt.payer, bookedOn, amount, text)
    const isNameless = kind === 'name only' || (kind === 'several' && !text.includes(debt.number))
    const { name, iban } = this.#payers[debt.payer] as Payer
    const shown = isNameless ? { ...line, payer: spelt(name, whole), iban } : line
    return { kind, line: shown, truth: { parts, credit: left, accountId } }
  }

  #words(kind: string, debts: readonly Debt[]): string {
    const whole = this.#whole
    const [{ number, reference }] = debts as [Debt]
    switch (kind) {
      case 'reference':
        return pick(whole, [reference, reference.toLowerCase(), `${reference} ${number}`, `Payment ${reference}`])
      case 'grouped reference':
        return grouped(reference)
      case 'reference with a typo':
        return slip(reference, whole)
      case 'number with a typo':
        return inWords(slip(number, whole), whole)
      case 'name only':
        return pick(whole, ['Thank you', 'Monthly payment', 'Tracking', 'as agreed', ''])
      case 'several':
        return whole(2) === 0 ? `Invoices ${debts.map((one) => one.number).join(', ')}` : 'All open invoices'
      default:
        return whole(3) === 0 ? reference : inWords(number, whole)
    }
  }

  /** Pays again what is already paid: all of it is credit. */
  #double(bookedOn: string): Payment | undefined {
    const debt = this.#paid[this.#whole(this.#paid.length)]
    if (!debt || this.#busy.has(debt) || !this.#isQuiet(debt.payer)) return undefined
    this.#busy.add(debt)
    const { accountId } = this.#payers[debt.payer] as Payer
    const text = this.#whole(2) === 0 ? debt.reference : inWords(debt.number, this.#whole)
    const line = this.#line(debt.payer, bookedOn, debt.total, text)
    return { kind: 'double', line, truth: { parts: [], credit: debt.total, accountId } }
  }

  /** Interest, refunds, references of other companies, and money in another currency that names one of ours. */
  #foreign(bookedOn: string): { readonly line: Line; readonly truth: null } {
    const whole = this.#whole
    const number = () => String(whole(10 ** 9)).padStart(9, '0')
    const debt = this.#debts[whole(this.#debts.length)] as Debt
    const [payer, iban] = [
      pick(whole, ['State Tax Inspectorate', 'Savings Bank', 'Jonas Petraitis', 'Card settlement 4711']),
      someIban(whole),
    ]
    const text = pick(whole, [
      ...[
        'Interest',
        `Refund ${number()}`,
        `RF${10 + whole(89)}${number()}`,
        `Order 19${number()}`,
        `Ref ${number()} ${number()}`,
      ],
      ...['Deposit back', `Contract ${whole(9999)}`, `Phone +370 6${number()}`],
    ])
    const isForeignMoney = whole(5) === 0
    return {
      truth: null,
      line: {
        ...{ bookedOn, payer, iban, text: isForeignMoney ? debt.number : text },
        ...{ currency: isForeignMoney ? 'usd' : 'eur', amount: whole(3) === 0 ? debt.total : 1 + whole(50_000) },
      },
    }
  }
}
