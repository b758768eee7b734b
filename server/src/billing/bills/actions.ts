/**
 * What a dealer can do with bills. The processor is never called inside a transaction: first the intention is stored,
 * then the processor is called, then the result is stored; `reconcile.ts` finishes what a crash leaves in between
 * (docs/decisions/0023).
 */
import { requireActivated } from '#identity/access/account.ts'
import { requireVerified } from '#identity/company/actions.ts'
import { consume } from '#identity/login-throttle/actions.ts'
import { throttleKey } from '#identity/login-throttle/throttle.ts'
import { fleetApp } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Order, SessionItem } from '#kernel/card-processor.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, type Problem, Refusal } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { priceProblems, totalOf } from '#kernel/money/money.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import { after, type Bill, expiryOf, isBeingExpired, type NewBill, preparingMs, withdraw } from './bill.ts'
import { billMail } from './mail.ts'
import { asking, findKey, fleetOnly, openSandbox, processorOf, unavailable } from './processor-keys.ts'
import { auditPart, emitBillEvent, recordSessionUpdate } from './settle.ts'
import * as store from './store.ts'

export async function issueBill(call: Call, input: NewBill): Promise<Bill> {
  let bill = await prepare(call, input)
  if (!bill) {
    await openSandbox(call, call.dealer)
    bill = (await prepare(call, input)) ?? unavailable()
  }
  return bill.status === 'preparing' ? order(call, bill) : bill
}

/** Stores the intention. Undefined: the dealer has no account at any processor yet. */
const prepare = (caller: Call, input: NewBill): Promise<Bill | undefined> =>
  inTransaction(caller, async (call) => {
    await requireVerified(call)
    const now = call.clock.now()
    const begun = call.operationId && (await store.findByOperation(call.db, call.dealer, call.operationId))
    if (begun)
      return begun.status === 'preparing' ? store.save(call.db, { ...begun, nextCheckAt: giveUpAt(now) }) : begun
    const account = (isId(input.accountId) && (await store.findAccount(call.db, call, input.accountId))) || missing()
    call.validate([...accountProblems(input.appId, account), ...priceProblems(input.prices, call.config.rates)])
    requireActivated(account, 'bills.issue')
    const key = await findKey(call, call.dealer)
    if (!key) return undefined
    const client = await store.findClient(call.db, account.id)
    // In whole seconds, as in the API: a list from a second on includes all of that second.
    const createdAt = fromSeconds(seconds(now))
    const bill: Bill = {
      id: uuidv7(now),
      dealerId: call.dealer,
      accountId: account.id,
      appId: fleetApp,
      processor: key.processor,
      processorKeyId: key.id,
      sessionId: null,
      status: 'preparing',
      amountTotal: Number(totalOf(input.prices)),
      currency: input.prices[0]?.currency ?? '',
      livemode: key.livemode,
      lines: input.prices.map(({ name, quantity, unitAmount }) => ({ name, quantity, unitAmount })),
      metadata: {
        app_id: fleetApp,
        cid: String(account.id),
        email: client?.email ?? '',
        lang: client?.lang ?? 'en',
        name: input.name ?? '',
        td_cid: String(call.dealer),
      },
      url: null,
      paymentId: null,
      createdAt,
      expiresAt: expiryOf(createdAt),
      paidAt: null,
      operationId: call.operationId ?? null,
      expireOperationId: null,
      isExpiryWanted: false,
      nextCheckAt: giveUpAt(now),
      failedChecks: 0,
    }
    await store.insert(call.db, bill)
    await recordChange(call, {
      action: 'bills.issue',
      subject: bill.id,
      after: { ...auditPart(bill), name: bill.metadata.name, lines: bill.lines },
    })
    return bill
  })

const giveUpAt = (now: Date) => after(now, preparingMs)
const isId = (id: number) => Number.isSafeInteger(id) && id > 0
const missing = (): never => notFound('account')

/** One sentence for an application other than fleet_app, one for an account without it. */
function accountProblems(app: string, account: store.BilledAccount): Problem[] {
  const wrongApp = fleetOnly(app)
  if (wrongApp.length > 0 || account.regApps.includes(fleetApp)) return wrongApp
  return [invalidField('account_id', 'account_id must be an account of fleet_app.')]
}

