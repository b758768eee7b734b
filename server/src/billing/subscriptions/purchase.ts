/** A subscription that was ordered for a client's account. Pure. */
import type { AppId } from '#kernel/applications.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { decimalsOf } from '#kernel/money/money.ts'

export const monthsMax = 12

export interface Order {
  readonly appId: string
  readonly plan: string
  readonly months: number
  /** A client's own purchase may renew automatically. */
  readonly autoRenew?: boolean
}

export interface Purchase {
  readonly invoiceId: string
  readonly dealerId: number
  /** Null: the account is deleted. */
  readonly accountId: number | null
  readonly appId: AppId
  readonly plan: string
  readonly months: number
  readonly operationId: string | null
  readonly createdAt: Date
  readonly givenUpAt: Date | null
  readonly subscriptionId: string | null
  readonly type: PurchaseType
  /** The client's user, if the client bought it. */
  readonly userId: string | null
  /** Renew it automatically, with the card that pays it. */
  readonly autoRenew: boolean
  /** The subscription that it renews. */
  readonly renews: string | null
}

/** By the dealer in its console, or by the client on the website. */
type PurchaseType = 'td-cardpay' | 'cardpay'

/** A plan for sale, and its monthly price. */
export interface Offer {
  readonly appId: AppId
  readonly plan: string
  /** In the currency's smallest unit. */
  readonly monthlyAmount: number
  readonly currency: string
}

export const monthlyAmountOf = (price: number, currency: string): number =>
  Math.round(price * 10 ** decimalsOf(currency))

/** `offers` are those of the applications that the account has and the caller knows. */
export function orderProblems({ appId, plan }: Order, offers: readonly Offer[]): Problem[] {
  const own = offers.filter((offer) => offer.appId === appId)
  if (own.length === 0)
    return [invalidField('app_id', 'app_id must be consumer_app or pet_app, and one of the account.')]
  const names = own.map((offer) => offer.plan)
  return names.includes(plan) ? [] : [invalidField('plan', `plan must be one that is sold: ${names.join(' or ')}.`)]
}

/** For this long a repeated purchase leads to the open page, not to a second one. */
export const samePageMs = 23 * 3600 * 1000

/** A payment page is open for a day; an hour later no one can be on it any more. */
export const patienceMs = 25 * 3600 * 1000
