/**
 * Looks at bills at the processor: finishes what a crash or an outage left half done, and settles bills whose events
 * never came. Every bill that is not at its end has a time for it.
 */
import { recordChange } from '#kernel/audit/actions.ts'
import { type Processor, ProcessorDown, ProcessorRefusal } from '#kernel/card-processor.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { orderOf } from './actions.ts'
import { abandon, type Bill, isForgotten, nextCheck, recheck, runOut, timeIsUp } from './bill.ts'
import { processorOf } from './processor-keys.ts'
import { auditPart, emitBillEvent, recordSessionUpdate } from './settle.ts'
import * as store from './store.ts'

const batch = 100
/** A processor answers in a tenth of a second: this many at once ask about a hundred thousand bills an hour. */
const atOnce = 8

export async function reconcileBills(acting: ActorContext): Promise<number> {
  let total = 0
  for (;;) {
    const bills = await store.takeDue(acting.db, acting.clock.now(), batch)
    const waiting = bills.values()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const bill of waiting) await reconcileSafely(acting, bill)
      }),
    )
    total += bills.length
    if (bills.length < batch) return total
  }
}

export const nextBillCheck = ({ db }: Pick<Context, 'db'>): Promise<Date | undefined> => store.nextCheck(db)

export const nextBillEnd = ({ db }: Pick<Context, 'db'>): Promise<Date | undefined> => store.nextEnd(db)

/** One bill that makes trouble keeps no other from being looked at. */
async function reconcileSafely(acting: ActorContext, bill: Bill): Promise<void> {
  try {
    await reconcile(acting, bill)
  } catch (err) {
    if (!(err instanceof ProcessorDown)) acting.log.error({ err, bill: bill.id }, 'Failed to reconcile a bill.')
    await change(acting, bill.id, (current) => recheck(current, acting.clock.now()))
  }
}

async function reconcile(acting: ActorContext, bill: Bill): Promise<void> {
  const now = acting.clock.now()
  if (bill.status === 'preparing') {
    // The request that made it has ended long ago without telling anybody: what was begun is closed, never shown.
    const given = await change(acting, bill.id, (current) =>
      current.status === 'preparing' ? abandon(current, now) : current,
    )
    if (given?.status === 'abandoned') await close(acting, given)
    return
  }
  if (bill.isExpiryWanted || bill.status === 'abandoned') return close(acting, bill)
  if (!isForgotten(bill, now)) await ask(acting, bill)
  await change(acting, bill.id, (current) => {
    // Whatever the processor says or does not say, time is up here.
    if (timeIsUp(current, now)) return runOut(current, now)
    return { ...current, failedChecks: 0, nextCheckAt: current.status === 'open' ? nextCheck(current, now) : null }
  })
}

/** How the session stands. A bill whose time is up runs out even if nobody answers. */
async function ask(acting: ActorContext, bill: Bill): Promise<void> {
  try {
    const processor = await processorOf(acting, bill)
    const session = await processor?.readSession(bill.sessionId as string)
    if (session) await recordSessionUpdate(acting, bill.id, session)
    if (processor && !(await store.findItems(acting.db, bill.id))) {
      await store.saveItems(acting.db, bill.id, await processor.listItems(bill.sessionId as string))
    }
  } catch (error) {
    if (!timeIsUp(bill, acting.clock.now())) throw error
  }
}

/** Sees to it that nobody can pay it any more, and hears whether somebody has. */
async function close(acting: ActorContext, bill: Bill): Promise<void> {
  const processor = isForgotten(bill, acting.clock.now()) ? undefined : await processorOf(acting, bill)
  const session = processor && (await closed(acting, bill, processor))
  if (session) await recordSessionUpdate(acting, bill.id, session)
  const now = acting.clock.now()
  // Still open: the processor does not know it, or not as we do. Then it runs out by itself.
  await change(acting, bill.id, (current) => ({
    ...current,
    isExpiryWanted: false,
    nextCheckAt: current.status === 'open' ? nextCheck(current, now) : null,
  }))
}

/** To learn whether a half-made bill has a session, it is ordered again: under its reference there is only one. */
async function closed(acting: ActorContext, bill: Bill, processor: Processor) {
  try {
    const id = bill.sessionId ?? (await processor.createSession(orderOf(acting, bill))).id
    return await processor.expireSession(id)
  } catch (error) {
    // It has none and wants none.
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
  if (before.status === after.status) return undefined
  return after.status === 'abandoned' ? 'bills.abandon' : 'bills.expire'
}
