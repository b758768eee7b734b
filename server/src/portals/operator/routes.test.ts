/** The operator's routes: who may call them, their answers and side effects; and what each is for. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { protocolByName } from '@waymark/devices'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { operatorDocumentText } from '#entry/http/openapi/openapi-operator.ts'
import { operatorRoutes } from '#entry/http/scopes/console.ts'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { readLastBackup } from '#kernel/backup/last.ts'
import { checkBackup } from '#kernel/backup/restore.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Answer, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  aPlan,
  aQuarantinedFrame,
  aUnit,
  fresh,
  newPlan,
  received,
} from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import { exact } from '#testing/checks/slots.ts'
import { aPlanet } from '#testing/files/planet.ts'
import { aClient } from '#testing/people/client.ts'
import { aPerson, type StaffMember } from '#testing/people/staff.ts'
import { until } from '#testing/until.ts'
import { recordUnknownDevice } from '#tracking/unclaimed-devices/actions.ts'
import { startBackup } from '../backups/actions.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-operator-'))
after(() => rmSync(folder, { recursive: true }))
const api = await openApi({ WAYMARK_DATA: folder, WAYMARK_SMTP_URL: 'smtp://127.0.0.1:9' })
const { db, clock } = api.ctx
const planet = join(folder, 'planet.pmtiles')
writeFileSync(planet, aPlanet())
let operator: StaffMember
before(async () => {
  operator = await aPerson(api, null, 'operator')
})

const now = () => seconds(clock.now())
const missing = { number: 999_999_999_999_999, uuid: '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30' }

const limit = (min: number, max: number, initial = min, step = 1) => ({ default: initial, max, min, step })
const newOffer = (change: object = {}) => ({
  app_id: fleetApp,
  name: fresh('Offer'),
  type: 'managed',
  price: 29.5,
  currency: 'eur',
  limits: { unit: limit(1, 20), geofence: limit(0, 70, 10), unit_storage: limit(10240, 102400, 20480, 10240) },
  modules: ['notification', 'geofence'],
  ...change,
})
const newServiceOffer = () => ({ app_id: fleetApp, name: fresh('Fee'), price: 5, currency: 'eur' })

async function aFailedMail(): Promise<number> {
  const key = fresh('mail')
  await postMail(api.ctx, { to: 'nobody@example.com', subject: 'Hello', text: 'A secret link', key })
  const { id } = await db
    .updateTable('mails')
    .set({ state: 'failed', failure: 'No such mailbox.', nextTryAt: null, tries: 3 })
    .where('key', '=', key)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One that is known, but whose file does not exist. */
async function anAutomaticBackup(): Promise<void> {
  const at = clock.now()
  const times = { startedAt: at, aliveAt: at, finishedAt: at, verifiedAt: at }
  const place = join(folder, 'backups')
  await db
    .insertInto('backups')
    .values({ name: fresh('gone'), place, isAutomatic: true, isEncrypted: true, state: 'done', ...times })
    .execute()
}

