import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#kernel/db/connect.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import { openApi } from '#testing/api.ts'
import { isDistributed } from '#testing/cluster.ts'
import { openLine } from '#testing/faults/line.ts'
import { until } from '#testing/until.ts'
import { readMessages } from '../actions.ts'
import { StoreUnavailable } from './delivery.ts'
import { startWriter } from './writer.ts'

const { ctx, databaseUrl } = await openApi()

/** The triggers would have to be on the shards. */
const skip = isDistributed
const title = 'a flush that commits after its connection was lost, and after it was sent again, is stored once'

/** Every commit with messages waits until nobody else holds lock 7. */
const commitsWait = [
  `create function held() returns trigger language plpgsql as $$ begin
    while not pg_try_advisory_xact_lock_shared(7) loop perform pg_sleep(0.01); end loop; return null; end $$`,
  `create constraint trigger held after insert on message_chunks deferrable initially deferred
    for each row execute function held()`,
]

test(title, { skip }, async (t) => {
  for (const statement of commitsWait) await sql.raw(statement).execute(ctx.db)
  const through = new URL(databaseUrl)
  const folder = through.searchParams.get('host')
  const port = Number(through.searchParams.get('port') ?? (through.port || 5432))
  const line = await openLine(folder ? `${folder}/.s.PGSQL.${port}` : port)
  through.searchParams.set('host', '127.0.0.1')
  through.searchParams.set('port', String(line.port))
  const [near, holder] = [connect(through.href, 4), connect(databaseUrl, 1)]
  const writer = startWriter({ ...ctx, db: near.db })
  t.after(async () => {
    await writer.close()
    await near.close()
    await holder.close()
    await line.close()
  })
  const unit = { id: 4711, ident: '4711', name: 'Van', deviceTypeId: 101, protocolId: 1 }
  const begin = Math.floor(ctx.clock.now().getTime() / 1000) - 1_000
  const send = (second: number) =>
    writer.append({ unit, messages: [{ timestamp: begin + second }], peer: '192.0.2.1:1' })
  await send(1)
  const busy = (count: number) =>
    until(`${count} commit or wait`, async () => {
      const rows = await rowsOf(ctx.db)`
        select from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
          and (wait_event = 'PgSleep' or wait_event_type = 'Lock')`
      return rows.length >= count
    })
  await sql`select pg_advisory_lock(7)`.execute(holder.db)
  const lost = assert.rejects(send(2), StoreUnavailable)
  await busy(1)
  line.cut()
  await lost
  line.restore()
  const isStored = () =>
    send(2).then(
      () => true,
      () => false,
    )
  // As its tracker does: while the first is on its way, it may be refused.
  const again = until('it is stored', isStored)
  await busy(2)
  await sql`select pg_advisory_unlock(7)`.execute(holder.db)
  await again
  await send(3)
  const stored = JSON.parse((await readMessages(ctx, unit.id, 100, false)).toString()) as { timestamp: number }[]
  assert.deepEqual(
    stored.map(({ timestamp }) => timestamp - begin),
    [1, 2, 3],
  )
})
