/**
 * What we ask of a card processor, in our words. Two ends do it: `stripe.ts` over the network, `sandbox.ts` inside the
 * installation; one contract test holds for both. Amounts are whole numbers of the currency's smallest unit.
 */
export interface OrderLine {
  readonly name: string
  readonly quantity: number
  readonly unitAmount: number
}

export interface Order {
  /** Our own id of what is paid for. Ordering twice with one reference makes one session, whatever failed between. */
  readonly reference: string
  readonly name: string
  readonly currency: string
  readonly lines: readonly OrderLine[]
  /** Filled into the payment page. */
  readonly email: string | null
  readonly lang: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly expiresAt: Date
  /** Where the payment page leads when it is done. */
  readonly returnUrl: string
  /** The payer agrees that the card is charged again without asking. */
  readonly keepsCard?: boolean
}

/** A card that its holder lets us charge. The token is a secret; the rest is for people to recognise it. */
export interface KeptCard {
  readonly token: string
  readonly brand: string
  readonly last4: string
  readonly month: number
  readonly year: number
}

export interface Charge {
  /** Charging twice with one reference charges once, whatever failed between. */
  readonly reference: string
  readonly token: string
  readonly name: string
  readonly amount: number
  readonly currency: string
}

export type SessionStatus = 'open' | 'complete' | 'expired'

/** A payment page at the processor. */
export interface Session {
  readonly id: string
  readonly reference: string
  readonly status: SessionStatus
  readonly paymentStatus: 'paid' | 'unpaid'
  /** Null once it is not open. */
  readonly url: string | null
  readonly amountTotal: number
  readonly currency: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The processor's id of the payment, once there is one: one payment settles one session. */
  readonly payment: string | null
  readonly livemode: boolean
}

/** A line as the processor wrote it down: the bill item of the API. */
export interface SessionItem {
  readonly id: string
  readonly object: string
  readonly amount_discount: number
  readonly amount_subtotal: number
  readonly amount_tax: number
  readonly amount_total: number
  readonly currency: string
  readonly description: string
  readonly quantity: number
  readonly price: SessionPrice
}

interface SessionPrice {
  readonly id: string
  readonly object: string
  readonly active: boolean
  readonly billing_scheme: string
  readonly created: number
  readonly currency: string
  readonly custom_unit_amount: unknown
  readonly livemode: boolean
  readonly lookup_key: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly nickname: string | null
  readonly product: string
  readonly recurring: unknown
  readonly tax_behavior: string
  readonly tiers_mode: string | null
  readonly transform_quantity: unknown
  readonly type: string
  readonly unit_amount: number
  readonly unit_amount_decimal: string
}

interface WebhookEndpoint {
  readonly id: string
  /** Signs every event that is sent there. */
  readonly secret: string
}

/** One merchant's account at a processor. Every call ends within ten seconds. */
export interface Processor {
  readonly name: 'sandbox' | 'stripe'
  createSession(order: Order): Promise<Session>
  /** Undefined: the processor has no such session. */
  readSession(id: string): Promise<Session | undefined>
  /** Answers the session as it is then: `complete` when a payment was faster. */
  expireSession(id: string): Promise<Session>
  listItems(id: string): Promise<readonly SessionItem[]>
  /** The card that a session with `keepsCard` was paid with; undefined: none was kept. */
  readCard(sessionId: string): Promise<KeptCard | undefined>
  /** Answers the id of the payment. A card that is declined is a refusal. */
  charge(charge: Charge): Promise<string>
  /**
   * The payment that a charge has become, without charging anything; undefined: none. For callers that lost the answer
   * and no longer want the money.
   */
  findCharge(charge: Pick<Charge, 'reference' | 'token'>): Promise<string | undefined>
  /** Nobody can charge it any more; doing it twice does no harm. */
  forgetCard(token: string): Promise<void>
  /** Asks whether the key opens the account at all, and for real money or for tests. */
  checkKey(): Promise<{ readonly livemode: boolean }>
  /** Has events of this account sent to `url`. */
  registerWebhook(url: string): Promise<WebhookEndpoint>
  removeWebhook(id: string): Promise<void>
}

/** Who is paid: a dealer by its clients, or the platform by its dealers. */
export type Merchant = { readonly dealer: number } | 'platform'

/**
 * Takes an event as it came: the bytes and the header that signs them. `taken` means stored for good; `refused` tells
 * the sender nothing but that. `endpoint` is the last part of the address that was registered.
 */
export type Receive<C> = (
  ctx: C,
  endpoint: string,
  raw: Buffer,
  signature: string | undefined,
) => Promise<'taken' | 'refused'>

/** The doors to both processors, and the one through which their events come in. */
export interface Cards<C> {
  sandbox(merchant: Merchant): Processor
  stripe(secretKey: string): Processor
  readonly receive: Receive<C>
}

/** An event of a processor, after its signature was found good. */
export interface CardEvent {
  readonly id: string
  readonly type: string
  readonly livemode: boolean
  readonly createdAt: Date
  /** The session it is about; undefined for events we did not ask for. */
  readonly session: Omit<Session, 'url'> | undefined
}

/** The processor does not answer, or answers nonsense: nothing is known about what it did. */
export class ProcessorDown extends Error {
  override readonly name = 'ProcessorDown'
}

/** The processor says no; asking again will not help. The sentence is safe to show. */
export class ProcessorRefusal extends Error {
  override readonly name = 'ProcessorRefusal'
  /** The card is good, but its holder has to confirm the payment (3-D Secure). */
  readonly needsHolder: boolean
  constructor(message: string, needsHolder = false) {
    super(message)
    this.needsHolder = needsHolder
  }
}