interface Request {
  readonly url: string
  readonly body?: object
}
/** A valid request for every route, and its actions in the audit log. */
const recipes: Readonly<Record<string, { make: () => Promise<Request>; actions?: readonly string[] }>> = {
  'GET /me': { make: async () => ({ url: '/me' }) },
  'GET /settings': { make: async () => ({ url: '/settings' }) },
  'PATCH /settings': {
    make: async () => ({ url: '/settings', body: { settings: [{ name: 'WAYMARK_NAME', value: fresh('North') }] } }),
    actions: ['settings.change'],
  },
  'POST /settings/test': {
    make: async () => ({ url: '/settings/test', body: { page: 'payments', settings: [] } }),
  },
  'GET /dealers': { make: async () => ({ url: `/dealers?ids=${(await api.dealer()).dealer}&verified=true` }) },
  'POST /dealers': {
    make: async () => ({
      url: '/dealers',
      body: { name: 'New', dialect: 'partner', owner: { email: `${fresh('owner')}@example.com` } },
    }),
    actions: ['dealers.create', 'tokens.create', 'staff.invite'],
  },
  'GET /dealers/:id': { make: async () => ({ url: `/dealers/${(await api.dealer()).dealer}` }) },
  'POST /dealers/:id/verify': {
    make: async () => ({ url: `/dealers/${(await api.dealer('provider', false)).dealer}/verify` }),
    actions: ['company.verify'],
  },
  'POST /dealers/:id/suspend': {
    make: async () => ({ url: `/dealers/${(await api.dealer()).dealer}/suspend` }),
    actions: ['dealers.suspend'],
  },
  'POST /dealers/:id/resume': {
    make: async () => {
      const { dealer } = await api.dealer()
      await operator.ask('POST', `/operator/dealers/${dealer}/suspend`)
      return { url: `/dealers/${dealer}/resume` }
    },
    actions: ['dealers.resume'],
  },
  'GET /reviews': {
    make: async () => {
      await (await api.dealer()).ask('PATCH', '/company', { marketing_info: { about: 'We install.' } })
      return { url: '/reviews' }
    },
  },
  'POST /reviews/:id/approve': {
    make: async () => ({ url: `/reviews/${(await api.dealer('provider', false)).dealer}/approve` }),
    actions: ['company.approve'],
  },
  'POST /reviews/:id/reject': {
    make: async () => {
      const dealer = await api.dealer()
      await dealer.ask('PATCH', '/company', { name: 'Other' })
      return { url: `/reviews/${dealer.dealer}/reject` }
    },
    actions: ['company.reject'],
  },
  'GET /payment-information': {
    make: async () => {
      await (await api.dealer()).ask('PATCH', '/payment-information', { name: 'A company' })
      return { url: '/payment-information' }
    },
  },
  'GET /applications': { make: async () => ({ url: '/applications' }) },
  'GET /provider-plans': { make: async () => ({ url: '/provider-plans' }) },
  'POST /provider-plans': {
    make: async () => ({ url: '/provider-plans', body: newOffer() }),
    actions: ['plans.offer'],
  },
  'PATCH /provider-plans/:id': {
    make: async () => {
      const { body } = await operator.ask('POST', '/operator/provider-plans', newOffer())
      return { url: `/provider-plans/${body.id}`, body: { status: 'archived' } }
    },
    actions: ['plans.set-offer-status'],
  },
  'GET /service-plans': { make: async () => ({ url: '/service-plans' }) },
  'POST /service-plans': {
    make: async () => ({ url: '/service-plans', body: newServiceOffer() }),
    actions: ['plans.offer-service'],
  },
  'POST /service-plans/:id/end': {
    make: async () => {
      const { body } = await operator.ask('POST', '/operator/service-plans', newServiceOffer())
      return { url: `/service-plans/${body.id}/end` }
    },
    actions: ['plans.end-service'],
  },
  'GET /subscription-plans': { make: async () => ({ url: '/subscription-plans' }) },
  'PATCH /subscription-plans/:app_id/:name': {
    make: async () => ({
      url: `/subscription-plans/${consumerApp}/premium`,
      body: { price: 6, currency: 'eur' },
    }),
    actions: ['plans.set-price'],
  },
  'GET /catalogue': { make: async () => ({ url: '/catalogue' }) },
  'GET /lobby': {
    make: async () => {
      const frame = Buffer.from('hello')
      const protocol = protocolByName('teltonika')
      await recordUnknownDevice(api.ctx, {
        ident: fresh('unclaimed'),
        protocol,
        address: '192.0.2.7',
        frame,
        preview: [],
      })
      return { url: '/lobby?limit=5' }
    },
  },
  'GET /card-events': {
    make: async () => {
      const { dealer: dealerId } = await api.dealer()
      const event = { processor: 'stripe', type: 'checkout.session.completed', livemode: false, session: null }
      const failing = { failures: 1, failure: '57014: too slow', receivedAt: clock.now(), nextTryAt: clock.now() }
      await db
        .insertInto('cardEvents')
        .values({ dealerId, eventId: fresh('evt'), ...event, ...failing })
        .execute()
      return { url: '/card-events' }
    },
  },
  'GET /version': { make: async () => ({ url: '/version' }) },
  'GET /checks': { make: async () => ({ url: '/checks' }) },
  'GET /jobs': { make: async () => ({ url: '/jobs' }) },
  'POST /jobs/:name/run': { make: async () => ({ url: '/jobs/sessions.forget/run' }), actions: ['jobs.run'] },
  'GET /quarantine': {
    make: async () => {
      await aQuarantinedFrame(api, await api.dealer())
      return { url: '/quarantine' }
    },
  },
  'POST /quarantine/:id/replay': {
    make: async () => ({ url: `/quarantine/${await aQuarantinedFrame(api, await api.dealer())}/replay` }),
    actions: ['messages.replay'],
  },
  'DELETE /quarantine/:id': {
    make: async () => ({ url: `/quarantine/${await aQuarantinedFrame(api, await api.dealer())}` }),
    actions: ['messages.discard'],
  },
  'GET /mails': {
    make: async () => {
      await aFailedMail()
      return { url: '/mails?state=failed&q=nobody&limit=2&sort=-id' }
    },
  },
  'POST /mails/:id/retry': {
    make: async () => ({ url: `/mails/${await aFailedMail()}/retry` }),
    actions: ['mails.retry'],
  },
  'GET /health': { make: async () => ({ url: '/health' }) },
  'GET /figures': { make: async () => ({ url: '/figures' }) },
  'GET /map': { make: async () => ({ url: '/map' }) },
  'GET /map/copy': { make: async () => ({ url: '/map/copy' }) },
  'POST /map/copy/size': { make: async () => ({ url: '/map/copy/size', body: { source: planet, country: 'AT' } }) },
  'POST /map/copy': {
    // The source does not exist, so that nothing happens later.
    make: async () => ({ url: '/map/copy', body: { source: join(folder, 'nowhere.pmtiles'), country: 'AT' } }),
    actions: ['map.copy'],
  },
  'DELETE /map/copy': { make: async () => ({ url: '/map/copy' }), actions: ['map.stop-copy'] },
  'GET /backups': { make: async () => ({ url: '/backups' }) },
  'POST /backups': { make: async () => ({ url: '/backups' }), actions: ['backups.start'] },
  'GET /backup-plan': { make: async () => ({ url: '/backup-plan' }) },
  'GET /restore-tests': {
    make: async () => {
      await anAutomaticBackup()
      const test = {
        backup: 'x',
        place: 'y',
        state: 'failed',
        failure: 'z',
        startedAt: clock.now(),
        aliveAt: clock.now(),
      }
      await db.insertInto('restoreTests').values(test).execute()
      return { url: '/restore-tests' }
    },
  },
  'POST /restore-tests': {
    make: async () => {
      await anAutomaticBackup()
      return { url: '/restore-tests' }
    },
    actions: ['backups.test'],
  },
}

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const send = (row: { method: string }, { url, body }: Request, member: Pick<StaffMember, 'ask'>): Promise<Answer> =>
  member.ask(row.method, `/operator${url}`, body)

