/** Units that move to another account of their dealer, with trackers on real sockets. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { readUsages } from '#billing/usage/actions.ts'
import { consumerApp, tagsApp } from '#kernel/applications.ts'
import { listBelongings } from '#kernel/db/belongings.ts'
import {
  aFleetPlan,
  aManagedAccount,
  anOwnedAccount,
  anUnclaimedAccount,
  aPlan,
  aSensor,
  aTagsPlan,
  aUnit,
  fresh,
} from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askAs, goodPassword, logIn } from '#testing/people/client.ts'
import { openGateway } from '#testing/people/gateway.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'
import { following } from '../units/moving/move-store.ts'

const { api, dealer, account, notifications, teltonikaPort, now, aTracker } = await openGateway()
const { db, clock } = api.ctx
const plan = await aFleetPlan(dealer)
const bodyOf = ({ body }: { body: { data?: object } }) => (body.data ?? body) as Record<string, never>

/** An account with a signed-in person. */
async function aFleet() {
  const made = await aManagedAccount(dealer, plan.id)
  await db.updateTable('accounts').set({ ack: clock.now() }).where('id', '=', made.id).execute()
  await db.updateTable('users').set({ enabled: true }).where('accountId', '=', made.id).execute()
  await dealer.ask('PUT', `/users/${made.user.id}/password`, {
    ...{ new_password: goodPassword, repeat_password: goodPassword },
  })
  return { id: made.id as number, ask: askAs(api, await logIn(api, made.user.name)) }
}

const move = (id: number, accountId: number, withHistory: boolean, by = dealer) =>
  by.ask('POST', `/console/units/${id}/move`, { account_id: accountId, with_history: withHistory })
const messagesOf = async (id: number): Promise<object[]> =>
  (await dealer.ask('GET', `/units/${id}/messages`)).body.data as object[]

/** A tracker that stays connected. */
async function connected(ident: string) {
  const line = await openLine(teltonikaPort)
  line.send(loginFrame(ident))
  assert.equal(await line.receive(1), '01')
  const send = async (at: number) => {
    line.send(dataFrame([{ at }]))
    return line.receive(4)
  }
  return { line, send }
}

suite('with its history', () => {
  test('its messages follow under its id, and the connected tracker reports to the other account at once', async () => {
    const [from, to] = [await aFleet(), await aFleet()]
    const unit = await aUnit(dealer, from.id, { ident: String(356307042449001), hw_id: 110 })
    const tracker = await connected(unit.ident)
    assert.equal(await tracker.send(now - 60), acceptedCount(1))
    const group = await from.ask('POST', '/groups', { name: fresh('group'), unit_ids: [unit.id] })
    assert.equal(group.status, 201, group.text)
    await from.ask('PUT', `/units/${unit.id}/extra-data`, { extra_data: [{ label: 'Driver', value: 'M. Novak' }] })
    const answer = await move(unit.id, to.id, true)
    assert.equal(answer.status, 200, answer.text)
    const moved = bodyOf(answer) as unknown as { id: number; account_id: number; ident: string; extra_data: object[] }
    assert.deepEqual([moved.id, moved.account_id, moved.ident, moved.extra_data], [unit.id, to.id, unit.ident, []])
    await notifications.catchUp()
    assert.equal(await tracker.send(now - 30), acceptedCount(1), 'on the same connection')
    assert.equal((await messagesOf(unit.id)).length, 2)
    assert.equal((await to.ask('GET', `/units/${unit.id}/messages?from=0&to=${now}`)).body.length, 2)
    assertRefused(await from.ask('GET', `/units/${unit.id}`), 404, 'NOT_FOUND')
    assert.deepEqual((await from.ask('GET', '/groups')).body[0].unit_ids, [])
    assert.deepEqual((await to.ask('GET', '/units')).body.length, 1)
    tracker.line.socket.destroy()
  })

  test('a private trip prevents the move', async () => {
    const [unit, to] = [await aTracker(), await aFleet()]
    await sql`insert into private_stretches (unit_id, t0, t1) values (${unit.id}, 1772000000, 1772000900)`.execute(db)
    assertRefused(await move(unit.id, to.id, true), 409, 'CONFLICT')
    assert.equal((await move(unit.id, to.id, false)).status, 200)
  })

  test('each table is known to follow or to stay', async () => {
    const tables = (await listBelongings(db, 'units', 1)).map(({ table }) => table)
    const staying = [
      ...['anchors', 'asset_links', 'commands', 'driver_assignments', 'driver_shifts', 'driving_spans'],
      ...['gateway_spots', 'geofence_units', 'group_units', 'label_units', 'logbook_changes', 'logbook_marks'],
      ...['logbook_months', 'logbook_settings', 'neighbour_changes', 'notification_action_marks'],
      ...['notification_actions', 'notification_deliveries', 'notification_escalations'],
      ...['notification_rule_units', 'notifications'],
      ...[
        'private_stretches',
        'share_units',
        'span_checkpoints',
        'span_units',
        'stays',
        'trip_checkpoints',
        'trip_units',
      ],
      ...['unit_events', 'unit_spans', 'user_units'],
    ]
    assert.deepEqual(
      tables.filter((table) => !(table in following) && !staying.includes(table)),
      [],
      'Decide whether it follows a unit to another account: move-store.ts.',
    )
    assert.deepEqual(
      Object.keys(following).filter((table) => !tables.includes(table)),
      [],
    )
  })
})