/** Orders the session under our own id: repeating this never creates a second one. */
async function order(call: Call, bill: Bill): Promise<Bill> {
  const processor = (await processorOf(call, bill)) ?? unavailable()
  try {
    const session = await asking(() => processor.createSession(orderOf(call, bill)), refused)
    // Stored so that they can be shown without the processor; if they are unavailable now, the job fetches them.
    const items = await processor.listItems(session.id).catch(() => undefined)
    const recorded = await recordSessionUpdate(call, bill.id, session, items)
    if (recorded && isIssued(recorded.bill)) return recorded.bill
  } catch (error) {
    // The processor refused the order, so there is no session to close.
    if (error instanceof Refusal && error.code === 'CONFLICT') await giveUp(call, bill.id)
    throw error
  }
  // The account was deleted meanwhile, the request took so long that its bill was abandoned, or the processor's answer
  // does not fit. In each case the job closes the bill.
  return (await store.findAccount(call.db, call, bill.accountId)) ? unavailable() : missing()
}

const refused = (reason: string): never => conflict(`The card processor rejected the bill. ${reason}`)

const isIssued = ({ status }: Bill) => status !== 'preparing' && status !== 'abandoned'

const giveUp = (acting: ActorContext, id: string): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const bill = await store.findForUpdate(ctx.db, id)
    if (bill?.status === 'preparing') await store.save(ctx.db, { ...bill, status: 'abandoned', nextCheckAt: null })
  })

/** Always the same for the same bill: a processor refuses a second order that differs. */
export const orderOf = (ctx: Pick<Context, 'config' | 'sites'>, bill: Bill): Order => ({
  reference: bill.id,
  name: bill.metadata.name || (bill.lines[0]?.name ?? ''),
  currency: bill.currency,
  lines: bill.lines,
  email: bill.metadata.email || null,
  lang: bill.metadata.lang,
  metadata: { ...bill.metadata },
  expiresAt: bill.expiresAt,
  returnUrl: loginUrlOf(ctx, bill.dealerId),
})

/** Emails the payment link. The email is stored with its cause; the outbox sends it. */
export const sendBill = (caller: Call, sessionId: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await requireVerified(call)
    const bill = (await store.findVisibleForUpdate(call.db, call, sessionId)) ?? notFound('bill')
    call.validate()
    if (bill.url === null) return conflict('Only an open bill can be sent. Issue a new one.')
    const client = await store.findClient(call.db, bill.accountId)
    if (!client?.email)
      return conflict('The client of this account has no email address yet. Send the client the payment link yourself.')
    if (!(await consume(call, throttleKey('bill mail', client.email, null)))) throw tooManyMails()
    const { name } = await store.findDealer(call.db, call.dealer)
    const mail = billMail(bill, bill.url, name, client.lang)
    await postMail(call, { ...mail, to: client.email, dealer: call.dealer, inNameOf: call.dealer })
    await recordChange(call, { action: 'bills.send', subject: bill.id, after: { sessionId, to: client.email } })
    await emitBillEvent(call, bill, 'bill.sent')
  })

/** Waiting helps: 429 says so, 409 does not. */
function tooManyMails(): Refusal {
  const refusal = new Refusal({
    code: 'REQUESTS_EXCEEDED',
    message: 'Ten bills were emailed to this address within an hour. Try again in an hour.',
  })
  refusal.details = { retryAfterSeconds: 3600 }
  return refusal
}

export async function expireBill(call: Call, sessionId: string, app: string, accountId: number): Promise<Bill> {
  const bill = await wantExpired(call, sessionId, app, accountId)
  if (bill.status !== 'open') return bill
  try {
    const processor = (await processorOf(call, bill)) ?? unavailable()
    const session = await asking(() => processor.expireSession(sessionId), refusedExpiry)
    const recorded = await recordSessionUpdate(call, bill.id, session)
    if (recorded?.bill.status === 'complete')
      conflict('The bill was paid before it could be expired. Nothing is left to do.')
    return recorded?.bill.status === 'expired' ? recorded.bill : unavailable()
  } catch (error) {
    // After a failure anyone may try again at once.
    await store.releaseExpiry(call.db, bill.id, call.clock.now()).catch(() => {})
    throw error
  }
}

const refusedExpiry = (reason: string): never => conflict(`The card processor would not expire the bill. ${reason}`)

