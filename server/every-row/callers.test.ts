/** Who may call what: every row of the route table, with every kind of token that must not open it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, suite, test } from 'node:test'
import { createToken, revokeToken } from '#identity/dealers/actions.ts'
import { type DialectName, dialectNames, dialects } from '#kernel/api/dialects.ts'
import { type Answer, type Caller, openApi } from '#testing/api.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { isChange, type Row, rows, type Sample, urlOf } from '#testing/checks/rows.ts'
import { aPerson } from '#testing/people/staff.ts'
import { keptSamples } from '#testing/recipes.ts'
import { until } from '#testing/until.ts'
import { aWorld, type World } from '#testing/world.ts'

const api = await openApi()
const other = { provider: 'partner', partner: 'provider' } as const

interface Keys {
  readonly world: World
  readonly reader: Caller
  readonly outsider: Caller
  readonly revoked: string
  readonly expired: string
  /** Of a person who has signed out. */
  readonly ended: string
}

const keys = {} as Record<DialectName, Keys>
before(async () => {
  for (const dialect of dialectNames) keys[dialect] = await prepare(dialect)
})

async function prepare(dialect: DialectName): Promise<Keys> {
  const caller = await api.dealer(dialect)
  const world = await aWorld(api, caller)
  const short = { dealer: caller.dealer, dialect, level: 'full', name: 'Short', mayReadSecrets: false } as const
  const revoked = await createToken(api.ctx, { ...short, ttlSeconds: 3600 })
  // Used once, so that it would still be cached if revoking did not clear it.
  const askWith = (token: string) =>
    api.ask('GET', `${dialects[dialect].prefix}/company`, undefined, { 'x-accesstoken': token })
  await askWith(revoked.accessToken)
  await revokeToken(api.ctx, revoked.tokenId)
  await until('the revocation', async () => (await askWith(revoked.accessToken)).status !== 200)
  const expired = await createToken(api.ctx, { ...short, ttlSeconds: 0 })
  const person = await aPerson(api, caller.dealer, 'owner')
  await person.ask('DELETE', '/console/sessions/current')
  return {
    world,
    reader: await api.tokenOf(caller.dealer, dialect, 'read'),
    outsider: await api.tokenOf(caller.dealer, other[dialect]),
    revoked: revoked.accessToken,
    expired: expired.accessToken,
    ended: person.token,
  }
}

const send = (row: Row, sample: Sample, headers: Record<string, string>): Promise<Answer> =>
  api.ask(row.route.method, urlOf(row, sample), sample.body, headers)

function assertRefused(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.deepEqual(
    answer.body.errors.map((error: { code: string }) => error.code),
    [code],
  )
  assert.equal(answer.body.request_id, answer.headers['x-request-id'])
}

/** Until the last suite, which uses them up. */
const unused = keptSamples()
const unknown = `wm_${randomBytes(32).toString('base64url')}`
/** Kinds of tokens that open nothing. */
const closed: Readonly<Record<string, (own: Keys) => [headers: Record<string, string>, code: string]>> = {
  'no token': () => [{}, 'INVALID_TOKEN'],
  'an empty token': () => [{ 'x-accesstoken': '' }, 'INVALID_TOKEN'],
  'a malformed token': () => [{ 'x-accesstoken': 'hunter2' }, 'INVALID_TOKEN'],
  'a token of a megabyte of letters': () => [{ 'x-accesstoken': `wm_${'a'.repeat(1_000_000)}` }, 'INVALID_TOKEN'],
  'a token that nobody was given': () => [{ 'x-accesstoken': unknown }, 'INVALID_TOKEN'],
  'a token cut short': ({ world }) => [{ 'x-accesstoken': world.caller.token.slice(0, -1) }, 'INVALID_TOKEN'],
  'a token in the wrong case': ({ world }) => [{ 'x-accesstoken': world.caller.token.toUpperCase() }, 'INVALID_TOKEN'],
  'a token as a user name': ({ world }) => [
    { authorization: `Basic ${Buffer.from(`${world.caller.token}:`).toString('base64')}` },
    'INVALID_TOKEN',
  ],
  'a revoked token': ({ revoked }) => [{ 'x-accesstoken': revoked }, 'INVALID_TOKEN'],
  'an expired token': ({ expired }) => [{ 'x-accesstoken': expired }, 'TOKEN_EXPIRED'],
  'a session that nobody was given': () => [
    { authorization: `Bearer ${unknown.replace('wm_', 'wp_')}` },
    'INVALID_TOKEN',
  ],
  'a session that has ended': ({ ended }) => [{ authorization: `Bearer ${ended}` }, 'INVALID_TOKEN'],
  'the cookie of a session that has ended': ({ ended }) => [{ cookie: `waymark_console=${ended}` }, 'INVALID_TOKEN'],
  'a client’s session': () => [{ authorization: `Bearer ${unknown.replace('wm_', 'wc_')}` }, 'INVALID_TOKEN'],
  'an expired token as Bearer': ({ expired }) => [{ authorization: `Bearer ${expired}` }, 'TOKEN_EXPIRED'],
}

suite('a request without a valid token is refused, whatever it asks for', () => {
  for (const row of rows) {
    test(row.name, async () => {
      const own = keys[row.dialect]
      const [sample] = await unused(row, own.world)
      const before = await digestOf(api.ctx.db)
      for (const headersOf of Object.values(closed)) {
        const [headers, code] = headersOf(own)
        assertRefused(await send(row, sample, headers), 401, code)
      }
      assert.equal(await digestOf(api.ctx.db), before)
    })
  }
})

suite('a token of the other dialect is refused with its own prefix', () => {
  for (const row of rows.filter(({ isShared }) => !isShared)) {
    test(row.name, async () => {
      const { world, outsider } = keys[row.dialect]
      const [sample] = await unused(row, world)
      const before = await digestOf(api.ctx.db)
      const answer = await send(row, sample, { 'x-accesstoken': outsider.token })
      assertRefused(answer, 403, 'FORBIDDEN')
      assert.match(answer.body.errors[0].message, new RegExp(dialects[outsider.dialect].prefix))
      assert.equal(await digestOf(api.ctx.db), before)
    })
  }
})

suite('a read-only token reads everything and changes nothing', () => {
  for (const row of rows) {
    test(row.name, async () => {
      const { world, reader } = keys[row.dialect]
      const samples = await unused(row, world)
      const before = await digestOf(api.ctx.db)
      for (const sample of samples) {
        const answer = await send(row, sample, { 'x-accesstoken': reader.token })
        if (isChange(row)) {
          assertRefused(answer, 403, 'FORBIDDEN')
          assert.match(answer.body.errors[0].message, /only read/)
        } else assert.equal(answer.status, row.reply.status, answer.text)
      }
      assert.equal(await digestOf(api.ctx.db), before)
    })
  }
})

suite('a full token opens every row, in either header', () => {
  for (const row of rows) {
    test(row.name, async () => {
      const { world } = keys[row.dialect]
      const [sample] = await unused(row, world)
      const answer = await send(row, sample, { authorization: `Bearer ${world.caller.token}` })
      assert.equal(answer.status, row.reply.status, answer.text)
    })
  }
})
