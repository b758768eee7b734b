import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { goodPassword } from '#testing/people/client.ts'
import { newLinkSecret } from '../one-time-links/one-time-link.ts'
import { createOperator } from './actions.ts'
import { makeSetUpLink } from './set-up.ts'

const api = await openApi({ WAYMARK_TRUST_PROXY: '127.0.0.1' })
const secretOf = (link: string | undefined) =>
  /^http:\/\/127\.0\.0\.1:8080\/operator#setup=([\w-]{43})$/.exec(link ?? '')?.[1]
const aLink = async () => {
  const secret = secretOf(await makeSetUpLink(api.ctx))
  assert.ok(secret)
  return secret
}
const setUp = (token: string, email = 'olga@example.com', more: object = {}, address = '10.7.0.1') =>
  api.ask(
    'POST',
    '/console/setup',
    { token, email, password: goodPassword, ...more },
    { 'x-forwarded-for': address, 'x-waymark': '1' },
  )
const hasOperator = async () => (await api.ask('GET', '/settings.json')).body.has_operator

suite('the first operator', () => {
  test('cannot be created with a guessed or expired link or with invalid values', async () => {
    assert.equal(await hasOperator(), false)
    const token = await aLink()
    assertRefused(await setUp(newLinkSecret()), 400, 'FAILED_VALIDATION')
    assertRefused(await setUp(token, 'nobody'), 400, 'FAILED_VALIDATION email')
    assertRefused(await setUp(token, 'olga@example.com', { name: 'Olga\nOtto' }), 400, 'FAILED_VALIDATION name')
    assertRefused(await setUp(token, 'olga@example.com', { password: 'password1' }), 400, 'FAILED_VALIDATION password')
    assertRefused(
      await setUp(token, 'olga@example.com', { password: 'olga@example.com' }),
      400,
      'FAILED_VALIDATION password',
    )
    const before = api.ctx.clock.now()
    api.ctx.clock.set(new Date(before.getTime() + 24 * 3_600_000))
    assertRefused(await setUp(token), 400, 'FAILED_VALIDATION')
    api.ctx.clock.set(before)
    assert.equal(await hasOperator(), false)
  })

  test('gets sixty guesses an hour from one address, and the real link still works from there', async () => {
    for (let time = 0; time < 60; time++) await setUp(newLinkSecret(), undefined, {}, '10.7.0.2')
    assertRefused(await setUp(newLinkSecret(), undefined, {}, '10.7.0.2'), 429, 'REQUESTS_EXCEEDED')
    assertRefused(await setUp(await aLink(), 'nobody', {}, '10.7.0.2'), 400, 'FAILED_VALIDATION email')
  })

  test('is only one of many who come at once with the links of several nodes; then the links are gone', async () => {
    const links = [await aLink(), await aLink(), await aLink()]
    const rows = await api.ctx.db.selectFrom('setupLinks').selectAll().execute()
    assert.ok(rows.length >= 3)
    assert.ok(!rows.some(({ hash }) => links.some((link) => hash.includes(link))), 'stored hashed')
    const answers = await Promise.all(
      [...links, ...links].map((token, at) => setUp(token, `olga-${at}@example.com`, { name: 'Olga' })),
    )
    const won = answers.filter(({ status }) => status === 201)
    assert.equal(won.length, 1)
    for (const answer of answers) if (answer !== won[0]) assertRefused(answer, 404, 'ROUTE_NOT_FOUND')
    assert.equal(won[0]?.body.kind, 'operator')
    const me = await api.ask('GET', '/operator/me', undefined, { authorization: `Bearer ${won[0]?.body.token}` })
    assert.equal(me.body.person.name, 'Olga')
    assert.match(String(won[0]?.headers['set-cookie']), /waymark_console=wp_/)

    assert.equal(await hasOperator(), true)
    assert.equal(await makeSetUpLink(api.ctx), undefined)
    for (const token of [links[0]!, newLinkSecret()]) {
      assertRefused(await setUp(token, 'nobody'), 404, 'ROUTE_NOT_FOUND')
    }
    assert.deepEqual(await api.ctx.db.selectFrom('setupLinks').selectAll().execute(), [])
  })
})

test('creating an operator on the command line ends the links as well', async () => {
  const other = await openApi()
  const token = secretOf(await makeSetUpLink(other.ctx))
  await createOperator(other.ctx, { email: 'otto@example.com', name: 'Otto' })
  const answer = await other.ask('POST', '/console/setup', { token, email: 'a@example.com', password: goodPassword })
  assertRefused(answer, 404, 'ROUTE_NOT_FOUND')
  assert.equal(await makeSetUpLink(other.ctx), undefined)
})

test('with a separate listener for the operator, the link points there', async () => {
  const other = await openApi({ WAYMARK_INTERNAL_PORT: '9090' })
  assert.match((await makeSetUpLink(other.ctx)) ?? '', /^http:\/\/127\.0\.0\.1:9090\/operator#setup=/)
  const answer = await other.ask('POST', '/console/setup', {
    token: newLinkSecret(),
    email: 'a@example.com',
    password: goodPassword,
  })
  assertRefused(answer, 404, 'ROUTE_NOT_FOUND')
})
