/** A phone or computer of a dealer's staff, and what it is notified about. Pure. */
import type { PushMessage } from '#insights/notifications/delivery/push.ts'
import { catalogue, languageOf } from '#kernel/mail/texts.ts'
import { formatMoney } from '#kernel/money/money.ts'
import type { EventType } from '#kernel/outgoing-events/event.ts'

export const topics = ['payments', 'silent_units'] as const
export type Topic = (typeof topics)[number]

/** The events behind each topic. */
export const eventsOf = {
  payments: ['bill.paid', 'invoice.paid'],
  silent_units: ['unit.silent'],
} as const satisfies Record<Topic, readonly EventType[]>

export interface Device {
  readonly id: string
  readonly dealerId: number
  readonly personId: string
  readonly name: string
  readonly subscriptionSealed: Buffer
  readonly topics: readonly Topic[]
  /** The number of the last event that was processed for it. */
  readonly seen: number
  readonly tries: number
  readonly lastFailure: string | null
  readonly lastSuccessAt: Date | null
  readonly createdAt: Date
}

/** Ties the sealed value to its row. */
export const subscriptionLabel = (id: string): string => `staff-devices.subscription:${id}`

/** The limit per person. */
export const devicesMax = 10

/** An event with the names that people know. */
export interface News {
  readonly number: number
  readonly type: EventType
  readonly at: Date
  readonly accountId: number
  readonly client: string
  /** Null for a payment, and for a unit that is deleted meanwhile. */
  readonly unit: string | null
  readonly unitId: number | null
  readonly documentId: string | null
  readonly amount: number | null
  readonly currency: string | null
  /** How many of its topic are new. */
  readonly count: number
}

interface Words {
  payment(amount: string): string
  payments(count: number): string
  silent(unit: string): string
  silents(count: number): string
  more(count: number): string
}

const english: Words = {
  payment: (amount) => `Payment received: ${amount}`,
  payments: (count) => `${count} payments received`,
  silent: (unit) => `${unit} is silent`,
  silents: (count) => `${count} units are silent`,
  more: (count) => `and ${count} more`,
}
const german: Words = {
  payment: (amount) => `Zahlung eingegangen: ${amount}`,
  payments: (count) => `${count} Zahlungen eingegangen`,
  silent: (unit) => `${unit} sendet nicht mehr`,
  silents: (count) => `${count} Einheiten senden nicht mehr`,
  more: (count) => `und ${count} weitere`,
}
const texts = catalogue(english, { de: german })

/** How many items a message lists. */
export const linesMax = 4

/** One message per topic, however much is new: no one wants a hundred for one outage. */
export function messagesOf(news: readonly News[], lang: string | null): readonly PushMessage[] {
  const words = texts(lang)
  const money = ({ amount, currency }: News) => formatMoney(amount ?? 0, currency ?? 'eur', languageOf(lang))
  const listed = (lines: readonly string[], count: number) =>
    [...lines.slice(0, linesMax), ...(count > linesMax ? [words.more(count - linesMax)] : [])].join(', ')
  return topics.flatMap((topic): readonly PushMessage[] => {
    const own = news.filter(({ type }) => (eventsOf[topic] as readonly EventType[]).includes(type))
    const last = own.at(-1)
    if (!last) return []
    const rest = { tag: `${topic} ${last.number}`, at: Math.floor(last.at.getTime() / 1000) }
    if (topic === 'payments')
      return last.count === 1
        ? [{ title: words.payment(money(last)), text: last.client, url: addressOf(last), ...rest }]
        : [
            {
              ...{ title: words.payments(last.count), url: '/console#/figures' },
              ...{
                text: listed(
                  own.map((one) => `${one.client} ${money(one)}`),
                  last.count,
                ),
                ...rest,
              },
            },
          ]
    const nameOf = ({ unit, unitId }: News) => unit ?? String(unitId)
    return last.count === 1
      ? [{ title: words.silent(nameOf(last)), text: last.client, url: `/console#/units/${last.unitId}`, ...rest }]
      : [
          {
            ...{ title: words.silents(last.count), url: '/console#/units?state=silent' },
            ...{ text: listed(own.map(nameOf), last.count), ...rest },
          },
        ]
  })
}

const addressOf = ({ type, documentId, accountId }: News): string =>
  type === 'bill.paid' ? `/console#/bills/${documentId}?account_id=${accountId}` : `/console#/invoices/${documentId}`

const firstDelayMs = 5_000
const delayMaxMs = 15 * 60_000

/** The delay before the next attempt grows with `tries`. */
export const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstDelayMs * 2 ** (tries - 1), delayMaxMs))
