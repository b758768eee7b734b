/** Makes every statement of ending a term fail in turn, in every way, and kills workers: each effect happens once. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aUnit } from '#testing/builders.ts'
import { connectFaulty, faults } from '#testing/faults/faults.ts'
import { carryOutTerms } from './terms.ts'

const api = await openApi()
const { db, clock } = api.ctx
const dealer = await api.dealer('provider')
const actor = { kind: 'job', id: 'test', address: null, requestId: null } as const
const faulty = connectFaulty(api.databaseUrl)
after(() => faulty.close())
const account = (await anActivatedAccount(api, dealer)).id
const email = 'owner-of-terms@example.com'
await db.updateTable('users').set({ email }).where('accountId', '=', account).execute()
const unit = (await aUnit(dealer, account)).id

const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const set = async (paid_until: string) => {
  const body = { terms: [{ unit_id: unit, paid_until }] }
  const answer = await api.ask('PUT', '/console/unit-terms', body, { 'x-accesstoken': dealer.token })
  assert.equal(answer.status, 200, answer.text)
}
const counts = async () => ({
  events: (await db.selectFrom('events').select('seq').where('type', '=', 'unit.term_expired').execute()).length,
  audit: (await db.selectFrom('audit').select('id').where('action', '=', 'unit-terms.expire').execute()).length,
  mails: (await db.selectFrom('mails').select('id').where('to', '=', email).execute()).length,
})

suite('a term ends once', () => {
  for (const fault of faults) {
    test(`although a statement is ${fault}`, async () => {
      for (let place = 1; ; place++) {
        // Another day each time: an email is sent once for a day.
        await set(day(-place - 30 * faults.indexOf(fault) - 1))
        const before = await counts()
        faulty.arm(place, fault)
        await carryOutTerms({ ...api.ctx, db: faulty.db, actor }).catch(() => {})
        const isOver = !(await faulty.disarm())
        await Promise.all([1, 2, 3].map(() => carryOutTerms({ ...api.ctx, actor })))
        const now = await counts()
        const once = { events: before.events + 1, audit: before.audit + 1, mails: before.mails + 1 }
        assert.deepEqual(now, once, `statement ${place}`)
        if (isOver) return
      }
    })
  }
})
