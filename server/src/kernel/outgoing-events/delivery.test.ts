/** Delivers events to a dealer's program that fails, stalls, lies and redirects, with workers that die. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { randomFrom } from '#entry/simulation/random.ts'
import { type Caller, openApi } from '#testing/api.ts'
import {
  type Behaviour,
  fails,
  publishedRecipe,
  type Receiver,
  stalls,
  startReceiver,
} from '#testing/fakes/receiver.ts'
import { until } from '#testing/until.ts'
import type { ActorContext } from '../context.ts'
import { dueFrom } from '../jobs/due.ts'
import { createOutbound } from '../network/outbound.ts'
import { countEvents, recordEvent } from './actions.ts'
import { type DeliveryLimits, deliverDue, nextDelivery } from './delivery.ts'

const allowed = ['127.0.0.0/8']
const api = await openApi({ WAYMARK_OUTBOUND_ALLOW: allowed.join() })
const { clock, db } = api.ctx
const verify = await publishedRecipe()

const worker: ActorContext = {
  ...api.ctx,
  actor: { kind: 'job', id: 'events.deliver', address: null, requestId: null },
}
/** For receivers that stall. On a busy machine others may exceed it too; they are then tried again. */
const hasty: ActorContext = { ...worker, outbound: createOutbound({ allowed, timeoutMs: 250 }) }
const limits: DeliveryLimits = { inAll: 64, perEndpoint: 8, leaseMs: 60_000 }
const deliver = (acting = worker) => deliverDue(acting, limits)

const receivers: Receiver[] = []
after(() => Promise.all(receivers.map((one) => one.close())))

interface Setting {
  readonly dealer: Caller
  readonly receiver: Receiver
  readonly id: string
  readonly secret: string
}

async function aReceivingDealer(behaviour?: Behaviour, change: object = {}): Promise<Setting> {
  const dealer = await api.dealer()
  const receiver = await startReceiver(behaviour)
  receivers.push(receiver)
  const { body } = await dealer.ask('POST', '/webhooks', { url: receiver.url, ...change })
  return { dealer, receiver, id: body.id, secret: body.secret }
}

/** Something happens to these accounts, one after the other. */
async function happens(dealer: Caller, ...accounts: number[]): Promise<void> {
  for (const account of accounts) {
    const data = { account_id: account, unit_id: 1, last_active: 0 }
    await recordEvent(api.ctx, { dealer: dealer.dealer, account, type: 'unit.silent', data })
  }
  await countEvents(api.ctx, dealer.dealer)
}

const idsOf = (events: readonly { event: { id: number } }[]) => events.map(({ event }) => event.id)
const ofAccount = (events: Receiver['received'], account: number) =>
  idsOf(events.filter(({ event }) => event.account_id === account))
const lanesOf = ({ id }: Setting) => db.selectFrom('webhookLanes').selectAll().where('webhookId', '=', id).execute()
const deliveriesOf = async ({ dealer, id }: Setting) => (await dealer.ask('GET', `/webhooks/${id}/deliveries`)).body
const nowSeconds = () => clock.now().getTime() / 1000

/** Until nothing waits, moving the clock from one attempt to the next. */
async function untilQuiet(setting: Setting, run: () => Promise<unknown> = () => deliver()): Promise<void> {
  await until('quiet', async () => {
    await run()
    const [next] = (await lanesOf(setting)).map((lane) => lane.nextTryAt).toSorted((a, b) => Number(a) - Number(b))
    if (next && next > clock.now()) clock.set(next)
    return !next
  })
}

