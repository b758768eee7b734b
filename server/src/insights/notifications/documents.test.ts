/** A client is notified before a document of a vehicle expires: once at each mark, whatever happens in between. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { askFor } from '#testing/people/client.ts'
import { checkRules, nextMoment } from './conditions/checks.ts'

const api = await openApi()
const dealer = await api.dealer()
const { ctx } = api
const worker = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } } as const
/** Twelve hours ahead of UTC: its day begins at noon of the day before. */
const zone = 'Etc/GMT-12'

const check = async () => {
  ctx.clock.advance(601)
  await checkRules(worker, new Date(0))
}
/** To an hour of a day there. */
const goTo = async (day: string, hour: number) => {
  ctx.clock.advance((Date.parse(`${day}T00:00:00+12:00`) + hour * 3_600_000 - ctx.clock.now().getTime()) / 1000)
  await check()
}

async function aFleet() {
  const plan = await aPlan(dealer, { modules: ['notification'] })
  const account = await anActivatedAccount(api, dealer, plan.id)
  let entered = await askFor(api, dealer, account.user)
  /** Weeks pass, and a session ends. */
  const ask: typeof entered = async (...request) => {
    const answer = await entered(...request)
    if (answer.status !== 401) return answer
    entered = await askFor(api, dealer, account.user)
    return entered(...request)
  }
  const unit = await aUnit(dealer, account.id)
  return {
    ...{ ask, unit },
    add: async (name: string, expires_on: string) =>
      (await ask('POST', `/units/${unit.id}/documents`, { name, expires_on })).body.id as string,
    rule: (body: object = {}) =>
      ask('POST', '/notification-rules', { name: 'Papers', condition: { type: 'document' }, tz: zone, ...body }),
    headlines: async () =>
      (await ask('GET', '/notifications')).body
        .map(({ headline }: { headline: string }) => headline.replace(`${unit.name}: `, ''))
        .reverse(),
  }
}
const start = ctx.clock.now().getTime()
const dayOf = (days: number) => new Date(start + days * 86_400_000).toISOString().slice(0, 10)

suite('a document that expires', () => {
  test('is notified 30 and 7 days before and on the day, from 8:00 on, once each', async () => {
    const { add, rule, headlines, ask, unit } = await aFleet()
    const other = await aFleet()
    const last = dayOf(60)
    const id = await add('Insurance', last)
    await other.add('Permit', last)
    const made = await rule()
    assert.deepEqual([made.status, made.body.condition], [201, { type: 'document' }], made.text)
    await goTo(dayOf(29), 12)
    assert.deepEqual(await headlines(), [])
    await goTo(dayOf(30), 7)
    assert.deepEqual(await headlines(), [])
    const next = await nextMoment(worker, new Date(0))
    assert.equal(next?.toISOString(), `${dayOf(29)}T20:00:00.000Z`)
    await goTo(dayOf(30), 8)
    await Promise.all([1, 2, 3].map(() => checkRules(worker, new Date(0))))
    for (const _ of [1, 2]) await check()
    assert.deepEqual(await headlines(), ['Insurance expires in 30 days'])
    await ask('PATCH', `/vehicle-documents/${id}`, { note: 'By phone' })
    await goTo(dayOf(53), 9)
    await goTo(dayOf(60), 9)
    await goTo(dayOf(61), 9)
    assert.deepEqual(await headlines(), [
      'Insurance expires in 30 days',
      'Insurance expires in 7 days',
      'Insurance expires today',
    ])
    const [newest] = (await ask('GET', '/notifications')).body
    assert.deepEqual(
      [newest.kind, newest.unit_id, newest.facts.document_id, newest.facts.expires_on, newest.facts.days_left],
      ['document', unit.id, id, last, 0],
    )
    assert.deepEqual(await other.headlines(), [])
    // Renewed, it starts again.
    await ask('PATCH', `/vehicle-documents/${id}`, { expires_on: dayOf(80) })
    await check()
    assert.deepEqual((await headlines()).slice(3), ['Insurance expires in 19 days'])
  })

  test('is not notified for units outside the rule, nor when it is long past, and can be tried and explained', async () => {
    const { add, rule, headlines, ask, unit } = await aFleet()
    const now = ctx.clock.now().getTime()
    const inDays = (days: number) => new Date(now + (days + 0.5) * 86_400_000).toISOString().slice(0, 10)
    await add('Old permit', inDays(-20))
    await add('Permit', inDays(5))
    await rule({ for_all: false, unit_ids: [(await aFleet()).unit.id] }).then(({ status }) => assert.equal(status, 404))
    const { id } = (await rule()).body
    await check()
    assert.deepEqual(await headlines(), ['Permit expires in 5 days'])
    const preview = await ask('POST', '/notification-rules/preview', { condition: { type: 'document' }, tz: zone })
    assert.deepEqual(
      preview.body.listed.map(({ headline }: { headline: string }) => headline.replace(`${unit.name}: `, '')).sort(),
      [
        ...['Old permit expires in 7 days', 'Old permit expires today'],
        ...['Permit expires in 30 days', 'Permit expires in 7 days'],
      ],
      preview.text,
    )
    const at = Math.floor(ctx.clock.now().getTime() / 1000)
    const explained = await ask('GET', `/notification-rules/${id}/explanation?unit_id=${unit.id}&at=${at}`)
    assert.match(explained.text, /not_expiring|notified/, explained.text)
  })
})
