/** What is offered, active and ordered, and the effect of a purchase. Pure. */
import type { ClientOwnOffer, ClientOwnSubscription } from '../../../api/generated.ts'
import { texts } from '../../../shared/texts/texts.ts'

export type Offer = Omit<ClientOwnOffer, 'period'>
export type SoldOffer = Offer & { readonly amount: number; readonly currency: string }
export type Subscription = Pick<
  ClientOwnSubscription,
  'id' | 'app_id' | 'plan' | 'type' | 'active' | 'expires_at' | 'auto_renew'
>

const names: Readonly<Record<string, string>> = texts.premium.plans
export const planName = (plan: string): string => names[plan] ?? plan

export const isSold = <T extends Offer>(offer: T): offer is T & SoldOffer =>
  offer.amount !== null && offer.currency !== null

export const currentOf = (subscriptions: readonly Subscription[], app: string): Subscription | undefined =>
  subscriptions.find((one) => one.app_id === app && one.active)

/** Modules of a plan that the free one does not include. */
export const extrasOf = (offer: Offer, offers: readonly Offer[]): readonly string[] => {
  const free = offers.find((one) => one.app_id === offer.app_id && !isSold(one))
  return offer.modules.filter((module) => !free?.modules.includes(module))
}

export type Effect = 'begins' | 'adds' | 'replaces'

export const effectOf = (plan: string, current: Subscription | undefined): Effect =>
  current === undefined ? 'begins' : current.plan === plan ? 'adds' : 'replaces'