suite('an accepted event', () => {
  test('arrives in its documented form, signed, and can be verified by the published recipe', async () => {
    const setting = await aReceivingDealer()
    const { dealer, receiver, secret, id } = setting
    await happens(dealer, 11)
    await deliver()
    const [one] = receiver.received
    assert.ok(one)
    assert.deepEqual(verify(secret, one.headers, one.body, nowSeconds()), one.event)
    assert.deepEqual([one.event], (await dealer.ask('GET', '/events')).body)
    assert.equal(one.headers['webhook-id'], `evt_${dealer.dealer}_1`)
    assert.equal(one.headers['content-type'], 'application/json; charset=utf-8')
    const [delivery] = await deliveriesOf(setting)
    assert.deepEqual(
      { ...delivery, duration_ms: 0 },
      {
        ...{ id: 1, type: 'unit.silent', account_id: 11, state: 'delivered', tries: 1, status: 204, failure: null },
        ...{ duration_ms: 0, first_try_at: nowSeconds(), last_try_at: nowSeconds(), next_try_at: null },
      },
    )
    assert.deepEqual(await lanesOf(setting), [])
    const { body } = await (await api.dealer()).ask('GET', `/webhooks/${id}/deliveries`)
    assert.equal(body.errors[0].code, 'NOT_FOUND')
  })

  test('proves nothing if a byte, the time or the secret differs', async () => {
    const { dealer, receiver, secret } = await aReceivingDealer()
    await happens(dealer, 11)
    await deliver()
    const { headers, body } = receiver.received[0]!
    const now = nowSeconds()
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    assert.throws(() => verify(secret, headers, body.replace('11', '12'), now), /not from Waymark/)
    assert.throws(() => verify(other, headers, body, now), /not from Waymark/)
    assert.throws(() => verify(secret, headers, body, now + 301), /too old/)
    assert.throws(() => verify(secret, { ...headers, 'webhook-timestamp': String(now + 1) }, body, now), /not from/)
    assert.throws(() => verify(secret, { ...headers, 'webhook-signature': '' }, body, now), /not from/)
  })

  test('goes to the webhooks that want its type, and a test only to its own', async () => {
    const setting = await aReceivingDealer(undefined, { types: ['bill.paid'] })
    const all = await startReceiver()
    receivers.push(all)
    await setting.dealer.ask('POST', '/webhooks', { url: all.url })
    await happens(setting.dealer, 11)
    const { body } = await setting.dealer.ask('POST', `/webhooks/${setting.id}/test`)
    await deliver()
    assert.deepEqual(idsOf(all.received), [1])
    assert.deepEqual(idsOf(setting.receiver.received), [body.id])
  })
})

suite('an event that is not accepted', () => {
  const bad: readonly [what: string, behaviour: Behaviour, status: number | null, failure: RegExp][] = [
    ['a failure', fails, 500, /status 500/],
    ['a redirect', (_, answer) => answer.writeHead(302, { location: '/else' }).end(), 302, /redirect/],
    ['no answer', stalls, null, /timed out/],
    ['a broken connection', (_, answer) => answer.destroy(), null, /broke|closed/],
    ['nonsense', (_, answer) => answer.socket?.end('what?\r\n\r\n'), null, /broke/],
    ['an odd status', (_, answer) => answer.writeHead(418).end(), 418, /status 418/],
  ]
  for (const [what, behaviour, status, failure] of bad) {
    test(`because of ${what} is logged and tried again`, async () => {
      const setting = await aReceivingDealer(behaviour)
      await happens(setting.dealer, 11)
      await deliver(behaviour === stalls ? hasty : worker)
      const [delivery] = await deliveriesOf(setting)
      assert.deepEqual([delivery.state, delivery.status, delivery.tries], ['retrying', status, 1])
      assert.match(delivery.failure, failure)
      assert.equal(delivery.next_try_at, Math.floor(nowSeconds()) + 5)
      setting.receiver.behave((_, answer) => answer.end('thank you'))
      clock.advance(4)
      await deliver()
      assert.equal(setting.receiver.taken.length, 0)
      clock.advance(1)
      await deliver()
      assert.deepEqual(idsOf(setting.receiver.taken), [1])
      assert.deepEqual((await deliveriesOf(setting))[0].tries, 2)
    })
  }

  test('holds back later events of its account, and of no other', async () => {
    const setting = await aReceivingDealer(({ event }, answer) => {
      answer.writeHead(event.account_id === 1 ? 500 : 200).end()
    })
    await happens(setting.dealer, 1, 2, 1, 3, 2, 1)
    await deliver()
    const { receiver } = setting
    assert.deepEqual(ofAccount(receiver.received, 1), [1])
    assert.deepEqual(ofAccount(receiver.taken, 2), [2, 5])
    assert.deepEqual(ofAccount(receiver.taken, 3), [4])
    receiver.behave((_, answer) => answer.end())
    clock.advance(5)
    await deliver()
    assert.deepEqual(ofAccount(receiver.taken, 1), [1, 3, 6])
  })

  test('fails after three days, is shown as failed, and makes way for the next', async () => {
    const setting = await aReceivingDealer(fails)
    const { dealer, receiver, id } = setting
    await happens(dealer, 1)
    const begun = clock.now().getTime()
    clock.advance(3600)
    await happens(dealer, 1)
    await untilQuiet(setting)
    assert.equal(clock.now().getTime(), begun + (3 * 24 + 1) * 3_600_000)
    const deliveries = await deliveriesOf(setting)
    assert.deepEqual(
      deliveries.map(({ id: event, state }: { id: number; state: string }) => [event, state]),
      [
        [1, 'failed'],
        [2, 'failed'],
      ],
    )
    assert.ok(deliveries[0].tries > 40 && deliveries[1].tries > 1)
    assert.equal((await dealer.ask('GET', `/webhooks/${id}/deliveries?state=failed&after=1`)).body.length, 1)
    receiver.behave((_, answer) => answer.end())
    await dealer.ask('POST', `/webhooks/${id}/replay`, { after: 0 })
    await deliver()
    assert.deepEqual(idsOf(receiver.taken), [1, 2])
    assert.deepEqual(
      (await deliveriesOf(setting)).map(({ state }: { state: string }) => state),
      ['delivered', 'delivered'],
    )
  })
})