/** Waits until the backup of an earlier request is done, so that the next may begin. */
async function settled(): Promise<void> {
  await until('the end of the backup', async () => {
    const { body } = await operator.ask('GET', '/operator/backups')
    return !body.some(({ state }: { state: string }) => state === 'running')
  })
  await until('the end of the test restore', async () => {
    const running = await db.selectFrom('restoreTests').select('id').where('state', '=', 'running').execute()
    return running.length === 0
  })
  await until('the end of the backup in the audit', async () => {
    const rows = await db.selectFrom('audit').select('action').where('subjectId', '=', 'backup').execute()
    const of = (action: string) => rows.filter((row) => row.action === action).length
    return of('backups.start') === of('backups.finish') + of('backups.fail')
  })
}

test('every route has its recipe', () => {
  assert.deepEqual(operatorRoutes.map(keyOf).toSorted(), Object.keys(recipes).toSorted())
})

suite('a valid request is answered as documented, and a change is in the audit log with the person', () => {
  for (const row of operatorRoutes) {
    test(keyOf(row), async () => {
      await settled()
      const { make, actions = [] } = recipes[keyOf(row)] as (typeof recipes)[string]
      const request = await make()
      const last = await db.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
      const answer = await send(row, request, operator)
      assert.equal(answer.status, row.reply.status, answer.text)
      const shape = row.reply.isList ? { type: 'array', items: row.reply.shape } : row.reply.shape
      assert.deepEqual([...Compile(exact(shape) as TSchema).Errors(answer.body ?? null)], [], answer.text)
      assert.ok(!Array.isArray(answer.body) || answer.body.length > 0 || keyOf(row) === 'GET /backups', answer.text)
      const entries = await db
        .selectFrom('audit')
        .selectAll()
        .where('id', '>', last?.id ?? 0)
        .where('action', 'not in', ['backups.finish', 'backups.fail'])
        .orderBy('id')
        .execute()
      assert.deepEqual(
        entries.map(({ action, actorKind, actorId }) => [action, actorKind, actorId]),
        actions.map((action) => [action, 'operator', operator.id]),
      )
    })
  }
})

