/** What is offered, had and ordered, and what a purchase would do. Pure, apart from the requests. */
import { texts } from '../../../shared/texts/texts.ts'
import { change, get } from '../../client-api.ts'

export interface Offer {
  readonly app_id: string
  readonly plan: string
  /** Of a month, in the currency's smallest unit; null: free. */
  readonly amount: number | null
  readonly currency: string | null
  readonly limits: Readonly<Record<string, number>>
  readonly modules: readonly string[]
}
export type SoldOffer = Offer & { readonly amount: number; readonly currency: string }

export interface Subscription {
  readonly id: string
  readonly app_id: string
  readonly plan: string
  readonly active: boolean
  readonly expires_at: number | null
}

export interface Order {
  readonly id: string
  readonly number: string
  readonly status: 'open' | 'paid' | 'void'
  readonly app_id: string
  readonly plan: string
  readonly months: number
  readonly amount_total: number
  readonly currency: string
  readonly created_at: number
  readonly begun: boolean
}

export interface Premium {
  readonly offers: readonly Offer[]
  readonly subscriptions: readonly Subscription[]
  readonly orders: readonly Order[]
}

export async function readPremium(signal: AbortSignal): Promise<Premium> {
  const [offers, subscriptions, orders] = await Promise.all([
    get<readonly Offer[]>('/subscription-offers', signal),
    get<readonly Subscription[]>('/subscriptions', signal),
    get<readonly Order[]>('/subscription-orders', signal),
  ])
  return { offers, subscriptions, orders }
}

type Wanted = Pick<Order, 'app_id' | 'plan' | 'months'>

/** The same words again lead to the same page: nobody pays twice by asking twice. */
export const order = ({ app_id, plan, months }: Wanted): Promise<Order & { readonly url: string }> =>
  change('POST', '/subscription-orders', { app_id, plan, months })

export const lookAt = (id: string): Promise<Order> => change<Order>('POST', `/subscription-orders/${id}/look`)

const names: Readonly<Record<string, string>> = texts.premium.plans
export const planName = (plan: string): string => names[plan] ?? plan

export const isSold = (offer: Offer): offer is SoldOffer => offer.amount !== null && offer.currency !== null

export const currentOf = (subscriptions: readonly Subscription[], app: string): Subscription | undefined =>
  subscriptions.find((one) => one.app_id === app && one.active)

/** Modules that a plan has and the free one has not. */
export const extrasOf = (offer: Offer, offers: readonly Offer[]): readonly string[] => {
  const free = offers.find((one) => one.app_id === offer.app_id && !isSold(one))
  return offer.modules.filter((module) => !free?.modules.includes(module))
}

export type Effect = 'begins' | 'adds' | 'replaces'

export const effectOf = (plan: string, current: Subscription | undefined): Effect =>
  current === undefined ? 'begins' : current.plan === plan ? 'adds' : 'replaces'
