/**
 * Checks payment pages at the processor: finishes what a crash or an outage left half done, and settles those whose
 * events never came. Every page that has not ended has a time for its next check.
 */
import { recordChange } from '#kernel/audit/actions.ts'
import { type Order, type Processor, ProcessorDown, ProcessorRefusal } from '#kernel/card-processor.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { type Db, inTransaction } from '#kernel/db/transaction.ts'
import { orderOf } from './actions.ts'
import {
  abandon,
  type Bill,
  isForgotten,
  nextCheck,
  type PaymentPage,
  recheck,
  runOut,
  type SessionUpdate,
  timeIsUp,
} from './bill.ts'
import { processorOf } from './processor-keys.ts'
import { auditPart, emitBillEvent, recordSessionUpdate } from './settle.ts'
import * as store from './store.ts'

/** How one kind of payment page is stored. */
export interface PageKind<P extends PaymentPage> {
  takeDue(db: Db, now: Date, most: number): Promise<P[]>
  /** Stores what the processor reports, and what follows from it. */
  record(acting: ActorContext, id: string, session: SessionUpdate): Promise<unknown>
  change(acting: ActorContext, id: string, work: (page: P) => P): Promise<P | undefined>
  /** Always the same for the same page. */
  orderOf(acting: ActorContext, page: P): Promise<Order>
  /** Fetches what else is needed from the processor. */
  complete?(acting: ActorContext, page: P, processor: Processor): Promise<void>
}

const batch = 100
/** A processor answers in a tenth of a second: this many at once check a hundred thousand bills an hour. */
const atOnce = 8

export async function reconcilePages<P extends PaymentPage>(acting: ActorContext, kind: PageKind<P>): Promise<number> {
  let total = 0
  for (;;) {
    const pages = await kind.takeDue(acting.db, acting.clock.now(), batch)
    const waiting = pages.values()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const page of waiting) await checkPage(acting, kind, page)
      }),
    )
    total += pages.length
    if (pages.length < batch) return total
  }
}

export const reconcileBills = (acting: ActorContext): Promise<number> => reconcilePages(acting, billPages)

export const nextBillCheck = store.nextCheck

export const nextBillEnd = ({ db }: Pick<Context, 'db'>): Promise<Date | undefined> => store.nextEnd(db)

/** A page that fails does not stop the others. */
export async function checkPage<P extends PaymentPage>(
  acting: ActorContext,
  kind: PageKind<P>,
  page: P,
): Promise<void> {
  try {
    await reconcile(acting, kind, page)
  } catch (err) {
    if (!(err instanceof ProcessorDown)) acting.log.error({ err, page: page.id }, 'Failed to reconcile a payment page.')
    const now = acting.clock.now()
    // What could not be closed in time has expired here, whatever the processor says.
    await kind.change(acting, page.id, (current) =>
      timeIsUp(current, now) ? runOut(current, now) : recheck(current, now),
    )
  }
}

async function reconcile<P extends PaymentPage>(acting: ActorContext, kind: PageKind<P>, page: P): Promise<void> {
  const now = acting.clock.now()
  if (page.status === 'preparing') {
    // The request that created it ended long ago without an answer: close what was begun, and never show it.
    const given = await kind.change(acting, page.id, (current) =>
      current.status === 'preparing' ? abandon(current, now) : current,
    )
    if (given?.status === 'abandoned') await closePage(acting, kind, given)
    return
  }
  if (page.isExpiryWanted || page.status === 'abandoned') return closePage(acting, kind, page)
  if (!isForgotten(page, now)) await ask(acting, kind, page)
  await kind.change(acting, page.id, (current) => {
    // It has expired here, whatever the processor says.
    if (timeIsUp(current, now)) return runOut(current, now)
    if (isNewlyPaid(current, page)) return current
    return { ...current, failedChecks: 0, nextCheckAt: current.status === 'open' ? nextCheck(current, now) : null }
  })
}

/** The state of the session. An expired page ends even if there is no answer. */
async function ask<P extends PaymentPage>(acting: ActorContext, kind: PageKind<P>, page: P): Promise<void> {
  try {
    const processor = await processorOf(acting, page)
    const session = await processor?.readSession(page.sessionId as string)
    if (session) await kind.record(acting, page.id, session)
    if (processor) await kind.complete?.(acting, page, processor)
  } catch (error) {
    if (!timeIsUp(page, acting.clock.now())) throw error
  }
}

/** Makes sure that it can no longer be paid, and finds out whether it was. */
export async function closePage<P extends PaymentPage>(
  acting: ActorContext,
  kind: PageKind<P>,
  page: P,
): Promise<void> {
  const processor = isForgotten(page, acting.clock.now()) ? undefined : await processorOf(acting, page)
  const session = processor && (await closed(acting, kind, page, processor))
  if (session) await kind.record(acting, page.id, session)
  const now = acting.clock.now()
  // Still open: the processor does not know it, or has other data. It will expire on its own.
  await kind.change(acting, page.id, (current) =>
    isNewlyPaid(current, page)
      ? current
      : {
          ...current,
          isExpiryWanted: false,
          nextCheckAt: current.status === 'open' ? nextCheck(current, now) : null,
        },
  )
}

/** What is still to do for it, such as fetching its card, was planned when the payment was recorded. */
const isNewlyPaid = (current: PaymentPage, before: PaymentPage): boolean =>
  current.status === 'complete' && before.status !== 'complete'

/** To find out whether a half-made page has a session, it is ordered again: its reference allows only one. */
async function closed<P extends PaymentPage>(acting: ActorContext, kind: PageKind<P>, page: P, processor: Processor) {
  try {
    const id = page.sessionId ?? (await processor.createSession(await kind.orderOf(acting, page))).id
    return await processor.expireSession(id)
  } catch (error) {
    // It has none and gets none.
    if (error instanceof ProcessorRefusal) return undefined
    throw error
  }
}

const change = (acting: ActorContext, id: string, work: (bill: Bill) => Bill): Promise<Bill | undefined> =>
  inTransaction(acting, async (ctx) => {
    const before = await store.findForUpdate(ctx.db, id)
    if (!before) return undefined
    const bill = work(before)
    if (bill === before) return bill
    const action = actionOf(before, bill)
    if (action) {
      await recordChange(ctx, {
        dealer: bill.dealerId,
        action,
        subject: bill.id,
        after: auditPart(bill),
      })
    }
    if (before.status === 'open' && bill.status === 'expired') await emitBillEvent(ctx, bill, 'bill.expired')
    return store.save(ctx.db, bill)
  })

function actionOf(before: Bill, after: Bill): string | undefined {
  // If a person requested the expiry, that is already in the audit log.
  if (before.status === after.status || before.isExpiryWanted) return undefined
  return after.status === 'abandoned' ? 'bills.abandon' : 'bills.expire'
}

const billPages: PageKind<Bill> = {
  takeDue: store.takeDue,
  record: recordSessionUpdate,
  change,
  orderOf: async (acting, bill) => orderOf(acting, bill),
  async complete(acting, { id, sessionId }, processor) {
    if (await store.findItems(acting.db, id)) return
    await store.saveItems(acting.db, id, await processor.listItems(sessionId as string))
  },
}