suite('without its history', () => {
  test('the other account gets a new unit for the same tracker, and the old one is in the bin', async () => {
    const [from, to] = [await aFleet(), await aFleet()]
    const unit = await aUnit(dealer, from.id, { ident: String(356307042449002), hw_id: 110 })
    await dealer.ask('PATCH', `/units/${unit.id}`, { password: 'secret', description: 'White' })
    await dealer.ask('PATCH', `/console/units/${unit.id}`, { messages_ttl: 864_000, b_type: 'rental' })
    const tracker = await connected(unit.ident)
    assert.equal(await tracker.send(now - 60), acceptedCount(1))
    const moved = bodyOf(await move(unit.id, to.id, false)) as unknown as Record<string, unknown>
    assert.notEqual(moved.id, unit.id)
    assert.deepEqual(
      [moved.account_id, moved.ident, moved.name, moved.description, moved.messages_ttl, moved.b_type],
      [to.id, unit.ident, unit.name, 'White', 864_000, 'rental'],
    )
    tracker.line.socket.destroy()
    await notifications.catchUp()
    const again = await connected(unit.ident)
    assert.equal(await again.send(now - 30), acceptedCount(1))
    assert.equal((await messagesOf(moved.id as number)).length, 1, 'only what came since')
    assertRefused(await dealer.ask('GET', `/units/${unit.id}`), 404, 'NOT_FOUND')
    const deleted = (await dealer.ask('GET', `/console/deleted-units?ids=${unit.id}`)).body
    assert.deepEqual([deleted.length, deleted[0].account_id], [1, from.id])
    assertRefused(await dealer.ask('POST', `/console/deleted-units/${unit.id}/restore`), 409, 'CONFLICT')
    again.line.socket.destroy()
    await dealer.ask('DELETE', `/units/${moved.id}`)
    assert.equal((await dealer.ask('POST', `/console/deleted-units/${unit.id}/restore`)).status, 200)
    assert.equal((await messagesOf(unit.id)).length, 1)
  })
})

const termsOf = async (...accountIds: number[]) =>
  (await dealer.ask('GET', `/console/unit-terms?account_ids=${accountIds}`)).body.map(
    (one: { unit_id: number; account_id: number; paid_until: string }) => [one.unit_id, one.account_id, one.paid_until],
  )