suite('no one else may: not without a session, with a token, or as a dealer’s staff', () => {
  for (const row of operatorRoutes) {
    test(keyOf(row), async () => {
      await settled()
      const dealer = await api.dealer()
      const owner = await aPerson(api, dealer.dealer, 'owner')
      const request = await (recipes[keyOf(row)] as (typeof recipes)[string]).make()
      const before = await digestOf(db)
      const url = `/operator${request.url}`
      assertError(await api.ask(row.method, url, request.body), 401, 'INVALID_TOKEN')
      assertError(await api.ask(row.method, url, request.body, { 'x-accesstoken': dealer.token }), 401, 'INVALID_TOKEN')
      assertError(await send(row, request, owner), 403, 'FORBIDDEN')
      assert.equal(await digestOf(db), before)
    })
  }
})

suite('an unknown id is not found', () => {
  for (const row of operatorRoutes.filter(({ params }) => params)) {
    test(keyOf(row), async () => {
      const { body } = await (recipes[keyOf(row)] as (typeof recipes)[string]).make()
      const isNumber = JSON.stringify(row.params).includes('integer')
      for (const id of [isNumber ? missing.number : missing.uuid, 'x', '0']) {
        const answer = await operator.ask(row.method, `/operator${row.path.replace(':id', String(id))}`, body)
        assertError(answer, 404, 'NOT_FOUND')
      }
    })
  }
})

