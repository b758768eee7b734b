/** Events of the sandbox: stored with the change, signed, and sent until they are accepted. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import type { Receive, Session } from '../card-processor.ts'
import type { Context } from '../context.ts'
import { cardJobs } from './jobs.ts'
import { createCards } from './processors.ts'
import { readEvent } from './webhook.ts'

const api = await openApi()
const { clock } = api.ctx
const told: { endpoint: string; id: string | undefined; at: Date }[] = []
let answer: () => Promise<'taken' | 'refused'>
let secret = ''

const receive: Receive<Context> = async (_ctx, endpoint, raw, signature) => {
  told.push({ endpoint, id: readEvent(raw, signature, [secret], clock.now())?.id, at: clock.now() })
  return answer()
}
const cards = createCards(api.ctx, receive)
const ctx: Context = { ...api.ctx, cards }
const sandbox = cards.sandbox({ dealer: 1 })
;({ secret } = await sandbox.registerWebhook('https://tracking.example/webhooks/cards/ep1'))

beforeEach(() => {
  told.length = 0
  answer = async () => 'taken'
})

let references = 0
const aSession = (): Promise<Session> =>
  sandbox.createSession({
    ...{ reference: `event-${++references}`, name: 'March', currency: 'eur', email: null, lang: null, metadata: {} },
    lines: [{ name: 'Tracking', quantity: 1, unitAmount: 500 }],
    expiresAt: new Date(clock.now().getTime() + 24 * 3600_000),
    returnUrl: 'https://tracking.example/paid',
  })

async function runJobs(): Promise<void> {
  const actor = { kind: 'job' as const, id: 'test', address: null, requestId: null }
  for (const job of cardJobs) await job.run({ ...ctx, actor })
}
const nextDue = () =>
  cardJobs[1]?.nextDue({ ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } })

test('an event is sent at once, and not again once it was accepted', async () => {
  await sandbox.expireSession((await aSession()).id)
  assert.equal(told.length, 1)
  assert.equal(told[0]?.endpoint, 'ep1')
  assert.match(told[0]?.id ?? '', /^evt_\w{24}$/)
  await runJobs()
  assert.equal(told.length, 1)
  assert.equal(await nextDue(), undefined)
})

for (const [what, failure] of [
  ['refuses', async () => 'refused' as const],
  [
    'fails',
    async () => {
      throw new Error('The database is away.')
    },
  ],
] as const) {
  test(`an event whose receiver ${what} is sent again, after longer and longer pauses, with a new signature, until it is accepted`, async () => {
    answer = failure
    const session = await sandbox.expireSession((await aSession()).id)
    assert.equal(session.status, 'expired')
    for (let n = 0; n < 12; n++) {
      await runJobs()
      clock.set((await nextDue()) as Date)
    }
    const waits = told.slice(1).map(({ at }, n) => (at.getTime() - (told[n]?.at.getTime() ?? 0)) / 1000)
    assert.deepEqual(waits, [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600])
    assert.ok(told[0]?.id && told.every(({ id }) => id === told[0]?.id))
    answer = async () => 'taken'
    await runJobs()
    assert.equal(told.length, 13)
    assert.equal(await nextDue(), undefined)
  })
}

test('after three days no more attempts are made', async () => {
  answer = async () => 'refused'
  await sandbox.expireSession((await aSession()).id)
  clock.advance(3 * 24 * 3600 + 1)
  await runJobs()
  assert.equal(told.length, 2)
  assert.equal(await nextDue(), undefined)
})

test('a merchant without an endpoint causes no wait', async () => {
  const other = cards.sandbox('platform')
  const { id } = await other.createSession({
    ...{ reference: 'unheard', name: 'x', currency: 'eur', email: null, lang: null, metadata: {} },
    lines: [{ name: 'Units', quantity: 1, unitAmount: 500 }],
    expiresAt: new Date(clock.now().getTime() + 3600_000),
    returnUrl: 'https://tracking.example/portal',
  })
  await other.expireSession(id)
  assert.deepEqual(told, [])
  assert.equal(await nextDue(), undefined)
})

test('sessions that end at the same moment each send one event', async () => {
  const sessions = await Promise.all(Array.from({ length: 450 }, aSession))
  clock.set(sessions[0]?.expiresAt as Date)
  await runJobs()
  assert.equal(new Set(told.map(({ id }) => id)).size, 450)
  assert.equal(told.length, 450)
  await runJobs()
  assert.equal(told.length, 450)
})

test('events are kept for a month, sessions for good', async () => {
  const session = await aSession()
  await sandbox.expireSession(session.id)
  clock.advance(31 * 24 * 3600)
  await runJobs()
  assert.deepEqual(await api.ctx.db.selectFrom('sandboxEvents').selectAll().execute(), [])
  assert.equal((await sandbox.readSession(session.id))?.status, 'expired')
})

test('the secret of an endpoint is not in the database', async () => {
  const [row] = await api.ctx.db.selectFrom('sandboxEndpoints').selectAll().execute()
  assert.ok(!row?.secretSealed.toString('latin1').includes(secret))
})