suite('whatever the receiver does', () => {
  for (const seed of [1, 2, 3]) {
    test(`every event arrives at least once, in order per account, and can be verified (seed ${seed})`, async () => {
      const random = randomFrom(`seed ${seed}`)
      const setting = await aReceivingDealer((_, answer) => {
        const chance = random()
        if (chance < 0.5) return void answer.writeHead(200).end('taken')
        if (chance < 0.65) return void answer.writeHead(503).end()
        if (chance < 0.75) return void answer.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
        if (chance < 0.85) return void answer.destroy()
        if (chance < 0.9) return void answer.socket?.end('HTTP/9 hello\r\n\r\n')
        // Accepted, but the answer is lost: it will be sent again.
        if (chance < 0.95) return void answer.socket?.end('HTTP/1.1 2')
      })
      const accounts = [1, 2, 3, 4, 5]
      const sent = Array.from({ length: 60 }, () => accounts[Math.floor(random() * accounts.length)] as number)
      await happens(setting.dealer, ...sent)
      await untilQuiet(setting, () => Promise.all([deliver(hasty), deliver(hasty)]))
      const { received, taken } = setting.receiver
      for (const account of accounts) {
        const expected = sent.flatMap((one, index) => (one === account ? [index + 1] : []))
        assert.deepEqual([...new Set(ofAccount(taken, account))], expected)
        // Attempts that were not accepted came in order too: nothing overtakes.
        const came = ofAccount(received, account)
        assert.deepEqual(
          came,
          came.toSorted((a, b) => a - b),
        )
      }
      assert.ok(received.length > taken.length)
      for (const { headers, body, event } of received) {
        const at = Number(headers['webhook-timestamp'])
        assert.deepEqual(verify(setting.secret, headers, body, at), event)
        assert.equal(headers['webhook-id'], `evt_${setting.dealer.dealer}_${event.id}`)
      }
    })
  }

  test('one that stalls delays nobody else', async () => {
    const [slow, quick] = [await aReceivingDealer(stalls), await aReceivingDealer()]
    await happens(slow.dealer, 1, 2, 3)
    const running = deliver({ ...worker, outbound: createOutbound({ allowed, timeoutMs: 3_000 }) })
    // What comes before the others are claimed would be claimed with them.
    await until('the stalling one to be asked', () => slow.receiver.received.length > 0)
    await happens(quick.dealer, 1)
    await deliver()
    assert.deepEqual(idsOf(quick.receiver.taken), [1])
    await running
    assert.equal(slow.receiver.taken.length, 0)
    await slow.dealer.ask('DELETE', `/webhooks/${slow.id}`)
  })

  test('it never gets too many requests at once', async () => {
    const setting = await aReceivingDealer()
    const waiting: (() => void)[] = []
    setting.receiver.behave((_, answer) => {
      waiting.push(() => answer.end())
      const release = () => {
        for (const go of waiting.splice(0)) go()
      }
      // The last ones may be fewer than three.
      if (waiting.length >= 3) release()
      else setTimeout(release, 500)
    })
    await happens(setting.dealer, ...Array.from({ length: 30 }, (_, index) => index + 1))
    const few = { ...limits, perEndpoint: 3 }
    await Promise.all([deliverDue(worker, few), deliverDue(worker, few), deliverDue(worker, few)])
    assert.equal(setting.receiver.taken.length, 30)
    assert.equal(setting.receiver.atOnceMax(), 3)
  })
})

