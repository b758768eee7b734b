/** The dealer's dashboard: money, clients, units, and what needs attention. Pure. */

export interface Amount {
  readonly currency: string
  /** In the currency's smallest unit. */
  readonly amount: number
}

/** Accounts of one kind, and what they are expected to pay. */
export interface Expected {
  readonly accounts: number
  readonly amounts: readonly Amount[]
  /** Accounts that never paid, so their amount is unknown. */
  readonly withoutAmount: number
}

interface Money {
  readonly dueThisWeek: Expected
  readonly overdue: Expected
  readonly paidThisMonth: { readonly bills: number; readonly amounts: readonly Amount[] }
  readonly open: { readonly bills: number; readonly amounts: readonly Amount[] }
}

export interface Clients {
  readonly total: number
  readonly waiting: number
  readonly notice: number
  readonly overdue: number
  readonly blocked: number
  readonly blockedSoon: number
}

export interface Units {
  readonly all: number
  /** Units that have ever connected. */
  readonly connected: number
  readonly silent: number
  /** Units that exist for a day or more and never connected. */
  readonly neverHeard: number
}

/** The first few of a kind, for links. */
export interface Some<Id> {
  readonly count: number
  readonly ids: readonly Id[]
}

export interface Facts {
  readonly money: Money
  readonly clients: Clients
  readonly units: Units
  /** Trackers of the dealer's units that were rejected: wrong protocol or password. */
  readonly turnedAway: Some<number>
  readonly failedDeliveries: Some<string>
  readonly failedMails: number
  readonly overdueInvoices: Some<string> & { readonly amounts: readonly Amount[] }
  readonly isCompanyApproved: boolean
  readonly isPaymentVerified: boolean
  /** The dealer has a key for cards, but it charges no real money. */
  readonly isCardTest: boolean
  readonly overdueIds: readonly number[]
  readonly blockedSoonIds: readonly number[]
  readonly silentIds: readonly number[]
  /** Not activated for three days or more. */
  readonly waitingLong: Some<number>
}

export const attentionKinds = [
  'company.approve',
  'payment-information.verify',
  'cards.test',
  'accounts.overdue',
  'client-invoices.overdue',
  'accounts.block-soon',
  'units.silent',
  'units.never',
  'units.turned-away',
  'webhooks.failed',
  'mails.failed',
  'accounts.waiting',
] as const
type AttentionKind = (typeof attentionKinds)[number]

export interface AttentionItem {
  readonly kind: AttentionKind
  readonly count: number
  readonly ids: readonly (number | string)[]
  readonly amounts: readonly Amount[]
}

/** The forecast period, and how long a client may take to activate before the dealer should ask. */
export const weekDays = 7
export const waitingDays = 3
/** How many ids an item lists. */
export const idsMax = 10

/**
 * Sorted by possible loss: first what stops a dealer from selling at all, then money that is late or about to be, then
 * what clients pay for and do not get, then programs and emails, then clients who have not activated.
 */
export function attentionItemsOf(facts: Facts): readonly AttentionItem[] {
  const item = (
    kind: AttentionKind,
    count: number,
    ids: readonly (number | string)[] = [],
    amounts: readonly Amount[] = [],
  ) => ({ kind, count, ids, amounts })
  const { clients, units, money } = facts
  return [
    item('company.approve', facts.isCompanyApproved ? 0 : 1),
    item('payment-information.verify', facts.isPaymentVerified ? 0 : 1),
    item('cards.test', facts.isCardTest ? 1 : 0),
    item('accounts.overdue', clients.overdue, facts.overdueIds, money.overdue.amounts),
    item(
      'client-invoices.overdue',
      facts.overdueInvoices.count,
      facts.overdueInvoices.ids,
      facts.overdueInvoices.amounts,
    ),
    item('accounts.block-soon', clients.blockedSoon, facts.blockedSoonIds),
    item('units.silent', units.silent, facts.silentIds),
    item('units.never', units.neverHeard),
    item('units.turned-away', facts.turnedAway.count, facts.turnedAway.ids),
    item('webhooks.failed', facts.failedDeliveries.count, facts.failedDeliveries.ids),
    item('mails.failed', facts.failedMails),
    item('accounts.waiting', facts.waitingLong.count, facts.waitingLong.ids),
  ].filter(({ count }) => count > 0)
}
