/** Idents of other dealers cannot be found by trying. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'

const api = await openApi()
const owner = await api.dealer()
const plan = await aPlan(owner, { quotas: { unit: 70, geofence: 1, unit_storage: 10240 } })
const home = await aManagedAccount(owner, plan.id)
let imei = 356307042400000
const taken: string[] = []
for (let at = 0; at < 60; at++) taken.push((await aUnit(owner, home.id, { ident: String(++imei) })).ident)

async function aGuesser() {
  const dealer = await api.dealer()
  const account = await aManagedAccount(dealer)
  const row = (ident: string) => ({
    name: 'Guess',
    ident,
    hw_id: 101,
    app_id: account.reg_apps[0],
    account_id: account.id,
  })
  return {
    dealer,
    dryRun: (idents: readonly string[]) =>
      dealer.ask('POST', '/units/import', { rows: idents.map(row), dry_run: true }),
    create: (ident: string) => dealer.ask('POST', '/units', row(ident)),
    audited: async () => (await dealer.ask('GET', '/audit?action=units.meet-foreign')).body,
  }
}

test('a dry run reveals fifty idents of others in an hour, and then nothing more', async () => {
  const { dryRun, audited } = await aGuesser()
  assert.equal((await dryRun(taken.slice(0, 30))).status, 200)
  assert.equal((await dryRun(taken.slice(30, 50))).status, 200)
  assertRefused(await dryRun(taken.slice(50, 51)), 429, 'REQUESTS_EXCEEDED')
  assertRefused(await dryRun([String(++imei)]), 429, 'REQUESTS_EXCEEDED')
  assert.deepEqual(
    (await audited()).map(({ after }: { after: object }) => after),
    [
      { count: 30, refused: false },
      { count: 20, refused: false },
      { count: 1, refused: true },
    ],
  )
  api.ctx.clock.advance(3_601)
  assert.equal((await dryRun(taken.slice(50, 51))).status, 200)
})

test('more than fifty at once are refused before anything is revealed', async () => {
  const { dryRun } = await aGuesser()
  assertRefused(await dryRun(taken.slice(0, 51)), 429, 'REQUESTS_EXCEEDED')
})

test('single units are counted too, the dealer’s own are not', async () => {
  const { dealer, create, audited } = await aGuesser()
  const ident = String(++imei)
  const unit = (await create(ident)).body
  assertRefused(await create(ident), 409, 'CONFLICT ident')
  assertRefused(await create(taken[0]!), 409, 'CONFLICT ident')
  assertRefused(await dealer.ask('PATCH', `/units/${unit.id}`, { ident: taken[1] }), 409, 'CONFLICT ident')
  assert.equal((await audited()).length, 2)
  for (let at = 2; at < 50; at++) assertRefused(await create(taken[at]!), 409, 'CONFLICT ident')
  assertRefused(await create(taken[50]!), 429, 'REQUESTS_EXCEEDED')
  assert.equal((await create(String(++imei))).status, 201)
})
