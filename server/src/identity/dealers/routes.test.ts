import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import { aPerson } from '#testing/people/staff.ts'
import { whileHolding } from '#testing/races.ts'
import { until } from '#testing/until.ts'
import { createToken } from './actions.ts'
import { revokeToken } from './store.ts'

const api = await openApi()
const year = 365 * 86_400
const now = () => seconds(api.ctx.clock.now())
const body = (change: object = {}) => ({
  name: 'Our ERP',
  dialect: 'provider',
  level: 'full',
  expires_at: now() + 86_400,
  ...change,
})
const make = (by: Pick<Caller, 'ask'>, change: object = {}) => by.ask('POST', '/provider/tokens', body(change))
const ask = (token: string, method = 'GET', path = '/provider/units', sent?: unknown) =>
  api.ask(method, path, sent, { 'x-accesstoken': token })
/** Waits until the revocation has arrived. */
async function assertRevoked(...tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    await until('the revocation', async () => (await ask(token)).status !== 200)
    assertRefused(await ask(token), 401, 'INVALID_TOKEN')
  }
}

suite('a token created through the API', () => {
  test('is shown once, works, and is listed without its secret', async () => {
    const dealer = await api.dealer('provider')
    const made = await make(dealer)
    assert.equal(made.status, 201, made.text)
    const { access_token: secret, ...token } = made.body
    assert.match(secret, /^wm_[\w-]{43}$/)
    const { id, ...rest } = token
    assert.deepEqual(rest, {
      ...{ name: 'Our ERP', dialect: 'provider', level: 'full', secrets: false },
      ...{ created_at: now(), expires_at: now() + 86_400, last_used_at: null, revoked_at: null },
    })
    assert.equal((await ask(secret)).status, 200)
    const { body: list, text } = await dealer.ask('GET', '/tokens')
    assert.equal(list.length, 2)
    assert.deepEqual(
      list.find((one: { id: string }) => one.id === id),
      token,
    )
    assert.ok(!text.includes(secret))
    const audit = JSON.stringify(await api.ctx.db.selectFrom('audit').selectAll().execute())
    assert.ok(audit.includes(id) && !audit.includes(secret))
  })

  test('cannot be created with a read token', async () => {
    const dealer = await api.dealer('provider')
    const reader = await api.tokenOf(dealer.dealer, 'provider', 'read')
    assertRefused(await make(reader), 403, 'FORBIDDEN')
  })

  const wrong: [change: object, problem: string][] = [
    [{ expires_at: 1 }, 'FAILED_VALIDATION expires_at'],
    [{ dialect: 'partner' }, 'FAILED_VALIDATION dialect'],
    [{ secrets: true }, 'FAILED_VALIDATION secrets'],
    [{ level: 'all' }, 'FAILED_VALIDATION level'],
    [{ name: '' }, 'FAILED_VALIDATION name'],
    [{ expires_at: undefined }, 'INVALID_PAYLOAD expires_at'],
  ]
  for (const [change, problem] of wrong) {
    test(`created with a token is refused with ${JSON.stringify(change)}`, async () => {
      assertRefused(await make(await api.dealer('provider'), change), 400, problem)
    })
  }

  test('lives no longer than the token that creates it', async () => {
    const dealer = await api.dealer('provider')
    assertRefused(await make(dealer, { expires_at: now() + year + 1 }), 400, 'FAILED_VALIDATION expires_at')
    assert.equal((await make(dealer, { expires_at: now() + year })).status, 201)
  })

  test('may read secrets if its creator may', async () => {
    const dealer = await api.dealer('provider')
    const rights = { dealer: dealer.dealer, dialect: 'provider', level: 'full', mayReadSecrets: true } as const
    const { accessToken } = await createToken(api.ctx, { ...rights, name: 'Keys', ttlSeconds: year })
    assert.equal((await ask(accessToken, 'POST', '/provider/tokens', body({ secrets: true }))).body.secrets, true)
  })

  test('created by an owner may use either dialect, read secrets and live long; no other role creates one', async () => {
    const { dealer } = await api.dealer('provider')
    const chosen = { dialect: 'partner', secrets: true, expires_at: now() + 5 * year }
    assert.equal((await make(await aPerson(api, dealer, 'owner'), chosen)).status, 201)
    assertRefused(await make(await aPerson(api, dealer, 'manager')), 403, 'FORBIDDEN')
  })

  test('is stored sealed with its Idempotency-Key', async () => {
    const dealer = await api.dealer('provider')
    const headers = { 'idempotency-key': 'a-key' }
    const sent = body()
    const first = await dealer.ask('POST', '/tokens', sent, headers)
    assert.equal((await dealer.ask('POST', '/tokens', sent, headers)).text, first.text)
    const kept = await api.ctx.db
      .selectFrom('idempotencyKeys')
      .select('body')
      .where('dealerId', '=', dealer.dealer)
      .execute()
    assert.equal(kept.length, 1)
    assert.ok(!JSON.stringify(kept).includes('wm_'))
  })
})