suite('the operator’s document', () => {
  const committed = readFileSync(join(import.meta.dirname, '../../../../docs/api/operator.openapi.json'), 'utf8')
  // biome-ignore lint/suspicious/noExplicitAny: a document is read as it comes.
  const document = JSON.parse(operatorDocumentText()) as any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const whole = (value: any): any =>
    Array.isArray(value)
      ? value.map(whole)
      : value === null || typeof value !== 'object'
        ? value
        : typeof value.$ref === 'string'
          ? whole(
              value.$ref
                .slice(2)
                .split('/')
                // biome-ignore lint/suspicious/noExplicitAny: as above.
                .reduce((at: any, part: string) => at[part], document),
            )
          : Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, whole(inside)]))

  test('is committed and served as generated from the routes (npm run api:write)', async () => {
    assert.equal(committed, operatorDocumentText())
    assert.equal((await api.ask('GET', '/openapi/operator.json')).text, committed)
  })

  test('has every route, and valid examples', () => {
    const documented = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const mounted = operatorRoutes.map(({ method, path }) => `${method} /operator${path.replace(/:(\w+)/g, '{$1}')}`)
    assert.deepEqual(documented.toSorted(), mounted.toSorted())
    for (const item of Object.values<object>(document.paths)) {
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      for (const operation of Object.values<any>(item)) {
        // biome-ignore lint/suspicious/noExplicitAny: as above.
        for (const part of [operation.requestBody, ...Object.values<any>(operation.responses)]) {
          const content = whole(part)?.content?.['application/json']
          if (!content) continue
          assert.doesNotMatch(JSON.stringify(content.example), /"text"(?!:)/, operation.operationId)
          const schema = Compile(exact(content.schema) as TSchema)
          assert.deepEqual([...schema.Errors(content.example)], [], JSON.stringify(content.example))
        }
      }
    }
  })
})

