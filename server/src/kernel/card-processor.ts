/**
 * The port for card processors, in our words. It has two implementations: `stripe.ts` over the network, `sandbox.ts`
 * inside the installation; one contract test covers both. Amounts are whole numbers of the currency's smallest unit.
 */
export interface OrderLine {
  readonly name: string
  readonly quantity: number
  readonly unitAmount: number
}

export interface Order {
  /**
   * Our own id of what is paid for. Ordering twice with one reference creates one session, whatever failed in between.
   */
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
  /** The payer agrees that the card is charged again without confirmation. */
  readonly keepsCard?: boolean
}

/** A card that its holder lets us charge. The token is a secret; the rest lets people recognise it. */
export interface KeptCard {
  readonly token: string
  readonly brand: string
  readonly last4: string
  readonly month: number
  readonly year: number
}

export interface Charge {
  /** Charging twice with one reference charges once, whatever failed in between. */
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

/** A line as the processor recorded it: the bill item of the API. */
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
  /** Signs every event sent there. */
  readonly secret: string
}

/** One merchant's account at a processor. Every call ends within ten seconds. */
export interface Processor {
  readonly name: 'sandbox' | 'stripe'
  createSession(order: Order): Promise<Session>
  /** Undefined: the processor has no such session. */
  readSession(id: string): Promise<Session | undefined>
  /** Returns the session afterwards: `complete` if a payment was faster. */
  expireSession(id: string): Promise<Session>
  listItems(id: string): Promise<readonly SessionItem[]>
  /** The card that paid for a session with `keepsCard`; undefined: none was kept. */
  readCard(sessionId: string): Promise<KeptCard | undefined>
  /** Returns the id of the payment. A declined card is a refusal. */
  charge(charge: Charge): Promise<string>
  /**
   * The payment that resulted from a charge, without charging anything; undefined: none. For callers that lost the
   * answer and no longer want the money.
   */
  findCharge(charge: Pick<Charge, 'reference' | 'token'>): Promise<string | undefined>
  /** Nobody can charge it any more; repeating it is harmless. */
  forgetCard(token: string): Promise<void>
  /** Checks whether the key opens the account, and whether for real money or for tests. */
  checkKey(): Promise<{ readonly livemode: boolean }>
  /** Has events of this account sent to `url`. */
  registerWebhook(url: string): Promise<WebhookEndpoint>
  removeWebhook(id: string): Promise<void>
}

/** The payee: a dealer paid by its clients, or the platform paid by its dealers. */
export type Merchant = { readonly dealer: number } | 'platform'

/**
 * Takes an event as it arrived: the bytes and the header that signs them. `taken` means stored for good; `refused`
 * reveals nothing else to the sender. `endpoint` is the last part of the registered address.
 */
export type Receive<C> = (
  ctx: C,
  endpoint: string,
  raw: Buffer,
  signature: string | undefined,
) => Promise<'taken' | 'refused'>

/** Access to both processors, and the receiver of their events. */
export interface Cards<C> {
  sandbox(merchant: Merchant): Processor
  stripe(secretKey: string): Processor
  readonly receive: Receive<C>
}

/** An event of a processor, with a verified signature. */
export interface CardEvent {
  readonly id: string
  readonly type: string
  readonly livemode: boolean
  readonly createdAt: Date
  /** The session it is about; undefined for events we did not request. */
  readonly session: Omit<Session, 'url'> | undefined
}

/** The processor does not answer, or the answer is invalid: it is unknown what it did. */
export class ProcessorDown extends Error {
  override readonly name = 'ProcessorDown'
}

/** The processor refuses; retrying will not help. The sentence is safe to show. */
export class ProcessorRefusal extends Error {
  override readonly name = 'ProcessorRefusal'
  /** The card is valid, but its holder has to confirm the payment (3-D Secure). */
  readonly needsHolder: boolean
  constructor(message: string, needsHolder = false) {
    super(message)
    this.needsHolder = needsHolder
  }
}
