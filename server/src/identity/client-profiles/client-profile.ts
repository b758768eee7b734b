/** Who a client is, as its dealer knows it: the contact, and what invoices show. Pure. */

export interface PostalAddress {
  readonly line1: string | null
  readonly line2: string | null
  readonly postal_code: string | null
  readonly city: string | null
  readonly state: string | null
  /** Two letters. */
  readonly country: string | null
}

export const noAddress: PostalAddress = {
  ...{ line1: null, line2: null, postal_code: null },
  ...{ city: null, state: null, country: null },
}

export interface ClientProfile {
  readonly email: string | null
  readonly company: string | null
  readonly contact: string | null
  readonly phone: string | null
  readonly address: PostalAddress
  readonly taxNumber: string | null
  /** The client owes the tax itself, so invoices show none. */
  readonly isReverseCharge: boolean
  readonly lang: string | null
  readonly notes: string | null
  readonly tags: readonly string[]
}

export const emptyProfile: ClientProfile = {
  ...{ email: null, company: null, contact: null, phone: null, address: noAddress },
  ...{ taxNumber: null, isReverseCharge: false, lang: null, notes: null, tags: [] },
}
