import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aManagedAccount, aUnit } from '#testing/builders.ts'
import { untilCarried } from '#testing/checks/owners.ts'
import { isDistributed } from '#testing/cluster.ts'
import { openGateway } from '#testing/people/gateway.ts'
import { acceptedCount, dataFrame, datagram, loginFrame } from '#testing/people/teltonika.ts'
import { openLine, sendDatagram } from '#testing/people/tracker.ts'
import { until } from '#testing/until.ts'

const { api, dealer, account, anyPort, teltonikaPort, now, anIdent, aTracker, gateway } = await openGateway({
  WAYMARK_GATEWAY_UNIDENTIFIED_PER_ADDRESS: '5',
  WAYMARK_GATEWAY_UNKNOWN_PER_MINUTE: '1000',
})
/** What an H02 tracker calls the time and the date. */
const h02Time = (seconds: number) => {
  const [date, time] = new Date(seconds * 1000).toISOString().split('T') as [string, string]
  const [year, month, day] = date.split('-') as [string, string, string]
  return { time: time.slice(0, 8).replaceAll(':', ''), date: `${day}${month}${year.slice(2)}` }
}
const messagesOf = async (id: number) => (await dealer.ask('GET', `/units/${id}/messages`)).body.data

for (const [where, port] of [
  ['its own port', teltonikaPort],
  ['the port for any protocol', anyPort],
] as const) {
  test(`a tracker logs in on ${where}, sends, is acknowledged, and its dealer reads what it sent`, async () => {
    const unit = await aTracker()
    const line = await openLine(port)
    line.send(loginFrame(unit.ident))
    assert.equal(await line.receive(1), '01')
    line.send(dataFrame([{ at: now - 2 }, { at: now - 1, speed: 60 }]))
    assert.equal(await line.receive(4), acceptedCount(2))
    const messages = await messagesOf(unit.id)
    assert.deepEqual(
      messages.map((message: { timestamp: number }) => message.timestamp),
      [now - 2, now - 1],
    )
    assert.equal(messages[1].ident, unit.ident)
    assert.equal(messages[1]['device.id'], unit.id)
    assert.match(messages[1].peer, /^127\.0\.0\.1:\d+$/)
    const telemetry = (await dealer.ask('GET', `/units/${unit.id}/telemetry`)).body.data
    assert.deepEqual(telemetry['position.speed'], { ts: now - 1, value: 60 })
    assert.equal(telemetry.position.value.latitude, 54.6)
    await untilCarried(api.ctx.db)
    assert.equal((await dealer.ask('GET', `/units/${unit.id}`)).body.last_active, now)
    line.socket.end()
  })
}

test('over UDP a datagram is stored and acknowledged, on both ports', async () => {
  const unit = await aTracker()
  assert.equal(await sendDatagram(teltonikaPort, datagram(unit.ident, 0xabcd, [{ at: now - 5 }])), '0005abcd01cd01')
  assert.equal(await sendDatagram(anyPort, datagram(unit.ident, 0xabce, [{ at: now - 4 }])), '0005abce01ce01')
  assert.equal((await messagesOf(unit.id)).length, 2)
})

test('a tracker that gets no answer sends again, and no second message is stored', async () => {
  const unit = await aTracker()
  const frame = dataFrame([{ at: now - 9 }, { at: now - 8 }])
  for (let time = 0; time < 3; time++) {
    const line = await openLine(teltonikaPort)
    line.send(Buffer.concat([loginFrame(unit.ident), frame, frame]))
    assert.equal(await line.receive(9), `01${acceptedCount(2)}${acceptedCount(2)}`)
    line.socket.destroy()
  }
  assert.equal((await messagesOf(unit.id)).length, 2)
})

/** On a cluster, it is a worker where the flush waits. */
const skip = isDistributed

test('the acknowledgement leaves after the commit, not before', { skip }, async () => {
  const unit = await aTracker()
  const line = await openLine(teltonikaPort)
  line.send(loginFrame(unit.ident))
  await line.receive(1)
  await api.ctx.db.transaction().execute(async (transaction) => {
    await sql`lock table message_chunks in access exclusive mode`.execute(transaction)
    line.send(dataFrame([{ at: now - 1 }]))
    // The flush waits for our lock; an early answer would have arrived by now.
    await until('the wait for our lock', async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        api.ctx.db,
      )
      return rows[0]!.waiting > 0
    })
    assert.equal(line.rest(), '')
  })
  assert.equal(await line.receive(4), acceptedCount(1))
  line.socket.end()
})

