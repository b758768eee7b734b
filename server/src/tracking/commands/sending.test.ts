/** Commands from the API to trackers on real sockets, and their answers back. */
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, suite, test } from 'node:test'
import { type CommandKind, decoderByName, type ProtocolName, protocolByName } from '@waymark/devices'
import { sql } from 'kysely'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { encoderOf } from '#entry/simulation/encoders.ts'
import { ownPorts, startFleet } from '#entry/simulation/fleet.ts'
import { consumerApp } from '#kernel/applications.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { openApi } from '#testing/api.ts'
import { aCommandPlan, aManagedAccount, anUnclaimedAccount, aUnit } from '#testing/builders.ts'
import { aClient } from '#testing/people/client.ts'
import { acceptedCount, dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'
import { freePorts } from '#testing/ports.ts'
import { until } from '#testing/until.ts'
import { startGateway } from '../gateway/gateway.ts'
import { answerSeconds } from './command.ts'
import { type Dispatch, endOverdue, forgetOldCommands, markSent, nextFor } from './sending.ts'

const api = await openApi({ WAYMARK_GATEWAY_PORT: String(await freePorts()) })
const { ctx } = api
const anyPort = ctx.config.gatewayPort
const notifications = listen(api.databaseUrl)
let gateway = await startGateway(ctx, notifications)
after(async () => {
  await gateway.close()
  await notifications.close()
})

const dealer = await api.dealer()
const account = await aManagedAccount(dealer, (await aCommandPlan(dealer)).id)
const seconds = () => Math.floor(ctx.clock.now().getTime() / 1000)
let imei = 356307042460000

const aTracker = (hwId = 101) => aUnit(dealer, account.id, { ident: String(++imei), hw_id: hwId })
const give = async (unitId: number, body: object) => {
  const answer = await dealer.ask('POST', `/units/${unitId}/commands`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const read = async (unitId: number, id: string) => (await dealer.ask('GET', `/units/${unitId}/commands/${id}`)).body

const untilState = (unitId: number, id: string, state: string) =>
  until(`state ${state}`, async () => {
    const command = await read(unitId, id)
    return command.state === state && command
  })

const eventsOf = async (commandId: string): Promise<{ type: string; data: Record<string, unknown> }[]> => {
  await countEvents(ctx, dealer.dealer)
  const { body } = await dealer.ask('GET', '/events')
  return body.filter(({ data }: { data: { command_id?: string } }) => data.command_id === commandId)
}

/** A Teltonika on its own connection. */
async function connected(ident: string) {
  const line = await openLine(anyPort + 27)
  line.send(loginFrame(ident))
  assert.equal(await line.receive(1), '01')
  return line
}

const teltonika = decoderByName('teltonika')!
const commandBytes = (text: string) =>
  Buffer.from(teltonika.encode!({ kind: 'text', text }, { link: 'tcp' })!).toString('hex')
/** The same packet with type 6 is an answer; its checksum is computed as the tracker does. */
const answerFrame = (text: string) =>
  encoderOf('teltonika')!.obey!('', Buffer.from(commandBytes(text), 'hex'), undefined)!.answer

suite('from the API to a simulated tracker and back', () => {
  const rows: readonly [ProtocolName, object, answer: RegExp][] = [
    ['teltonika', { type: 'text', text: 'getinfo', confirm: true }, /^OK getinfo$/],
    ['teltonika', { type: 'interval', params: { seconds: 30 } }, /^OK setparam 10050:30;10055:30$/],
    ['gt06', { type: 'engine.stop', confirm: true }, /^OK! RELAY,1#$/],
    ['gt06', { type: 'position' }, /^OK! WHERE#$/],
    ['jt808', { type: 'position' }, /^\d+\.\d+,\d+\.\d+$/],
    ['jt808', { type: 'reboot', confirm: true }, /^done$/],
  ]
  for (const [name, body, answer] of rows) {
    test(`${name}: ${JSON.stringify(body)}`, async () => {
      const encoder = encoderOf(name)!
      const unit = await aTracker(encoder.hwId)
      const heard: string[] = []
      const fleet = startFleet({
        units: [{ ident: unit.ident, encoder }],
        clock: ctx.clock,
        host: '127.0.0.1',
        portOf: ownPorts(anyPort),
        rate: 1,
        onCommand: (_ident, words) => heard.push(words),
      })
      try {
        const { id } = await give(unit.id, { ...body, client_ref: 'order 7' })
        const command = await untilState(unit.id, id, 'acknowledged')
        assert.match(command.answer, answer)
        assert.deepEqual([command.sent_at, command.acknowledged_at], [seconds(), seconds()])
        assert.equal(heard.length, 1)
        const events = await eventsOf(id)
        assert.deepEqual(
          events.map(({ type }) => type),
          ['command.sent', 'command.acknowledged'],
        )
        for (const { data } of events) {
          const { type } = body as { type: CommandKind }
          assert.deepEqual(data, {
            account_id: account.id,
            unit_id: unit.id,
            command_id: id,
            command_type: type,
            client_ref: 'order 7',
          })
        }
      } finally {
        fleet.stop()
      }
    })
  }
})

test('a command to a disconnected tracker waits, and is sent after its login was answered', async () => {
  const unit = await aTracker()
  const { id, state, sent_at } = await give(unit.id, { type: 'text', text: 'getver', confirm: true })
  assert.deepEqual([state, sent_at], ['queued', null])
  const line = await connected(unit.ident)
  const expected = commandBytes('getver')
  assert.equal(await line.receive(expected.length / 2), expected)
  assert.equal((await read(unit.id, id)).state, 'sent')
  line.send(answerFrame('getver'))
  assert.equal((await untilState(unit.id, id, 'acknowledged')).answer, 'OK getver')
  line.socket.destroy()
})

test('a sent command is not sent again on the next connection', async () => {
  const unit = await aTracker()
  const line = await connected(unit.ident)
  const first = await give(unit.id, { type: 'text', text: 'one', confirm: true })
  const expected = commandBytes('one')
  assert.equal(await line.receive(expected.length / 2), expected)
  line.socket.destroy()
  // The tracker never answered; it reconnects, and a later command is the first that it receives.
  const again = await connected(unit.ident)
  ctx.clock.advance(answerSeconds + 1)
  await endOverdue(ctx)
  const failed = await untilState(unit.id, first.id, 'failed')
  assert.match(failed.failure, /^The tracker did not answer/)
  const second = await give(unit.id, { type: 'text', text: 'two', confirm: true })
  const next = commandBytes('two')
  assert.equal(await again.receive(next.length / 2), next)
  assert.equal((await read(unit.id, second.id)).state, 'sent')
  again.socket.destroy()
})

test('a command whose gateway died after marking it is never sent, and fails', async () => {
  const unit = await aTracker()
  const { id } = await give(unit.id, { type: 'text', text: 'never', confirm: true })
  const next = await nextFor(ctx, unit.id)
  assert.ok(next && next !== 'held')
  assert.deepEqual([await markSent(ctx, next), await markSent(ctx, next)], [true, false])
  const line = await connected(unit.ident)
  ctx.clock.advance(answerSeconds + 1)
  await endOverdue(ctx)
  const command = await read(unit.id, id)
  assert.deepEqual([command.state, command.answer], ['failed', null])
  assert.match(command.failure, /It may have received the command, which is not sent again/)
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }) => type),
    ['command.sent', 'command.failed'],
  )
  await give(unit.id, { type: 'text', text: 'later', confirm: true })
  const expected = commandBytes('later')
  assert.equal(await line.receive(expected.length / 2), expected)
  line.socket.destroy()
})

test('without numbered answers, one command waits for the answer to another, in order', async () => {
  const unit = await aTracker()
  const given = []
  for (const text of ['a', 'b', 'c']) given.push(await give(unit.id, { type: 'text', text, confirm: true }))
  const line = await connected(unit.ident)
  for (const [index, text] of ['a', 'b', 'c'].entries()) {
    const expected = commandBytes(text)
    assert.equal(await line.receive(expected.length / 2), expected)
    const states: string[] = await Promise.all(given.map(async ({ id }) => (await read(unit.id, id)).state))
    assert.deepEqual(states, [...Array(index).fill('acknowledged'), 'sent', ...Array(2 - index).fill('queued')])
    assert.equal(line.rest(), '')
    line.send(answerFrame(text))
    assert.equal((await untilState(unit.id, given[index].id, 'acknowledged')).answer, `OK ${text}`)
  }
  line.socket.destroy()
})

test('with numbered answers, all are sent at once, and answers in any order find their command', async () => {
  const unit = await aTracker(encoderOf('gt06')!.hwId)
  const given = []
  for (const text of ['A#', 'B#']) given.push(await give(unit.id, { type: 'text', text, confirm: true }))
  const gt06 = encoderOf('gt06')!
  const line = await openLine(anyPort + 23)
  line.send(gt06.login!(unit.ident).bytes)
  await line.receive(10)
  // 7878 0b 80 06 flag A# serial CRC 0d0a: 17 bytes each.
  const frames = [await line.receive(17), await line.receive(17)].map((hex) => Buffer.from(hex, 'hex'))
  for (const index of [1, 0]) {
    line.send(gt06.obey!(unit.ident, frames[index]!, undefined)!.answer)
    const command = await untilState(unit.id, given[index].id, 'acknowledged')
    assert.equal(command.answer, `OK! ${['A#', 'B#'][index]}`)
  }
  line.socket.destroy()
})

test('a refusal fails its command, and an answer without a command is ignored', async () => {
  const jt808 = encoderOf('jt808')!
  const unit = await aTracker(jt808.hwId)
  const line = await openLine(anyPort + 15)
  line.send(jt808.login!(unit.ident).bytes)
  await until808(line)
  const { id } = await give(unit.id, { type: 'reboot', confirm: true })
  const sent = Buffer.from(await until808(line), 'hex')
  const { answer } = jt808.obey!(unit.ident, sent, undefined)!
  // 0001 … result 3, not supported: the result comes before the checksum, which is adjusted.
  const refusal = Buffer.from(answer)
  refusal[refusal.length - 3] = 3
  refusal[refusal.length - 2]! ^= 3
  const other = Buffer.from(answer)
  other[other.length - 7]! ^= 0x40
  other[other.length - 2]! ^= 0x40
  line.send(Buffer.concat([other, refusal]))
  const command = await untilState(unit.id, id, 'failed')
  assert.deepEqual([command.answer, command.failure], ['not supported', 'The tracker refused the command.'])
  assert.equal(command.failed_at, seconds())
  line.socket.destroy()
})

/** One message between its marks. */
async function until808(line: Awaited<ReturnType<typeof openLine>>): Promise<string> {
  let text = await line.receive(1)
  while (text.length < 4 || !text.endsWith('7e')) text += await line.receive(1)
  return text
}

test('a dealer gets events of an owner’s commands only while it has access', async () => {
  const own = await anUnclaimedAccount(dealer)
  const unit = await aUnit(dealer, own.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, own)
  await giveSubscription(ctx, own.id, 'premium', new Date((seconds() + 86_400) * 1000))
  const told = async () => {
    const made = await client.ask('POST', `/units/${unit.id}/commands`, { type: 'position', expires_in: 60 })
    assert.equal(made.status, 201, made.text)
    ctx.clock.advance(61)
    await endOverdue(ctx)
    return (await eventsOf(made.body.id)).map(({ type }) => type)
  }
  assert.deepEqual(await told(), [])
  await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  assert.deepEqual(await told(), ['command.expired'])
})

test('an expired command is never sent, even before the job has run', async () => {
  const unit = await aTracker()
  const { id } = await give(unit.id, { type: 'text', text: 'late', expires_in: 60, client_ref: 'r', confirm: true })
  ctx.clock.advance(61)
  const line = await connected(unit.ident)
  line.send(dataFrame([{ at: seconds() - 1 }]))
  assert.equal(await line.receive(4), acceptedCount(1))
  assert.equal((await read(unit.id, id)).state, 'queued')
  await endOverdue(ctx)
  const command = await read(unit.id, id)
  assert.deepEqual([command.state, command.expired_at, command.sent_at], ['expired', seconds(), null])
  const [event] = await eventsOf(id)
  assert.deepEqual([event?.type, event?.data.client_ref], ['command.expired', 'r'])
  // The next one is the first that it receives.
  await give(unit.id, { type: 'text', text: 'fresh', confirm: true })
  const expected = commandBytes('fresh')
  assert.equal(await line.receive(expected.length / 2), expected)
  line.socket.destroy()
})

test('a cancelled command is not sent', async () => {
  const unit = await aTracker()
  const { id } = await give(unit.id, { type: 'text', text: 'oops', confirm: true })
  assert.equal((await dealer.ask('DELETE', `/units/${unit.id}/commands/${id}`)).body.state, 'cancelled')
  await give(unit.id, { type: 'text', text: 'meant', confirm: true })
  const line = await connected(unit.ident)
  const expected = commandBytes('meant')
  assert.equal(await line.receive(expected.length / 2), expected)
  line.socket.destroy()
})

test('a command that must not wait is sent to a connected tracker, and refused for a disconnected one', async () => {
  const unit = await aTracker()
  const body = { type: 'position', queue: false }
  const refused = await dealer.ask('POST', `/units/${unit.id}/commands`, body)
  assert.equal(refused.status, 409, refused.text)
  assert.deepEqual((await dealer.ask('GET', `/units/${unit.id}/commands`)).body, [])
  const line = await connected(unit.ident)
  const command = await give(unit.id, body)
  assert.equal(command.state, 'sent')
  line.socket.destroy()
})

test('a command that must not wait is not sent later either, if nobody was left to withdraw it', async () => {
  const unit = await aTracker()
  // As if the server had stopped during the wait.
  await sql
    .raw(`create function keep_row() returns trigger language plpgsql as $$ begin
    if old.unit_id = ${unit.id} then raise exception 'stopped' using errcode = 'XX001'; end if; return old; end $$;
    create trigger keeping before delete on commands for each row execute function keep_row()`)
    .execute(ctx.db)
  const body = { type: 'position', queue: false, expires_in: 86_400 }
  const { status } = await dealer.ask('POST', `/units/${unit.id}/commands`, body)
  await sql`drop function keep_row() cascade`.execute(ctx.db)
  assert.equal(status, 500)
  ctx.clock.advance(60)
  const meant = await give(unit.id, { type: 'text', text: 'meant', confirm: true })
  const line = await connected(unit.ident)
  const expected = commandBytes('meant')
  assert.equal(await line.receive(expected.length / 2), expected)
  assert.equal((await read(unit.id, meant.id)).state, 'sent')
  line.socket.destroy()
})

test('a command that must not wait and expires during the wait is refused like one that was withdrawn', async () => {
  const unit = await aTracker()
  const giving = dealer.ask('POST', `/units/${unit.id}/commands`, { type: 'position', queue: false })
  const commands = async () => (await dealer.ask('GET', `/units/${unit.id}/commands`)).body as unknown[]
  await until('the command', async () => (await commands()).length > 0)
  ctx.clock.advance(11)
  await endOverdue(ctx)
  assert.equal((await giving).status, 409)
})

test('an unsupported command fails at once with its reason', async () => {
  // FM1100 has other numbers for its parameters.
  const unit = await aTracker(129)
  const { id } = await give(unit.id, { type: 'interval', params: { seconds: 5 } })
  const line = await connected(unit.ident)
  const command = await untilState(unit.id, id, 'failed')
  assert.match(command.failure, /does not support the command/)
  assert.equal(command.sent_at, null)
  assert.equal(line.rest(), '')
  line.socket.destroy()
})

test('over UDP a command goes to the address that the last datagram came from', async () => {
  const unit = await aTracker(701)
  const protocol = protocolByName('meitrack')
  const tracker = createSocket('udp4')
  const port = anyPort + protocol.port
  const said = (text: string) => {
    const body = `,${unit.ident},${text}*`
    const head = `$$A${body.length + 4}${body}`
    const sum = [...Buffer.from(head)].reduce((total, byte) => (total + byte) & 0xff, 0)
    return Buffer.from(`${head}${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`)
  }
  const heard = async () =>
    ((await once(tracker, 'message', { signal: AbortSignal.timeout(10_000) }))[0] as Buffer).toString()
  const waits = await give(unit.id, { type: 'position' })
  const first = heard()
  const record = '35,22.513015,114.057235,260517115959,A,5,31,0,58,2.5,54,190,2205,460|0|27B3|0EA7,0000,0|0|0|0|0'
  tracker.send(said(`AAA,${record}`), port, '127.0.0.1')
  assert.match(await first, new RegExp(`^@@A25,${unit.ident},A10\\*`))
  tracker.send(said('A10,OK'), port, '127.0.0.1')
  assert.equal((await untilState(unit.id, waits.id, 'acknowledged')).answer, 'A10,OK')
  // A datagram peer never disconnects: the next command reaches it at once.
  const second = heard()
  const now = await give(unit.id, { type: 'engine.resume', queue: false })
  assert.equal(now.state, 'sent')
  assert.match(await second, /C01,0,02222/)
  tracker.close()
})

test('with several gateways only the one that has the tracker sends', async () => {
  const unit = await aTracker()
  const port = await freePorts()
  const other = await startGateway({ ...ctx, config: { ...ctx.config, gatewayPort: port } }, notifications)
  const line = await openLine(port + 27)
  line.send(loginFrame(unit.ident))
  assert.equal(await line.receive(1), '01')
  await give(unit.id, { type: 'text', text: 'hello', confirm: true })
  const expected = commandBytes('hello')
  assert.equal(await line.receive(expected.length / 2), expected)
  line.socket.destroy()
  await other.close()
})

test('a gateway finds waiting commands when it starts', async () => {
  const unit = await aTracker()
  await gateway.close()
  await give(unit.id, { type: 'text', text: 'early', confirm: true })
  gateway = await startGateway(ctx, notifications)
  const line = await connected(unit.ident)
  const expected = commandBytes('early')
  assert.equal(await line.receive(expected.length / 2), expected)
  line.socket.destroy()
})

test('commands that have ended are kept for a while', async () => {
  const unit = await aTracker()
  const { id } = await give(unit.id, { type: 'position' })
  await dealer.ask('DELETE', `/units/${unit.id}/commands/${id}`)
  ctx.clock.advance(89 * 86_400)
  await forgetOldCommands(ctx)
  assert.equal((await read(unit.id, id)).state, 'cancelled')
  ctx.clock.advance(2 * 86_400)
  await forgetOldCommands(ctx)
  assert.equal((await dealer.ask('GET', `/units/${unit.id}/commands/${id}`)).status, 404)
})

test('a command that its tracker never answers ends as sent, and is kept no longer than the others', async () => {
  const unit = await aTracker(1001)
  const { id } = await give(unit.id, { type: 'position' })
  assert.equal(await markSent(ctx, (await nextFor(ctx, unit.id)) as Dispatch), true)
  ctx.clock.advance(89 * 86_400)
  await endOverdue(ctx)
  await forgetOldCommands(ctx)
  assert.equal((await read(unit.id, id)).state, 'sent')
  ctx.clock.advance(2 * 86_400)
  await forgetOldCommands(ctx)
  assert.equal((await dealer.ask('GET', `/units/${unit.id}/commands/${id}`)).status, 404)
})
