/** What a payment link shows, and its requests. */
import { ask, Refused } from '../shared/api.ts'

export interface LinkedInvoice {
  readonly id: string
  readonly number: string
  readonly state: 'open' | 'part_paid' | 'overdue' | 'paid' | 'void'
  readonly issued_on: string
  readonly due_on: string | null
  readonly currency: string
  readonly total: number
  readonly paid_total: number
  readonly credited_total: number
  readonly open_amount: number
  readonly lines: readonly { readonly description: string; readonly total: number }[]
  readonly payments: readonly { readonly id: string; readonly paid_on: string; readonly amount: number }[]
}

export interface PaymentLink {
  /** Everything that the client owes; otherwise one invoice. */
  readonly is_all: boolean
  readonly provider: { readonly name: string; readonly logo: string | null; readonly colour: string | null }
  readonly client: string | null
  readonly lang: string | null
  readonly takes_cards: boolean
  readonly allows_part_payments: boolean
  /** What a person from the client's application can consent to; null: the dealer charges no cards. */
  readonly consent_texts: Readonly<Record<'en' | 'de', string>> | null
  readonly invoices: readonly LinkedInvoice[]
}

/** The secret of a link, as it is in the address; payment pages of the sandbox have longer ids. */
export const isLink = (id: string): boolean => /^[\w-]{43}$/.test(id)

/** Null: the link does not exist. */
export const readLink = (id: string, isReturned: boolean, signal: AbortSignal): Promise<PaymentLink | null> =>
  ask<PaymentLink>('GET', `/payment-links/${id}${isReturned ? '?returned=true' : ''}`, undefined, { signal }).catch(
    (error) => {
      if (error instanceof Refused && error.status === 404) return null
      throw error
    },
  )

export interface ChosenInvoice {
  readonly id: string
  readonly amount?: number
}

export interface Consent {
  readonly ticket: string
  readonly text: string
}

/** What the client's application has added to the address; undefined: the person only has the link. */
export const payerTicket = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('payer') ?? undefined

/** The same for a person who has signed in in this browser; undefined: no one who pays for this account has. */
export async function askForTicket({ is_all, invoices }: PaymentLink): Promise<string | undefined> {
  const invoice_id = is_all ? null : (invoices[0]?.id ?? null)
  try {
    const { url } = await ask<{ url: string }>('POST', '/client/collection/payment-link', { invoice_id })
    const { pathname, hash } = new URL(url)
    return pathname === window.location.pathname ? payerTicket(hash) : undefined
  } catch (error) {
    if (error instanceof Refused && [401, 403, 404].includes(error.status)) return undefined
    throw error
  }
}

const keepMark = 'waymark.pay.keep'

/** Before someone leaves to sign in: they ticked the box in this tab. An address alone never ticks it. */
export const rememberKeeping = (): void => sessionStorage.setItem(keepMark, 'yes')

/** Whether this is the person who has just signed in to save the card. */
export const wantsToKeep = (hash: string): boolean => hash === '#keep' && sessionStorage.getItem(keepMark) !== null

export const forgetKeeping = (): void => sessionStorage.removeItem(keepMark)

export const openCheckout = (
  id: string,
  invoices: readonly ChosenInvoice[],
  consent: Consent | undefined,
): Promise<{ readonly url: string }> =>
  ask('POST', `/payment-links/${id}/checkout`, { invoices, ...(consent && { consent }) })

export const openOf = (invoices: readonly LinkedInvoice[]): LinkedInvoice[] =>
  invoices.filter(({ open_amount }) => open_amount > 0)

/** A payment page has one currency. */
export const byCurrency = (invoices: readonly LinkedInvoice[]): [string, LinkedInvoice[]][] => [
  ...Map.groupBy(openOf(invoices), ({ currency }) => currency),
]