test('while the database accepts no data a tracker gets a negative answer, and nothing is acknowledged', async () => {
  const unit = await aTracker()
  const line = await openLine(teltonikaPort)
  line.send(loginFrame(unit.ident))
  await line.receive(1)
  await api.ctx.db.transaction().execute(async (transaction) => {
    await sql`lock table message_chunks in access exclusive mode`.execute(transaction)
    line.send(dataFrame([{ at: now - 1 }]))
    // The lock outlasts the statement's deadline, so the store gives up: no record was accepted.
    assert.equal(await line.receive(4), acceptedCount(0))
  })
  assert.deepEqual(await messagesOf(unit.id), [])
  line.send(dataFrame([{ at: now - 1 }]))
  assert.equal(await line.receive(4), acceptedCount(1))
  line.socket.end()
})

test('an unknown tracker is refused, listed as unclaimed, and claimed by its exact ident', async () => {
  const ident = anIdent()
  const line = await openLine(anyPort)
  line.send(loginFrame(ident))
  assert.equal(await line.receive(1), '00')
  await line.closed()
  assert.deepEqual((await dealer.ask('GET', '/lobby?ident=35630704')).body, [])
  const [entry] = (await dealer.ask('GET', `/lobby?ident=${ident}`)).body
  assert.equal(entry.protocol, 'teltonika')
  assert.deepEqual(entry.frames, [loginFrame(ident).toString('hex')])
  const body = { name: 'Found', hw_id: 301, app_id: account.reg_apps[0], account_id: account.id }
  const wrong = await dealer.ask('POST', `/lobby/${entry.id}/claim`, body)
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'hw_id'])
  const claimed = await dealer.ask('POST', `/lobby/${entry.id}/claim`, { ...body, hw_id: 101 })
  assert.deepEqual([claimed.status, claimed.body.ident], [201, ident])
  assert.equal((await dealer.ask('POST', `/lobby/${entry.id}/claim`, { ...body, hw_id: 101 })).status, 404)
  const again = await openLine(anyPort)
  again.send(loginFrame(ident))
  assert.equal(await again.receive(1), '01')
  again.socket.end()
})

test('a known ident with another protocol than its unit’s is listed as unclaimed', async () => {
  const unit = await aUnit(dealer, account.id, { ident: anIdent(), hw_id: 301 })
  const line = await openLine(teltonikaPort)
  line.send(loginFrame(unit.ident))
  assert.equal(await line.receive(1), '00')
  await line.closed()
  assert.equal((await dealer.ask('GET', `/lobby?ident=${unit.ident}`)).body[0].protocol, 'teltonika')
})

test('a deleted unit is unknown at once, even on an open connection', async () => {
  const unit = await aTracker()
  const line = await openLine(teltonikaPort)
  line.send(loginFrame(unit.ident))
  assert.equal(await line.receive(1), '01')
  await dealer.ask('DELETE', `/units/${unit.id}`)
  // The change is announced by the database; until it arrives a frame may still be accepted.
  for (let at = now - 500; ; at++) {
    line.send(dataFrame([{ at }]))
    if ((await line.receive(4).catch(() => 'closed')) === 'closed') break
  }
  await line.closed()
})

test('a renamed unit continues with its new name on the open connection', async () => {
  const unit = await aTracker()
  const line = await openLine(teltonikaPort)
  line.send(loginFrame(unit.ident))
  await line.receive(1)
  await dealer.ask('PATCH', `/units/${unit.id}`, { name: 'Renamed' })
  for (let at = now - 500; ; at++) {
    line.send(dataFrame([{ at }]))
    assert.equal(await line.receive(4), acceptedCount(1))
    if ((await messagesOf(unit.id)).at(-1)['device.name'] === 'Renamed') break
  }
  line.socket.end()
})

test('a tracker that logs in while the database is unavailable affects nobody else', async () => {
  const unit = await aTracker()
  await sql`alter table units rename to units_away`.execute(api.ctx.db)
  const line = await openLine(teltonikaPort)
  line.send(loginFrame(unit.ident))
  await line.closed()
  await sql`alter table units_away rename to units`.execute(api.ctx.db)
  const again = await openLine(teltonikaPort)
  again.send(loginFrame(unit.ident))
  assert.equal(await again.receive(1), '01')
  again.socket.end()
})

