/**
 * At every scrape: received = stored + duplicate + refused + waiting, whatever happens to trackers and to the store.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openGateway } from '#testing/people/gateway.ts'
import { dataFrame, datagram, loginFrame } from '#testing/people/teltonika.ts'
import { openLine, sendDatagram } from '#testing/people/tracker.ts'
import { until } from '#testing/until.ts'

let shortage: string | undefined
const disk = { shortage: () => shortage, close: () => {} }
const { api, teltonikaPort, anyPort, now, aTracker } = await openGateway({}, undefined, { disk })
const { ctx } = api

interface Figures {
  readonly received: number
  readonly stored: number
  readonly duplicate: number
  readonly refused: number
  readonly waiting: number
}

const seen: Figures[] = []

async function scrape(): Promise<Figures> {
  const { text } = await api.ask('GET', '/metrics')
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^waymark_messages_${name}\\{[^}]*\\} (\\d+)$`, 'gm'))].reduce(
      (all, [, value]) => all + Number(value),
      0,
    )
  const of = (name: string) => sum(`${name}_total`)
  const figures = {
    ...{ received: of('received'), stored: of('stored'), duplicate: of('duplicate'), refused: of('refused') },
    waiting: sum('waiting'),
  }
  const { received, stored, duplicate, refused, waiting } = figures
  assert.equal(received, stored + duplicate + refused + waiting, JSON.stringify(figures))
  seen.push(figures)
  return figures
}

const metric = async (line: string) =>
  Number(
    (await api.ask('GET', '/metrics')).text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')[1] ?? 0,
  )

const poison = 77
const turns = 6

/** A tracker that repeats itself, is cut off halfway through a frame, and sends nonsense. */
async function misbehave(ident: string, first: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const at = first + turn * 10
    const line = await openLine(teltonikaPort)
    line.send(loginFrame(ident))
    await line.receive(1)
    const frame = dataFrame([{ at }, { at: at + 1 }, { at: at + 2 }])
    line.send(Buffer.concat([frame, frame, dataFrame([{ at: at + 2 }, { at: at + 3 }])]))
    if (turn % 3 === 0) line.socket.destroy()
    else if (turn % 3 === 1) {
      line.send(Buffer.from('no frame begins like this'))
      await line.closed()
    } else {
      await line.receive(12)
      line.send(frame.subarray(0, 20))
      line.socket.destroy()
    }
  }
}

test('every message is in one place, under load, with cut connections, repeats, bad frames and quarantine', async () => {
  const units = await Promise.all(Array.from({ length: 8 }, () => aTracker()))
  const [poisoned, ...others] = units
  await sql
    .raw(
      `create function refuse_row() returns trigger language plpgsql as $$ begin
        if new.parameters -> 'position.speed' -> 'value' = '${poison}' then
          raise exception 'refused for the test' using errcode = '22P05'; end if; return new; end $$`,
    )
    .execute(ctx.db)
  await sql
    .raw('create trigger refusing before insert on telemetry for each row execute function refuse_row()')
    .execute(ctx.db)
  let isOver = false
  const scraping = (async () => {
    while (!isOver) {
      // Two at once: neither sees the figures of the other's moment.
      await Promise.all([scrape(), scrape()])
      await new Promise(setImmediate)
    }
  })()
  await Promise.all([
    ...others.map(({ ident }, which) => misbehave(ident, now - 5_000 + which * 500)),
    (async () => {
      const line = await openLine(teltonikaPort)
      line.send(Buffer.concat([loginFrame(poisoned!.ident), dataFrame([{ at: now - 50, speed: poison }])]))
      await line.receive(5)
      line.send(dataFrame([{ at: now - 40 }]))
      await line.receive(4)
      shortage = 'The disk of the database is nearly full.'
      line.send(dataFrame([{ at: now - 30 }, { at: now - 29 }]))
      await line.receive(4)
      shortage = undefined
      line.socket.end()
      await sendDatagram(anyPort, datagram(poisoned!.ident, 1, [{ at: now - 20 }]))
      await sendDatagram(anyPort, datagram(poisoned!.ident, 2, [{ at: now - 20 }]))
    })(),
  ])
  await until('everything settled', async () => (await scrape()).waiting === 0)
  isOver = true
  await scraping
  await sql.raw('drop function refuse_row() cascade').execute(ctx.db)

  const last = await scrape()
  const { rows } = await sql<{ stored: number }>`
    select coalesce(sum(count), 0)::integer as stored from message_chunks`.execute(ctx.db)
  assert.equal(last.stored, rows[0]!.stored, 'what counts as stored is in the database')
  assert.ok(last.duplicate > others.length, `${last.duplicate} repeats`)
  assert.equal(await metric('waymark_messages_refused_total{protocol="teltonika",reason="values"}'), 1)
  assert.ok((await metric('waymark_messages_refused_total{protocol="teltonika",reason="unavailable"}')) >= 2)
  assert.ok((await metric('waymark_frames_rejected_total{protocol="teltonika",reason="malformed"}')) > 0)
  assert.ok((await metric('waymark_connections_opened_total')) > others.length * turns)
  assert.ok((await metric('waymark_acknowledgement_seconds_count{protocol="teltonika"}')) > others.length)
  assert.ok(seen.length > 10, `${seen.length} scrapes`)
})