suite('workers', () => {
  test('share the work: nothing is sent twice', async () => {
    const setting = await aReceivingDealer()
    const sent = Array.from({ length: 200 }, (_, index) => (index % 40) + 1)
    await happens(setting.dealer, ...sent)
    await Promise.all([deliver(), deliver(), deliver(), deliver()])
    const ids = idsOf(setting.receiver.received)
    assert.deepEqual(
      ids.toSorted((a, b) => a - b),
      sent.map((_, index) => index + 1),
    )
    for (let account = 1; account <= 40; account++) {
      const came = ofAccount(setting.receiver.received, account)
      assert.deepEqual(
        came,
        came.toSorted((a, b) => a - b),
      )
    }
  })

  test('that die release their claims, and those that only slept are too late', async () => {
    const setting = await aReceivingDealer()
    await happens(setting.dealer, 1, 1)
    const woken = Promise.withResolvers<void>()
    const asleep: ActorContext = {
      ...worker,
      outbound: {
        ...worker.outbound,
        async post() {
          await woken.promise
          return { failure: 'It was asleep.' }
        },
      },
    }
    const sleeping = deliverDue(asleep, limits)
    await until('the lease', async () => (await lanesOf(setting))[0]?.lease)
    await deliver()
    assert.deepEqual(setting.receiver.received, [])
    clock.advance(60)
    await deliver()
    assert.deepEqual(idsOf(setting.receiver.taken), [1, 2])
    woken.resolve()
    await sleeping
    assert.deepEqual(
      (await deliveriesOf(setting)).map(({ state, tries }: { state: string; tries: number }) => [state, tries]),
      [
        ['delivered', 1],
        ['delivered', 1],
      ],
    )
    assert.deepEqual(await lanesOf(setting), [])
  })
})

test('a secret is rotated without a gap: both sign for three days', async () => {
  const setting = await aReceivingDealer()
  const { dealer, receiver, id, secret } = setting
  const next = async () => {
    await happens(dealer, 1)
    await deliver()
    const { headers, body } = receiver.received.at(-1)!
    return (with_: string) => verify(with_, headers, body, nowSeconds())
  }
  const rotated = (await dealer.ask('POST', `/webhooks/${id}/rotate-secret`)).body.secret
  const during = await next()
  assert.deepEqual(during(secret), during(rotated))
  clock.advance(72 * 3600 - 1)
  const atTheEnd = await next()
  assert.deepEqual(atTheEnd(secret), atTheEnd(rotated))
  clock.advance(1)
  const afterwards = await next()
  assert.ok(afterwards(rotated))
  assert.throws(() => afterwards(secret), /not from Waymark/)
})

suite('a webhook is disabled', () => {
  test('by status 410, and nothing more is sent', async () => {
    const setting = await aReceivingDealer((_, answer) => answer.writeHead(410).end())
    const { dealer, receiver, id } = setting
    await happens(dealer, 1, 1)
    await deliver()
    await happens(dealer, 1, 2)
    await deliver()
    assert.deepEqual(idsOf(receiver.received), [1])
    const webhook = (await dealer.ask('GET', `/webhooks/${id}`)).body
    assert.equal(webhook.enabled, false)
    assert.match(webhook.disabled_reason, /410/)
    assert.equal((await deliveriesOf(setting))[0].state, 'failed')
    const entries = await db.selectFrom('audit').select(['action', 'actorKind']).where('subjectId', '=', id).execute()
    assert.deepEqual(entries.at(-1), { action: 'webhooks.disable', actorKind: 'job' })
    receiver.behave((_, answer) => answer.end())
    const back = (await dealer.ask('PATCH', `/webhooks/${id}`, { enabled: true })).body
    assert.deepEqual([back.enabled, back.disabled_reason], [true, null])
    await dealer.ask('POST', `/webhooks/${id}/replay`, { after: 1 })
    await deliver()
    assert.deepEqual(ofAccount(receiver.taken, 1), [2, 3])
    assert.deepEqual(ofAccount(receiver.taken, 2), [4])
  })

  test('by its dealer, even while it is being called', async () => {
    const setting = await aReceivingDealer(fails)
    const { dealer, id } = setting
    await happens(dealer, 1)
    await deliver()
    await dealer.ask('PATCH', `/webhooks/${id}`, { enabled: false })
    assert.deepEqual(await lanesOf(setting), [])
    const [delivery] = await deliveriesOf(setting)
    assert.deepEqual([delivery.state, delivery.next_try_at], ['failed', null])
    await happens(dealer, 1)
    assert.deepEqual(await lanesOf(setting), [])
    assert.equal(await dueFrom(nextDelivery).nextDue(api.ctx), undefined)
  })

  test('by deletion, while it is being called', async () => {
    const setting = await aReceivingDealer()
    const { dealer, receiver, id } = setting
    receiver.behave((_, answer) => {
      void dealer.ask('DELETE', `/webhooks/${id}`).then(() => answer.end())
    })
    await happens(dealer, 1, 1)
    await deliver()
    assert.deepEqual(idsOf(receiver.taken), [1])
    assert.deepEqual(api.failures, [])
  })
})
