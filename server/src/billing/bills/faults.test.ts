/**
 * Makes every SQL statement of issuing, paying and expiring fail in turn, in every way: no bill is ever half made, and
 * the retry or the job finishes it.
 */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createServer } from '#entry/http/server.ts'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { aBill, anActivatedAccount, anAddress, fresh, newBill } from '#testing/builders.ts'
import { deaf } from '#testing/faults/deaf.ts'
import { connectFaulty, type Fault, faults } from '#testing/faults/faults.ts'
import { payAtSandbox } from '#testing/people/payer.ts'
import { applyWaiting, receiveEvent } from '../card-events/actions.ts'
import { reconcileBills } from './reconcile.ts'

const api = await openApi()
const { ctx } = api
const { db, clock } = ctx
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } } as const
const faulty = connectFaulty(api.databaseUrl)
/** The same installation with failing statements; those of the processor work. */
const server = await createServer(
  { ...ctx, db: faulty.db },
  {
    notifications: deaf,
    readiness: { isReady: true },
    pagesFolder: '/nonexistent',
  },
)
after(async () => {
  await server.close()
  await faulty.close()
})

const dealer = await api.dealer('provider')
const account = (await anActivatedAccount(api, dealer)).id
await anAddress(api, account)
// The first bill opens the account at the sandbox, which is not under test here.
await aBill(dealer, account)
const path = '/billing/cardpay-payments'

async function ask(url: string, payload: object, key: string) {
  const headers = { 'x-accesstoken': dealer.token, 'idempotency-key': key }
  const { statusCode, body } = await server.inject({ method: 'POST', url, headers, payload })
  return { status: statusCode, text: body }
}

const rowsSince = (id: string) => db.selectFrom('bills').selectAll().where('id', '>', id).execute()
const newest = async () =>
  (await db.selectFrom('bills').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
const row = (sessionId: string) =>
  db.selectFrom('bills').selectAll().where('sessionId', '=', sessionId).executeTakeFirstOrThrow()
const countOf = async (action: string, subject: string) =>
  (await db.selectFrom('audit').select('id').where('action', '=', action).where('subjectId', '=', subject).execute())
    .length
const receipts = async (id: string) =>
  (await db.selectFrom('mails').select('id').where('key', '=', `receipt:${id}`).execute()).length

/** Runs `work` with the first statement failing, then the second, and so on until there are no more. */
async function withEach(fault: Fault, work: () => Promise<void>): Promise<number> {
  for (let n = 1; ; n++) {
    // Bills of one millisecond could not be distinguished by their ids.
    clock.advance(1)
    faulty.arm(n, fault)
    await work()
    if (!(await faulty.disarm())) return n - 1
  }
}

/** A transaction that was repeated is not a failure for the caller. */
const mayFail = ({ status, text }: { status: number; text: string }, good: number) =>
  assert.ok([good, 500, 503].includes(status), text)

for (const fault of faults) {
  suite(`${fault}`, () => {
    test('issuing: one bill with its retry, and no visible bill without', async () => {
      const statements = await withEach(fault, async () => {
        const [before, key, body] = [await newest(), fresh('key'), newBill(account)]
        mayFail(await ask(path, body, key), 201)
        const wentWrong = await faulty.disarm()
        for (const { status, url } of await rowsSince(before)) assert.equal(status === 'open', url !== null)
        const again = await ask(path, body, key)
        // A request that claimed the key and was cut off may still be running; after a while it is not.
        if (again.status === 409) clock.advance(45)
        const last = again.status === 409 ? await ask(path, body, key) : again
        assert.equal(last.status, 201, last.text)
        assert.equal((await ask(path, body, key)).text, last.text)
        const made = await rowsSince(before)
        assert.deepEqual(
          made.map(({ status, sessionId }) => [status, sessionId]),
          [['open', JSON.parse(last.text).id]],
        )
        if (wentWrong) faulty.arm(0, fault)
      })
      assert.ok(statements > 20, `Only ${statements} statements were seen.`)
    })

    test('issuing without a retry: the job closes an unfinished bill', async () => {
      await withEach(fault, async () => {
        const before = await newest()
        const { status } = await ask(path, newBill(account), fresh('key'))
        const wentWrong = await faulty.disarm()
        clock.advance(300)
        await reconcileBills(acting)
        for (const bill of await rowsSince(before)) {
          const isOpen = bill.status === 'open'
          // The last statement stores the answer for the key: the bill exists, only the dealer got no answer.
          assert.ok(isOpen || (bill.status === 'abandoned' && status !== 201), `${bill.status} ${status}`)
          const session =
            bill.sessionId && (await ctx.cards.sandbox({ dealer: dealer.dealer }).readSession(bill.sessionId))
          assert.equal(session ? session.status : 'expired', isOpen ? 'open' : 'expired')
        }
        if (wentWrong) faulty.arm(0, fault)
      })
    })

    test('expiring: the retry or the job does it', async () => {
      await withEach(fault, async () => {
        const bill = await aBill(dealer, account)
        const url = `${path}/${bill.id}/expire`
        const body = { app_id: fleetApp, account_id: account }
        const key = fresh('key')
        mayFail(await ask(url, body, key), 200)
        const wentWrong = await faulty.disarm()
        clock.advance(60)
        await reconcileBills(acting)
        const last = await ask(url, body, key)
        assert.equal(last.status, 200, last.text)
        const { id, status, url: link } = await row(bill.id)
        assert.deepEqual([status, link], ['expired', null])
        assert.equal(await countOf('bills.expire', id), 1)
        if (wentWrong) faulty.arm(0, fault)
      })
    })

    test('paying: once, whatever failed in between', async () => {
      await withEach(fault, async () => {
        const bill = await aBill(dealer, account)
        // The processor sends its event to the failing installation, and again if it was not accepted.
        const cards = {
          ...ctx.cards,
          receive: (_: unknown, ...event: [string, Buffer, string | undefined]) =>
            receiveEvent({ ...ctx, db: faulty.db }, ...event),
        }
        await payAtSandbox({ ...ctx, cards } as typeof ctx, bill.id)
        const wentWrong = await faulty.disarm()
        clock.advance(3600)
        await applyWaiting(ctx)
        await reconcileBills(acting)
        const { id, status, paymentId } = await row(bill.id)
        assert.equal(status, 'complete')
        assert.ok(paymentId)
        assert.deepEqual([await countOf('bills.pay', id), await receipts(id)], [1, 1])
        if (wentWrong) faulty.arm(0, fault)
      })
    })
  })
}