test('paid days move with it, and each account pays for the days on which it had the unit', async () => {
  for (const withHistory of [true, false]) {
    const [from, to] = [await aFleet(), await aFleet()]
    const unit = await aUnit(dealer, from.id)
    const [created, until] = [clock.now(), '2031-05-31']
    await dealer.ask('PUT', '/console/unit-terms', { terms: [{ unit_id: unit.id, paid_until: until }] })
    clock.advance(3 * 86_400)
    const moved = bodyOf(await move(unit.id, to.id, withHistory)) as unknown as { id: number }
    assert.deepEqual(await termsOf(from.id, to.id), [[moved.id, to.id, until]])
    const spansOf = async (id: number) =>
      [...(await readUsages(api.ctx, [{ accountId: id, since: '2020-01-01' }])).values()]
        .flatMap(({ units }) => units)
        .map(({ joinedAt, removedAt, isNew }) => [joinedAt, removedAt, isNew])
    assert.deepEqual(await spansOf(from.id), [[created, clock.now(), true]])
    assert.deepEqual(await spansOf(to.id), [[clock.now(), null, false]], 'nothing was set up')
    if (withHistory) continue
    await dealer.ask('DELETE', `/units/${moved.id}`)
    assert.equal((await dealer.ask('POST', `/console/deleted-units/${unit.id}/restore`)).status, 200)
    assert.deepEqual(await termsOf(from.id, to.id), [[unit.id, from.id, until]], 'undone')
  }
})

test('paid days exist once, whichever of the two units is restored', async () => {
  const [from, to] = [await aFleet(), await aFleet()]
  const old = await aUnit(dealer, from.id)
  const until = '2031-05-31'
  await dealer.ask('PUT', '/console/unit-terms', { terms: [{ unit_id: old.id, paid_until: until }] })
  const restore = async (id: number) => {
    const answer = await dealer.ask('POST', `/console/deleted-units/${id}/restore`)
    assert.equal(answer.status, 200, answer.text)
  }
  const moved = bodyOf(await move(old.id, to.id, false)) as unknown as { id: number }
  // It gets another ident, so that the old one is free.
  const changed = await dealer.ask('PATCH', `/units/${moved.id}`, { ident: fresh('86') })
  assert.equal(changed.status, 200, changed.text)
  const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const yesterday = day(-1)
  clock.advance(2 * 86_400)
  await restore(old.id)
  const ended = [old.id, from.id, yesterday]
  assert.deepEqual((await termsOf(from.id, to.id)).sort(), [ended, [moved.id, to.id, until]].sort())
  // Moved without its history once more, and back: the last unit has them, and the first one when everything is undone.
  const third = await aFleet()
  const last = bodyOf(await move(moved.id, third.id, false)) as unknown as { id: number }
  await dealer.ask('DELETE', `/units/${old.id}`)
  await dealer.ask('DELETE', `/units/${last.id}`)
  await restore(moved.id)
  assert.deepEqual(await termsOf(from.id, to.id, third.id), [[moved.id, to.id, until]])
  await restore(old.id)
  assert.deepEqual((await termsOf(from.id, to.id)).sort(), [ended, [moved.id, to.id, until]].sort())
  await dealer.ask('PATCH', `/units/${moved.id}`, { ident: fresh('86') })
  await restore(last.id)
  const [, , lastTerm] = (await termsOf(third.id))[0]
  assert.ok(lastTerm < day(0), 'its own ended when it gave them back')
})

test('days renewed by the new client belong to the old one after an undo, and the history and an event say so', async () => {
  const [from, to] = [await aFleet(), await aFleet()]
  const old = await aUnit(dealer, from.id)
  const setTerm = (unit_id: number, paid_until: string) =>
    dealer.ask('PUT', '/console/unit-terms', { terms: [{ unit_id, paid_until }] })
  await setTerm(old.id, '2031-05-31')
  const moved = bodyOf(await move(old.id, to.id, false)) as unknown as { id: number }
  assert.equal((await setTerm(moved.id, '2032-05-31')).status, 200)
  await dealer.ask('DELETE', `/units/${moved.id}`)
  assert.equal((await dealer.ask('POST', `/console/deleted-units/${old.id}/restore`)).status, 200)
  assert.deepEqual(await termsOf(from.id, to.id), [[old.id, from.id, '2032-05-31']])
  const audited = await db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'unit-terms.restore')
    .where('subjectId', '=', String(old.id))
    .execute()
  assert.deepEqual(audited, [
    {
      before: { paidUntil: '2031-05-31', state: 'active' },
      after: { paidUntil: '2032-05-31', state: 'active', otherUnitId: moved.id },
    },
  ])
  const { rows } = await sql<{ data: object }>`
    select data from events where type = 'unit.term_renewed' and (data ->> 'unit_id')::bigint = ${old.id}
    order by seq desc limit 1`.execute(db)
  const { previous_paid_until, paid_until } = rows[0]!.data as Record<string, string>
  assert.deepEqual([previous_paid_until, paid_until], ['2031-05-31', '2032-05-31'])
})

