import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { operator as actor } from '#kernel/audit/actions.ts'
import { parseConfig } from '#kernel/config/config.ts'
import { openApi } from '#testing/api.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { aPerson } from '#testing/people/staff.ts'
import { until } from '#testing/until.ts'
import { changeSettings, loadSettings } from './settings-actions.ts'

const api = await openApi({ WAYMARK_LOGIN_URL: 'https://clients.example' })
const dealer = await api.dealer('provider')
const operator = await aPerson(api, null, 'operator')
const owner = await aPerson(api, dealer.dealer, 'owner')

const patch = (values: Record<string, string | null>, who = operator) =>
  who.ask('PATCH', '/operator/settings', {
    settings: Object.entries(values).map(([name, value]) => ({ name, value })),
  })
const tried = (page: string, values: Record<string, string | null> = {}) =>
  operator.ask('POST', '/operator/settings/test', {
    page,
    settings: Object.entries(values).map(([name, value]) => ({ name, value })),
  })
const settingOf = async (name: string) =>
  (await operator.ask('GET', '/operator/settings')).body.find((one: { name: string }) => one.name === name)

suite('the settings in the operator console', () => {
  test('are for operators only', async () => {
    for (const [method, path] of [
      ['GET', '/operator/settings'],
      ['PATCH', '/operator/settings'],
      ['POST', '/operator/settings/test'],
    ] as const) {
      assertRefused(await owner.ask(method, path, method === 'GET' ? undefined : { settings: [] }), 403, 'FORBIDDEN')
      assert.equal((await api.ask(method, path)).status, 401)
    }
    assert.equal((await patch({ WAYMARK_NAME: 'Mine' }, owner)).status, 403)
    assert.equal(api.ctx.config.name, 'Waymark')
  })

  test('take effect at once, are audited, and can be reset to the default', async () => {
    assert.deepEqual((await settingOf('WAYMARK_NAME')).source, 'default')
    assert.equal((await patch({ WAYMARK_NAME: ' North Tracking ' })).status, 200)
    assert.equal((await api.ask('GET', '/settings.json')).body.name, 'North Tracking')
    assert.equal(api.ctx.config.mailFrom.name, 'North Tracking')
    assert.deepEqual(await settingOf('WAYMARK_NAME'), {
      ...(await settingOf('WAYMARK_NAME')),
      source: 'database',
      value: 'North Tracking',
    })
    const row = await api.ctx.db
      .selectFrom('audit')
      .select(['actorId', 'after'])
      .where('action', '=', 'settings.change')
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { actorId: operator.id, after: { WAYMARK_NAME: 'North Tracking' } })
    await patch({ WAYMARK_NAME: null })
    assert.equal(api.ctx.config.name, 'Waymark')
  })

  test('are overridden by the environment, which cannot be changed here', async () => {
    assert.equal((await settingOf('WAYMARK_LOGIN_URL')).source, 'environment')
    assertRefused(await patch({ WAYMARK_LOGIN_URL: 'https://evil.example' }), 409, 'CONFLICT WAYMARK_LOGIN_URL')
    assert.equal(api.ctx.config.loginUrl, 'https://clients.example')
  })

  test('are refused by name, all or none', async () => {
    const wrong = { WAYMARK_NAME: 'Fine', WAYMARK_PUBLIC_URL: 'tracking.example', WAYMARK_MAIL_FROM: 'nobody' }
    assertRefused(
      await patch(wrong),
      400,
      'FAILED_VALIDATION WAYMARK_MAIL_FROM',
      'FAILED_VALIDATION WAYMARK_PUBLIC_URL',
    )
    assert.equal(api.ctx.config.name, 'Waymark')
    for (const [name, value] of [
      ['WAYMARK_PUBLIC_URL', 'https://[tracking'],
      ['WAYMARK_NAME', 'North\nBcc: everybody'],
      ['WAYMARK_SMTP_URL', 'smtp://anna:12/34@mail.example'],
    ] as const) {
      assertRefused(await patch({ [name]: value }), 400, `FAILED_VALIDATION ${name}`)
    }
    for (const name of ['WAYMARK_DATA', 'WAYMARK_CLOCK', 'PATH']) {
      assert.equal((await patch({ [name]: 'x' })).status, 400, 'only the environment sets it')
    }
  })

  test('seal secrets, and never show them again', async () => {
    const secret = 'smtp://anna:hunter2@mail.example:587'
    const { text } = await patch({
      WAYMARK_SMTP_URL: secret,
      WAYMARK_GOOGLE_MAPS_KEY: 'AIzaHunter2',
      WAYMARK_GEOCODER_URL: 'https://geo.example/hunter2/{lat}/{lon}',
    })
    assert.doesNotMatch(text, /hunter2|anna/i)
    assert.equal((await settingOf('WAYMARK_SMTP_URL')).value, 'mail.example:587')
    assert.equal(api.ctx.config.smtpUrl, secret)
    const kept = JSON.stringify(await api.ctx.db.selectFrom('settings').selectAll().execute())
    const audit = JSON.stringify(await api.ctx.db.selectFrom('audit').selectAll().execute())
    assert.doesNotMatch(kept + audit, /hunter2/i)
    assert.doesNotMatch(kept, new RegExp(Buffer.from('hunter2').toJSON().data.join(',')))
    await patch({ WAYMARK_SMTP_URL: null, WAYMARK_GOOGLE_MAPS_KEY: null, WAYMARK_GEOCODER_URL: null })
    assert.equal(api.ctx.config.smtpUrl, undefined)
  })

  test('reach another node, and survive an environment that contradicts them', async () => {
    // To the database this is another process.
    await changeSettings({ ...api.ctx, config: parseConfig({}), actor: actor('test') }, [
      { name: 'WAYMARK_NAME', value: 'South' },
      { name: 'WAYMARK_CARD_SANDBOX', value: 'on' },
    ])
    await until('the news', async () => api.ctx.config.name === 'South')
    const strict = { ...api.ctx, config: parseConfig({ WAYMARK_NAME: 'By hand' }) }
    await api.ctx.db
      .updateTable('settings')
      .set({ value: 'maybe' })
      .where('name', '=', 'WAYMARK_CARD_SANDBOX')
      .execute()
    const damaged = { value: null, sealed: Buffer.from('not sealed here'), updatedAt: api.ctx.clock.now() }
    await api.ctx.db
      .insertInto('settings')
      .values([
        { ...damaged, name: 'WAYMARK_STRIPE_KEY' },
        { ...damaged, name: 'WAYMARK_DATA', sealed: null, value: '/elsewhere' },
      ])
      .execute()
    const ignored = await loadSettings(strict)
    assert.deepEqual(ignored.toSorted(), ['WAYMARK_CARD_SANDBOX', 'WAYMARK_DATA', 'WAYMARK_STRIPE_KEY'])
    assert.deepEqual([strict.config.name, strict.config.cardSandbox], ['By hand', false])
    assert.equal(strict.config.dataFolder, parseConfig({}).dataFolder)
    assert.equal((await patch({ WAYMARK_NAME: 'West' })).status, 200, 'the others can still be changed')
    await patch({ WAYMARK_NAME: null, WAYMARK_CARD_SANDBOX: null, WAYMARK_STRIPE_KEY: null })
    await api.ctx.db.deleteFrom('settings').execute()
  })

  test('can be tried before they are saved', async () => {
    const server = await startMailServer()
    after(() => server.close())
    const mailed = await tried('mail', { WAYMARK_SMTP_URL: server.url })
    assert.equal(mailed.body.works, true, mailed.text)
    assert.match(mailed.body.says, new RegExp(operator.email))
    assert.equal(api.ctx.config.smtpUrl, undefined, 'nothing was saved')
    assert.equal((await tried('mail', { WAYMARK_SMTP_URL: 'smtp://127.0.0.1:9' })).body.works, false)
    assert.match((await tried('mail')).body.says, /built-in mailbox/)
    assert.match((await tried('payments')).body.says, /sandbox|card/)
    assert.match((await tried('map', { WAYMARK_MAP_FILE: '/nowhere.pmtiles' })).body.says, /cannot be used/)
    assert.match((await tried('map')).body.says, /built-in map/)
    assert.match((await tried('addresses')).body.says, /no geocoder/)
    const unreachable = { WAYMARK_PUBLIC_URL: 'http://127.0.0.1:9' }
    assert.match((await tried('installation', unreachable)).body.says, /cannot be reached/)
    assertRefused(
      await tried('addresses', { WAYMARK_GEOCODER_URL: 'https://g.example' }),
      400,
      'FAILED_VALIDATION WAYMARK_GEOCODER_URL',
    )
  })
})