test('another dealer does not see a registered tracker that is unclaimed because of its protocol', async () => {
  const unit = await aUnit(dealer, account.id, { ident: anIdent(), hw_id: 301 })
  const line = await openLine(teltonikaPort)
  line.send(loginFrame(unit.ident))
  await line.closed()
  const [entry] = (await dealer.ask('GET', `/lobby?ident=${unit.ident}`)).body
  const other = await api.dealer()
  assert.deepEqual((await other.ask('GET', `/lobby?ident=${unit.ident}`)).body, [])
  const home = await aManagedAccount(other)
  const body = { name: 'Mine', hw_id: 101, app_id: home.reg_apps[0], account_id: home.id }
  assert.equal((await other.ask('POST', `/lobby/${entry.id}/claim`, body)).status, 404)
})

test('a tracker that connects again replaces its old connection', async () => {
  const unit = await aTracker()
  const old = await openLine(teltonikaPort)
  old.send(loginFrame(unit.ident))
  await old.receive(1)
  const fresh = await openLine(teltonikaPort)
  fresh.send(loginFrame(unit.ident))
  await fresh.receive(1)
  await old.closed()
  fresh.send(dataFrame([{ at: now - 3 }]))
  assert.equal(await fresh.receive(4), acceptedCount(1))
  fresh.socket.end()
})

const h02Port = anyPort + 13
const h02Model = 801
const heartbeat = (ident: string) => Buffer.from(`*HQ,${ident},HTBT#`)
const connectedOverH02 = async (): Promise<number> => {
  const [, count] = /waymark_trackers_connected\{protocol="h02"\} (\d+)/.exec(await api.ctx.meters.text()) ?? []
  return Number(count ?? 0)
}

test('a tracker that leaves while it is looked up is not connected, and what it sent is stored', async () => {
  const unit = await aTracker(h02Model)
  await until('the end of earlier connections', () => gateway().connections() === 0)
  const line = await openLine(h02Port)
  await api.ctx.db.transaction().execute(async (transaction) => {
    await sql`lock table units in access exclusive mode`.execute(transaction)
    const { time, date } = h02Time(now - 5)
    line.send(Buffer.from(`*HQ,${unit.ident},V1,${time},A,5441.2294,N,02516.7880,E,23.09,90,${date},FFFFFBFF#`))
    await until('the wait for our lock', async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        transaction,
      )
      return Number(rows[0]?.waiting) > 0
    })
    line.socket.destroy()
    await until('the gateway sees the end', () => gateway().connections() === 0)
  })
  await until('its message', async () => (await messagesOf(unit.id)).length === 1)
  assert.equal(await connectedOverH02(), 0)
  assert.deepEqual((await dealer.ask('GET', `/units/${unit.id}/connections`)).body, [])
})

test('a relay speaks for several units, and the end of its connection is the end for each', async () => {
  const units = [await aTracker(h02Model), await aTracker(h02Model), await aTracker(h02Model)]
  const line = await openLine(h02Port)
  for (const { ident } of [...units, ...units]) {
    line.send(heartbeat(ident))
    assert.equal(await line.receive(heartbeat(ident).length), heartbeat(ident).toString('hex'))
  }
  assert.equal(await connectedOverH02(), 3)
  line.socket.destroy()
  await until('the end of each', async () => (await connectedOverH02()) === 0)
  for (const { id } of units) {
    const events = await until('both entries', async () => {
      const { body } = await dealer.ask('GET', `/units/${id}/connections`)
      return body.length >= 2 && body.map(({ event }: { event: string }) => event)
    })
    assert.deepEqual(events, ['closed', 'login'])
  }
})

test('bytes of no protocol, and frames with a false length, end the connection', async () => {
  for (const [port, bytes] of [
    [anyPort, Buffer.alloc(5000, 0x7f)],
    [teltonikaPort, Buffer.from('00000000ffffffff08', 'hex')],
  ] as const) {
    const line = await openLine(port)
    line.send(bytes)
    await line.closed()
    assert.equal(line.rest(), '')
  }
})

test('too many unidentified connections are rejected; known trackers are not counted', async () => {
  const known = await openLine(teltonikaPort)
  known.send(loginFrame((await aTracker()).ident))
  await known.receive(1)
  const silent = await Promise.all(Array.from({ length: 5 }, () => openLine(teltonikaPort)))
  const sixth = await openLine(teltonikaPort)
  await sixth.closed()
  for (const line of silent) line.socket.destroy()
  known.send(dataFrame([{ at: now - 3 }]))
  assert.equal(await known.receive(4), acceptedCount(1))
  known.socket.end()
})