test('paid days of a unit that now belongs to another dealer are not restored', async () => {
  const [from, to, other] = [await aFleet(), await aFleet(), await api.dealer()]
  const old = await aUnit(dealer, from.id)
  const until = '2031-05-31'
  await dealer.ask('PUT', '/console/unit-terms', { terms: [{ unit_id: old.id, paid_until: until }] })
  const moved = bodyOf(await move(old.id, to.id, false)) as unknown as { id: number }
  await api.ctx.db
    .updateTable('units')
    .set({ dealerId: other.dealer, ident: fresh('86') })
    .where('id', '=', moved.id)
    .execute()
  const answer = await dealer.ask('POST', `/console/deleted-units/${old.id}/restore`)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await termsOf(from.id), [[old.id, from.id, until]])
})

suite('it stays where it is', () => {
  test('if the other account is not the dealer’s, or lacks its application', async () => {
    const [unit, other] = [await aTracker(), await api.dealer()]
    const foreign = await aManagedAccount(other)
    assertRefused(await move(unit.id, foreign.id, true), 404, 'NOT_FOUND')
    assertRefused(await move(unit.id, foreign.id, true, other), 404, 'NOT_FOUND')
    assertRefused(await move(unit.id, account.id, true), 400, 'FAILED_VALIDATION account_id')
    const consumer = await anUnclaimedAccount(dealer, [consumerApp])
    assertRefused(await move(unit.id, consumer.id, false), 400, 'FAILED_VALIDATION account_id')
    assert.equal(bodyOf(await dealer.ask('GET', `/units/${unit.id}`)).account_id, account.id)
  })

  test('if the plan of the other account has no room', async () => {
    const unit = await aTracker()
    const small = await aManagedAccount(
      dealer,
      (await aPlan(dealer, { quotas: { unit: 1, geofence: 1, unit_storage: 10240 } })).id,
    )
    await aUnit(dealer, small.id)
    for (const withHistory of [true, false])
      assertRefused(await move(unit.id, small.id, withHistory), 409, 'QUOTA_EXCEEDED')
    assert.equal((await dealer.ask('GET', `/units/${unit.id}`)).status, 200)
    const { rows } = await sql`select from binned_units where unit_id = ${unit.id}`.execute(db)
    assert.equal(rows.length, 0)
  })

  test('if it belongs to its client, or is a tag', async () => {
    const [one, other] = [await anOwnedAccount(api, dealer), await anOwnedAccount(api, dealer)]
    const bike = await aUnit(dealer, one.id, { app_id: consumerApp })
    assertRefused(await move(bike.id, other.id, true), 403, 'FORBIDDEN')
    const provider = await api.tokenOf(dealer.dealer, 'provider')
    const tagsPlan = await aTagsPlan(provider)
    const [here, there] = [
      await aManagedAccount(provider, tagsPlan.id, tagsApp),
      await aManagedAccount(provider, tagsPlan.id, tagsApp),
    ]
    const tag = await aSensor(provider, here.id)
    assertRefused(await move(tag.id, there.id, true, provider), 409, 'CONFLICT')
  })
})

test('counters of quotas are right afterwards', async () => {
  const { rows } = await sql`
    select from unit_usage full join (
      select account_id, app_id, coalesce(type, 'unit') as quota, count(*) as units from units group by 1, 2, 3) as counted
      using (account_id, app_id, quota) where coalesce(used, 0) <> coalesce(units, 0)`.execute(db)
  assert.equal(rows.length, 0)
})