suite('dealers', () => {
  test('a new dealer begins with a working token and an invited owner', async () => {
    const email = `${fresh('owner')}@example.com`
    const body = { name: 'South Tracking', dialect: 'provider', verified: true, owner: { email, name: 'Anna' } }
    const { body: made } = await operator.ask('POST', '/operator/dealers', body)
    const token = { 'x-accesstoken': made.access_token }
    assert.equal((await api.ask('POST', '/provider/client-plans', newPlan(), token)).status, 201)
    assert.match(made.invitation_url, /\/console#invitation=/)
    const { body: seen } = await operator.ask('GET', `/operator/dealers/${made.dealer_id}`)
    assert.deepEqual(
      { ...seen, created_at: 0 },
      {
        ...{ id: made.dealer_id, name: 'South Tracking', dialect: 'provider', created_at: 0, suspended_at: null },
        ...{ approved: true, review_waiting: false, verified: true, agreement: true, accounts: 0, units: 0, people: 1 },
      },
    )
    const again = await operator.ask('POST', '/operator/dealers', body)
    assertRefused(again, 409, 'CONFLICT email')
    const { body: found } = await operator.ask('GET', '/operator/dealers?q=south%20track')
    assert.equal(found.length, 1, 'a dealer whose owner cannot be invited is not made')
  })

  test('a suspended dealer and its staff are refused, its clients are not; once resumed, all is as before', async () => {
    const dealer = await api.dealer()
    const owner = await aPerson(api, dealer.dealer, 'owner')
    const account = await anActivatedAccount(api, dealer)
    const password = 'a quiet blue harbour'
    await dealer.ask('PUT', `/users/${account.user.id}/password`, { new_password: password, repeat_password: password })
    const login = account.user.name
    const client = (await api.ask('POST', '/client/sessions', { login, password })).body.token
    const { body: entered } = await dealer.ask('PUT', `/users/${account.user.id}/appToken/${fleetApp}`)
    const view = (key: string) => api.ask('GET', '/client/me', undefined, { authorization: `Bearer ${key}` })
    assert.equal((await view(entered.key)).status, 200)
    const { body: suspended } = await operator.ask('POST', `/operator/dealers/${dealer.dealer}/suspend`)
    assert.equal(suspended.suspended_at, now())
    // The server is notified when it is committed; then the token is refused.
    await until('the suspension', async () => (await dealer.ask('GET', '/accounts')).status !== 200)
    assertRefused(await dealer.ask('GET', '/accounts'), 403, 'FORBIDDEN')
    assertRefused(await owner.ask('GET', '/provider/accounts'), 403, 'FORBIDDEN')
    assert.equal((await view(entered.key)).status, 401)
    assert.equal((await view(client)).status, 200)
    assert.equal((await api.ask('POST', '/client/sessions', { login, password })).status, 201)
    const { body: listed } = await operator.ask('GET', '/operator/dealers?suspended=true')
    assert.ok(listed.some(({ id }: { id: number }) => id === dealer.dealer))
    await operator.ask('POST', `/operator/dealers/${dealer.dealer}/resume`)
    await until('the resumption', async () => (await dealer.ask('GET', '/accounts')).status !== 403)
    assert.equal((await dealer.ask('GET', '/accounts')).status, 200)
    assert.equal((await owner.ask('GET', '/provider/accounts')).status, 200)
  })

  test('have counts', async () => {
    const dealer = await api.dealer()
    const account = await aManagedAccount(dealer)
    await aUnit(dealer, account.id)
    await aUnit(dealer, account.id)
    const { body } = await operator.ask('GET', `/operator/dealers?ids=${dealer.dealer}`)
    assert.deepEqual([body[0].accounts, body[0].units], [1, 2])
  })
})

suite('reviews', () => {
  test('a change is shown next to the current value, and in the profile once approved', async () => {
    const dealer = await api.dealer()
    await dealer.ask('PATCH', '/company', { name: 'New name', marketing_info: { about: 'We install.' } })
    const find = async () =>
      (await operator.ask('GET', '/operator/reviews')).body.find(
        ({ dealer_id }: { dealer_id: number }) => dealer_id === dealer.dealer,
      )
    assert.deepEqual((await find()).changes, [
      { field: 'name', before: 'Dealer provider', after: 'New name' },
      { field: 'marketing_info.about', before: '', after: 'We install.' },
    ])
    const { body } = await operator.ask('POST', `/operator/reviews/${dealer.dealer}/approve`)
    assert.deepEqual([body.name, body.company.marketing_info.about, body.changes], ['New name', 'We install.', []])
    assert.equal(await find(), undefined)
    assertRefused(await operator.ask('POST', `/operator/reviews/${dealer.dealer}/reject`), 409, 'CONFLICT')
  })

  test('billing details wait from when they are complete until they are verified', async () => {
    const dealer = await api.dealer('provider', false)
    await dealer.ask('PATCH', '/payment-information', { name: 'A company', agreement: true })
    const waiting = async () =>
      (await operator.ask('GET', '/operator/payment-information')).body.some(
        ({ id }: { id: number }) => id === dealer.dealer,
      )
    assert.equal(await waiting(), true)
    assertRefused(await dealer.ask('POST', '/client-plans', newPlan()), 403, 'FORBIDDEN')
    await operator.ask('POST', `/operator/dealers/${dealer.dealer}/verify`)
    assert.equal(await waiting(), false)
    assert.equal((await dealer.ask('POST', '/client-plans', newPlan())).status, 201)
  })
})

suite('plans', () => {
  test('the price of a subscription applies to purchases from then on', async () => {
    const client = await aClient(api, await api.dealer('partner'))
    const set = (name: string, body: object, app: string = consumerApp) =>
      operator.ask('PATCH', `/operator/subscription-plans/${app}/${name}`, body)
    const offered = async () =>
      (await client.ask('GET', '/subscription-offers')).body.map(
        (one: { plan: string; amount: number; currency: string }) => [one.plan, one.amount, one.currency],
      )
    assert.equal((await set('basic', { price: 3.5, currency: 'usd' })).body.price, 3.5)
    assert.equal((await set('premium', { price: null, currency: null })).status, 200)
    assert.deepEqual(await offered(), [
      ['free', null, null],
      ['basic', 350, 'usd'],
    ])
    assertRefused(await set('basic', { price: 0, currency: 'eur' }), 400, 'FAILED_VALIDATION price')
    assertRefused(await set('basic', { price: 1, currency: null }), 400, 'FAILED_VALIDATION currency')
    assertRefused(await set('free', { price: 1, currency: 'eur' }), 400, 'FAILED_VALIDATION price')
    assertRefused(await set('gold', { price: 1, currency: 'eur' }), 404, 'NOT_FOUND')
    assertRefused(await set('basic', { price: 1, currency: 'eur' }, 'nothing'), 404, 'NOT_FOUND')
  })

  test('client plans can be based on a new provider plan within its limits, not on an archived one', async () => {
    const dealer = await api.dealer()
    const { body: offer } = await operator.ask('POST', '/operator/provider-plans', newOffer())
    const plan = (unit: number) =>
      newPlan({ managed_plan_id: offer.id, quotas: { unit, geofence: 0, unit_storage: 10240 } })
    const founded = await dealer.ask('POST', '/client-plans', plan(20))
    assert.equal(founded.status, 201, founded.text)
    assertRefused(await dealer.ask('POST', '/client-plans', plan(21)), 400, 'FAILED_VALIDATION quotas.unit')
    await aManagedAccount(dealer, founded.body.id)
    const { body: archived } = await operator.ask('PATCH', `/operator/provider-plans/${offer.id}`, {
      status: 'archived',
    })
    assert.deepEqual([archived.status, archived.client_plans, archived.accounts], ['archived', 1, 1])
    assertRefused(await dealer.ask('POST', '/client-plans', plan(5)), 409, 'CONFLICT')
    await aManagedAccount(dealer, founded.body.id)
    const { body: all } = await dealer.ask('GET', `/billing/managed-plans/${fleetApp}`)
    assert.ok(
      (all.data ?? all).some(
        ({ id, status }: { id: string; status: string }) => id === offer.id && status === 'archived',
      ),
    )
  })

  const wrong: readonly [what: string, change: object, ...problems: string[]][] = [
    ['an application without plans', { app_id: missing.uuid }, 'FAILED_VALIDATION app_id'],
    [
      'a limit that is missing',
      { limits: { unit: limit(1, 2), geofence: limit(0, 1) } },
      'FAILED_VALIDATION limits.unit_storage',
    ],
    [
      'limits of another application',
      { app_id: tagsApp },
      ...['unit', 'sensor', 'gateway', 'asset'].map((name) => `FAILED_VALIDATION limits.${name}`),
      'FAILED_VALIDATION modules.0',
    ],
    ['a default outside', { limits: { ...newOffer().limits, unit: limit(1, 5, 6) } }, 'FAILED_VALIDATION limits.unit'],
    [
      'steps that do not end at the most',
      { limits: { ...newOffer().limits, unit: limit(1, 5, 1, 3) } },
      'FAILED_VALIDATION limits.unit',
    ],
    [
      'more storage than there is',
      { limits: { ...newOffer().limits, unit_storage: limit(10240, 409600, 10240, 10240) } },
      'FAILED_VALIDATION limits.unit_storage',
    ],
    ['an unknown module', { modules: ['notification', 'moon'] }, 'FAILED_VALIDATION modules.1'],
    ['a trial that costs', { type: 'trial' }, 'FAILED_VALIDATION price'],
    ['a currency in capitals', { currency: 'EUR' }, 'FAILED_VALIDATION currency'],
    ['a price below nothing', { price: -1 }, 'FAILED_VALIDATION price'],
  ]
  for (const [what, change, ...problems] of wrong) {
    test(`refuses ${what}`, async () => {
      assertRefused(await operator.ask('POST', '/operator/provider-plans', newOffer(change)), 400, ...problems)
    })
  }

  test('a fee can end once', async () => {
    const { body: fee } = await operator.ask('POST', '/operator/service-plans', newServiceOffer())
    assert.deepEqual([fee.status, fee.data.time_end], ['active', null])
    const end = async () => (await operator.ask('POST', `/operator/service-plans/${fee.id}/end`)).body
    const ended = await end()
    assert.deepEqual([ended.status, ended.data.time_end], ['expired', now()])
    clock.advance(60)
    assert.deepEqual(await end(), ended)
  })
})

suite('the installation', () => {
  test('an email is shown without its content, and a failed one can be tried again', async () => {
    const id = await aFailedMail()
    const { body, text } = await operator.ask('GET', '/operator/mails?state=failed')
    const mail = body.find((one: { id: number }) => one.id === id)
    assert.deepEqual([mail.to, mail.failure, mail.tries], ['nobody@example.com', 'No such mailbox.', 3])
    assert.doesNotMatch(text, /secret link/)
    const { body: tried } = await operator.ask('POST', `/operator/mails/${id}/retry`)
    assert.deepEqual([tried.state, tried.next_try_at], ['waiting', now()])
    assertRefused(await operator.ask('POST', `/operator/mails/${id}/retry`), 409, 'CONFLICT')
  })

  test('jobs show how long due work has waited', async () => {
    const dealer = await api.dealer()
    const { id } = await anActivatedAccount(api, dealer)
    await dealer.ask('PATCH', `/accounts/${id}/set-blocked-at`, { blocked_at: now() + 60 })
    clock.advance(90)
    const { body } = await operator.ask('GET', '/operator/jobs')
    const lag = Math.max(...body.map(({ lag_seconds }: { lag_seconds: number }) => lag_seconds))
    assert.ok(lag >= 30, String(lag))
    assert.equal(new Set(body.map(({ name }: { name: string }) => name)).size, body.length)
  })

  test('health counts units that report', async () => {
    const dealer = await api.dealer()
    const unit = await aUnit(dealer, (await aManagedAccount(dealer)).id)
    const heard = async () => (await operator.ask('GET', '/operator/health')).body.ingest
    clock.advance(600)
    const before = await heard()
    await received(api, unit, [{ timestamp: now(), 'position.speed': 1 }])
    const after = await heard()
    assert.equal(after.heard_in_5_minutes, before.heard_in_5_minutes + 1)
    assert.equal(after.last_message_at, now())
  })

  test('the catalogue counts the units of each model', async () => {
    const dealer = await api.dealer()
    const plan = await aPlan(dealer)
    const count = async () =>
      (await operator.ask('GET', '/operator/catalogue')).body.models.find(({ id }: { id: number }) => id === 101).units
    const before = await count()
    await aUnit(dealer, (await aManagedAccount(dealer, plan.id)).id)
    assert.equal(await count(), before + 1)
  })

  test('a backup is made in the folder of backups, complete, and then listed', async () => {
    await settled()
    const { body } = await operator.ask('POST', '/operator/backups')
    assert.match(body.name, /^waymark-[\dTZ-]+\.backup$/)
    await settled()
    const { body: listed } = await operator.ask('GET', '/operator/backups')
    const made = listed.find(
      ({ name, state }: { name: string; state: string }) => name === body.name && state === 'done',
    )
    assert.ok(made.bytes > 1000)
    const file = join(folder, 'backups', body.name)
    await checkBackup(file, api.ctx.vault.fingerprint, 'the key')
    assert.equal((await readLastBackup(api.ctx.config))?.file, file)
  })

  test('one backup runs at a time; one that fails says why', async () => {
    await settled()
    writeFileSync(join(folder, 'backups', 'waymark-running.backup.tmp'), 'half')
    assertRefused(await operator.ask('POST', '/operator/backups'), 409, 'CONFLICT')
    rmSync(join(folder, 'backups', 'waymark-running.backup.tmp'))
    const actor = { kind: 'operator', id: operator.id, address: null, requestId: null } as const
    const away = { ...api.ctx.config, databaseUrl: 'postgres://nobody@127.0.0.1:9/none' }
    const { name, finished } = await startBackup({ ...api.ctx, config: away, actor })
    await finished
    const { body } = await operator.ask('GET', '/operator/backups')
    assert.deepEqual([body[0].name, body[0].state], [name, 'failed'])
    assert.ok(body[0].failure.length > 0)
  })
})
