/**
 * An account with 25 people, 10 groups and 1,000 units: its lists and live streams need no more queries than those of
 * one person.
 */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { modulesOf } from '#billing/plans/modules.ts'
import { addPerson } from '#identity/users/people.ts'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, fresh } from '#testing/builders.ts'
import { queriesDuring } from '#testing/checks/queries.ts'
import { askAs, type Client, goodPassword, logIn } from '#testing/people/client.ts'
import { readLive } from '#testing/people/reader.ts'
import { until } from '#testing/until.ts'

const api = await openApi()
await api.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = api.app.server.address() as AddressInfo
const dealer = await api.dealer('provider')
const [peopleCount, groupCount, unitCount] = [25, 10, 1000]

let accountId: number
let ownerToken: string
let owner: Client['ask']
let unitIds: readonly number[]
before(async () => {
  const modules = modulesOf(fleetApp).map(({ name }) => name)
  const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules })
  const account = await anActivatedAccount(api, dealer, plan.id)
  const password = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, password)
  accountId = account.id
  ownerToken = await logIn(api, account.user.name)
  owner = askAs(api, ownerToken)
  const { rows } = await sql<{ id: number }>`
    insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, created_at, updated_at)
    select 100000000000 + number, ${dealer.dealer}, ${accountId}, ${fleetApp}, 'Van ' || number, ${fresh('ident')} || number,
      '', 101, now(), now()
    from generate_series(1, ${unitCount}::integer) as number returning id`.execute(api.ctx.db)
  unitIds = rows.map(({ id }) => id)
})

/** Each sees one group of a hundred units. */
async function addOthers(): Promise<string[]> {
  const groups: string[] = []
  for (let at = 0; at < groupCount; at++) {
    const size = unitCount / groupCount
    const made = await owner('POST', '/groups', {
      name: fresh('group'),
      unit_ids: unitIds.slice(at * size, (at + 1) * size),
    })
    assert.equal(made.status, 201, made.text)
    groups.push(made.body.id)
  }
  const passwordHash = await api.ctx.vault.hashSecret(goodPassword)
  const tokens: string[] = []
  for (let at = 1; at < peopleCount; at++) {
    const email = `${fresh('person')}@example.com`
    const { id } = await addPerson(api.ctx, dealer.dealer, accountId, {
      ...{ name: fresh('person'), email, passwordHash, role: 'dispatcher', lang: null },
      ...{ isLimitedToUnits: true, isLimitedToGeofences: false },
    })
    const groupId = groups[at % groupCount] as string
    await api.ctx.db.insertInto('userGroups').values({ userId: id, groupId }).execute()
    tokens.push(await logIn(api, email))
  }
  return tokens
}

const lists = ['/units?limit=1000', '/units', '/groups', '/geofences', '/standing', '/me', '/maintenance']
/** The minimum of a few runs: the server has its own queries meanwhile. */
const costOf = async (ask: Client['ask'], path: string) => {
  const costs: number[] = []
  for (let time = 0; time < 4; time++) {
    const sent = await queriesDuring(async () => assert.equal((await ask('GET', path)).status, 200, path))
    costs.push(sent.length)
  }
  return Math.min(...costs)
}
const costsOf = async (ask: Client['ask']) => {
  const costs: [string, number][] = []
  for (const path of lists) costs.push([path, await costOf(ask, path)])
  return costs
}

/** How often each query ran while the server checked its streams three times. */
async function costOfStreams(tokens: readonly string[]): Promise<number> {
  const readers = tokens.map((token) => readLive(port, token))
  try {
    for (const reader of readers) await until('the beginning of a stream', () => reader.counts.begun > 0)
    const sent = await queriesDuring(async (soFar) => {
      const rounds = () => soFar.filter((text) => /from "sessions"/.test(text)).length
      await until('three rounds', () => rounds() >= 3)
    })
    return Math.max(...[...Map.groupBy(sent, (text) => text).values()].map((same) => same.length))
  } finally {
    for (const reader of readers) await reader.stop()
  }
}

test('lists and streams cost no more queries than with one person', async () => {
  // Warm up what is prepared or cached at the first query.
  await costsOf(owner)
  const alone = await costsOf(owner)
  const aloneStreaming = await costOfStreams([ownerToken])
  const others = await addOthers()
  const limited = askAs(api, others[0] as string)
  assert.equal((await limited('GET', '/units?limit=1000')).body.length, unitCount / groupCount)
  assert.deepEqual(await costsOf(owner), alone)
  for (const [index, [path, count]] of (await costsOf(limited)).entries()) {
    assert.ok(count <= (alone[index] as [string, number])[1], `${path}: ${count} queries`)
  }
  assert.ok(aloneStreaming >= 3)
  assert.ok((await costOfStreams([ownerToken, ...others])) <= aloneStreaming + 1)
})