suite('revoking a token', () => {
  test('takes effect at once, can be repeated, and keeps its row', async () => {
    const dealer = await api.dealer('provider')
    const { id, access_token: secret } = (await make(dealer)).body
    await ask(secret)
    assert.equal((await dealer.ask('DELETE', `/tokens/${id}`)).body, id)
    await assertRevoked(secret)
    assert.equal((await dealer.ask('DELETE', `/tokens/${id}`)).status, 200)
    const [token] = (await dealer.ask('GET', `/tokens?ids=${id}`)).body
    assert.equal(token.revoked_at, now())
  })

  test('also revokes the tokens created with it, and those created with them', async () => {
    const dealer = await api.dealer('provider')
    const child = (await make(dealer)).body
    const grandchild = (await ask(child.access_token, 'POST', '/provider/tokens', body({ name: 'Grandchild' }))).body
    const sibling = (await make(dealer)).body
    assert.equal((await ask(grandchild.access_token)).status, 200)
    await dealer.ask('DELETE', `/tokens/${child.id}`)
    await assertRevoked(child.access_token, grandchild.access_token)
    assert.equal((await ask(sibling.access_token)).status, 200)
    const revoked = await api.ctx.db
      .selectFrom('audit')
      .select('subjectId')
      .where('dealerId', '=', dealer.dealer)
      .where('action', '=', 'tokens.revoke')
      .execute()
    assert.deepEqual(revoked.map(({ subjectId }) => subjectId).sort(), [child.id, grandchild.id].sort())
  })

  test('leaves nothing that is created with it at the same moment, or with a token that was', async () => {
    const dealer = await api.dealer('provider')
    for (const isGrandchild of [false, true]) {
      const first = (await make(dealer)).body
      const last = isGrandchild ? (await ask(first.access_token, 'POST', '/provider/tokens', body())).body : first
      const late = await behind(
        api.ctx.db,
        (db) => revokeToken(db, first.id, api.ctx.clock.now()),
        () => ask(last.access_token, 'POST', '/provider/tokens', body({ name: 'Survivor' })),
      )
      assertRefused(late, 401, 'INVALID_TOKEN')
    }
  })

  test('also revokes what is being created with it', async () => {
    const dealer = await api.dealer('provider')
    const parent = (await make(dealer)).body
    // The new token is written but not committed: it waits for the audit log.
    const [made, ended] = await whileHolding(api, sql`lock table audit in share mode`, async ({ waiting }) => {
      const creating = ask(parent.access_token, 'POST', '/provider/tokens', body({ name: 'Survivor' }))
      await waiting(1)
      const ending = dealer.ask('DELETE', `/tokens/${parent.id}`)
      await waiting(2)
      return [creating, ending]
    })
    assert.deepEqual([made?.status, ended?.status], [201, 200])
    await assertRevoked(made?.body.access_token)
  })

  test('of another dealer is not possible, and its token is not visible', async () => {
    const [dealer, other] = [await api.dealer('provider'), await api.dealer('provider')]
    const { id, access_token: secret } = (await make(other)).body
    assertRefused(await dealer.ask('DELETE', `/tokens/${id}`), 404, 'NOT_FOUND')
    assert.equal((await ask(secret)).status, 200)
    assert.deepEqual((await dealer.ask('GET', `/tokens?ids=${id}`)).body, [])
  })
})