const wantExpired = (caller: Call, sessionId: string, app: string, accountId: number): Promise<Bill> =>
  inTransaction(caller, async (call) => {
    await requireVerified(call)
    const found = await store.findVisibleForUpdate(call.db, call, sessionId)
    const bill = found && found.accountId === accountId ? found : notFound('bill')
    call.validate(fleetOnly(app))
    const isSameRequest = call.operationId !== undefined && bill.expireOperationId === call.operationId
    if (isSameRequest && bill.status === 'expired') return bill
    const now = call.clock.now()
    // Of two simultaneous requests the first wins: the second must not report a success that is not its own.
    const isTaken = !isSameRequest && isBeingExpired(bill, now)
    if (bill.status !== 'open' || isTaken)
      conflict(
        `Only an open bill can be expired; this one is ${isTaken ? 'being expired' : bill.status}. Issue a new one if there is something to pay.`,
      )
    // If this process dies now, the job does it.
    const nextCheckAt = after(now, 60_000)
    const wanted = { ...bill, isExpiryWanted: true, expireOperationId: call.operationId ?? null, nextCheckAt }
    if (!bill.isExpiryWanted) await recordExpiry(call, bill)
    return store.save(call.db, wanted)
  })

const recordExpiry = (ctx: ActorContext, bill: Bill): Promise<void> =>
  recordChange(ctx, {
    dealer: bill.dealerId,
    action: 'bills.expire',
    subject: bill.id,
    before: auditPart(bill),
  })

/**
 * In the transaction that deletes an account: its bills can no longer be paid. The job closes them at the processor.
 */
export async function withdrawBills(ctx: ActorContext, accountId: number): Promise<void> {
  const now = ctx.clock.now()
  for (const bill of await store.listUnsettled(ctx.db, accountId)) {
    await store.save(ctx.db, withdraw(bill, now))
    if (bill.status !== 'open') continue
    await recordExpiry(ctx, bill)
    await emitBillEvent(ctx, bill, 'bill.expired')
  }
}

/** As the processor has them. */
export async function readItems(call: Call, sessionId: string, accountId: number): Promise<readonly SessionItem[]> {
  const found = await store.findVisible(call.db, call, sessionId)
  const bill = found && found.accountId === accountId ? found : notFound('bill')
  const kept = await store.findItems(call.db, bill.id)
  if (kept) return kept
  const processor = (await processorOf(call, bill)) ?? unavailable()
  return asking(() => processor.listItems(sessionId), refusedItems)
}

const refusedItems = (reason: string): never => conflict(`The card processor did not return the items. ${reason}`)

/** Large enough that a page costs little per row, small enough that memory stays flat. */
const pageSize = 2000

export interface BillQuery {
  readonly from: number
  readonly to: number
  readonly accountId: number | undefined
}

/**
 * The bills of a window as pages of JSON text, `"id":{…},"id":{…}`. The first is read before this returns, so that an
 * error can still become an answer; each next one is read while one is sent.
 */
export async function listBills(call: Call, query: BillQuery): Promise<AsyncIterable<string>> {
  const { accountId } = query
  if (accountId !== undefined && !(isId(accountId) && (await store.findAccount(call.db, call, accountId)))) missing()
  const filter = {
    appId: fleetApp,
    accountId,
    from: fromSeconds(query.from),
    before: fromSeconds(query.to + 1),
  }
  const read = (position?: store.Position) => store.readPage(call.db, call.dealer, filter, position, pageSize)
  const first = await read()
  return (async function* () {
    for (let page = first; page; ) {
      const next: ReturnType<typeof read> = page.count < pageSize ? Promise.resolve(undefined) : read(page.last)
      // A reader that has stopped must not cause an unhandled rejection when the next page fails.
      next.catch(() => {})
      yield page.json
      page = await next
    }
  })()
}

/** More than a person would read. */
const clientBillsMax = 1000

/** For the client: the bills of its account, newest first. */
export const listClientBills = (ctx: Pick<Context, 'db'>, accountId: number): Promise<Bill[]> =>
  store.listOfAccount(ctx.db, accountId, clientBillsMax)

/** For an erased client; returns how many bills stay, without name and address. */
export const pseudonymiseBills = (ctx: Pick<ActorContext, 'db'>, accountId: number): Promise<number> =>
  store.pseudonymise(ctx.db, accountId)
