/** Peers that only know an ident get no commands and no password, over real sockets. Each network here is a /24 of 127.0.0.0/8. */
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { test } from 'node:test'
import { protocolByName } from '@waymark/devices'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { aCommandPlan } from '#testing/builders.ts'
import { openGateway } from '#testing/people/gateway.ts'
import { loginFrame } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'
import { until } from '#testing/until.ts'

const { api, dealer, teltonikaPort, aTracker, restart } = await openGateway({}, aCommandPlan)
const { ctx } = api
const queclinkPort = ctx.config.gatewayPort + protocolByName('gl200').port
const queclinkModel = 208
const give = async (unitId: number, body: object) => {
  const answer = await dealer.ask('POST', `/units/${unitId}/commands`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.id as string
}
const stateOf = async (unitId: number, id: string): Promise<string> =>
  (await dealer.ask('GET', `/units/${unitId}/commands/${id}`)).body.state

async function loggedIn(ident: string, address: string) {
  const line = await openLine(teltonikaPort, () =>
    connect({ host: '127.0.0.1', port: teltonikaPort, localAddress: address }),
  )
  line.send(loginFrame(ident))
  assert.equal(await line.receive(1), '01')
  return line
}

const conflictsOf = async (unitId: number): Promise<string[]> => {
  await countEvents(ctx, dealer.dealer)
  const { body } = await dealer.ask('GET', '/events?types=ident.conflict')
  return body
    .filter(({ data }: { data: { unit_id: number } }) => data.unit_id === unitId)
    .map(({ data }: { data: { reason: string } }) => data.reason)
}
const oneConflict = (unitId: number) =>
  until('The conflict', async () => {
    const conflicts = await conflictsOf(unitId)
    return conflicts.length > 0 ? conflicts : undefined
  })

const storedTrust = (unitId: number) =>
  until('The stored networks', () =>
    ctx.db.selectFrom('unitNetworks').selectAll().where('unitId', '=', unitId).executeTakeFirst(),
  )

/** A Queclink that sends datagrams from one address and keeps the answers. */
async function queclink(ident: string, address: string) {
  const socket = createSocket('udp4')
  await new Promise<void>((bound) => socket.bind({ address, port: 0 }, bound))
  const received: string[] = []
  socket.on('message', (bytes) => received.push(bytes.toString('latin1')))
  let count = 0
  return {
    received,
    close: () => socket.close(),
    /** Resolves when the report was acknowledged. */
    async report() {
      const number = (++count).toString(16).toUpperCase().padStart(4, '0')
      const time = new Date(ctx.clock.now().getTime() - 60_000 + count * 1000)
        .toISOString()
        .replace(/\D/g, '')
        .slice(0, 14)
      const text = `+RESP:GTFRI,250504,${ident},,,00,1,1,1,43.5,90,112.4,25.279800,54.687157,${time},0246,0001,1A2B,0C3D4E,00,${time},${number}$`
      socket.send(text, queclinkPort, '127.0.0.1')
      await until('The acknowledgement', () => received.includes(`+SACK:${number}$`))
    },
    commands: () => received.filter((text) => text.startsWith('AT+')),
  }
}

async function aQueclink(password: string) {
  const unit = await aTracker(queclinkModel)
  assert.equal((await dealer.ask('PATCH', `/units/${unit.id}`, { password })).status, 200)
  return unit
}

test('a peer that takes over a live connection from another address gets no command, and the dealer gets an event', async () => {
  const unit = await aTracker()
  const own = await loggedIn(unit.ident, '127.0.10.1')
  const thief = await loggedIn(unit.ident, '127.0.10.9')
  await own.closed()
  assert.deepEqual(await oneConflict(unit.id), ['connection_taken'])
  const id = await give(unit.id, { type: 'text', text: 'getinfo', confirm: true })
  // A trusted tracker gets the same command at once, so the first one would have been sent by then.
  const honest = await aTracker()
  const line = await loggedIn(honest.ident, '127.0.10.2')
  const sent = await give(honest.id, { type: 'text', text: 'getinfo', confirm: true })
  await until('A command for another', async () => (await stateOf(honest.id, sent)) === 'sent')
  assert.deepEqual([await stateOf(unit.id, id), thief.rest()], ['queued', ''])
  const log = await until('The log', async () => {
    const entries = (await dealer.ask('GET', `/units/${unit.id}/connections`)).body as { reason: string | null }[]
    return entries.find(({ reason }) => reason?.startsWith('another peer'))
  })
  assert.equal(log.reason, 'another peer has taken over the connection: 127.0.10.9')
  for (const { socket } of [thief, line]) socket.destroy()
})

test('a tracker in a new network gets its commands when it has been there for ten minutes, even after a restart', async () => {
  const unit = await aTracker()
  const first = await loggedIn(unit.ident, '127.0.11.1')
  first.socket.end()
  await first.closed()
  await until('The end', async () => {
    const entries = (await dealer.ask('GET', `/units/${unit.id}/connections`)).body as { event: string }[]
    return entries.some(({ event }) => event === 'closed')
  })
  const moved = await loggedIn(unit.ident, '127.0.12.1')
  assert.deepEqual(await oneConflict(unit.id), ['network_changed'])
  await give(unit.id, { type: 'text', text: 'getinfo', confirm: true })
  assert.equal(await until('The candidate', async () => (await storedTrust(unit.id)).candidate), '127.0.12.0/24')
  moved.socket.destroy()
  const before = new Date(ctx.clock.now().getTime() - 11 * 60_000)
  await restart(() =>
    ctx.db.updateTable('unitNetworks').set({ candidateSince: before }).where('unitId', '=', unit.id).execute(),
  )
  const again = await loggedIn(unit.ident, '127.0.12.1')
  assert.match(Buffer.from(await again.receive(20), 'hex').toString('latin1'), /getin/)
  again.socket.destroy()
})

test('a password is not sent by datagram to the first peer that sends one', async () => {
  const unit = await aQueclink('TopSecret77')
  const id = await give(unit.id, { type: 'position' })
  const other = await queclink(unit.ident, '127.0.13.3')
  await other.report()
  await other.report()
  assert.deepEqual([other.commands(), await stateOf(unit.id, id)], [[], 'queued'])
  other.close()
})

test('a password is sent by datagram only to a network where the tracker has been for hours', async () => {
  const unit = await aQueclink('TopSecret77')
  const tracker = await queclink(unit.ident, '127.0.14.1')
  await tracker.report()
  await storedTrust(unit.id)
  const before = new Date(ctx.clock.now().getTime() - 3 * 3_600_000)
  await restart(() => ctx.db.updateTable('unitNetworks').set({ since: before }).where('unitId', '=', unit.id).execute())
  const other = await queclink(unit.ident, '127.0.15.1')
  const id = await give(unit.id, { type: 'position' })
  await other.report()
  assert.deepEqual(await oneConflict(unit.id), ['network_changed'])
  assert.deepEqual([other.commands(), await stateOf(unit.id, id)], [[], 'queued'])
  other.close()
  // Some carriers change a tracker's network, and some peers forge it: while both send, neither gets a command.
  await restart(() =>
    ctx.db.updateTable('unitNetworks').set({ heldUntil: null }).where('unitId', '=', unit.id).execute(),
  )
  await tracker.report()
  const [command] = await until('The command', () => (tracker.commands().length > 0 ? tracker.commands() : undefined))
  assert.match(command ?? '', /^AT\+GTRTO=TopSecret77,/)
  tracker.close()
})
