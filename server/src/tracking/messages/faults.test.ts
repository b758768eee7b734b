/** Whatever error the database raises, and for whichever table: what is acknowledged is stored. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openApi } from '#testing/api.ts'
import { isDistributed } from '#testing/cluster.ts'
import { until } from '#testing/until.ts'
import { readMessages } from './actions.ts'
import { StoreUnavailable, type Writer } from './writing/delivery.ts'
import { startWriter } from './writing/writer.ts'

const { ctx, databaseUrl } = await openApi()
const base = Math.floor(ctx.clock.now().getTime() / 1000) - 10_000
let lastUnit = 5_000

function tracker() {
  const id = ++lastUnit
  const unit = { id, ident: `ident-${id}`, name: 'Van', deviceTypeId: 101, protocolId: 1 }
  const delivery = (time: number, values: Record<string, string> = {}) => ({
    unit,
    messages: [{ timestamp: base + time, 'position.speed': 1, ...values }],
    frame: Buffer.from(`frame ${time}`),
    peer: '192.0.2.1:1',
  })
  return { id, delivery }
}
type Tracker = ReturnType<typeof tracker>

const timesOf = async (unitId: number) =>
  (JSON.parse((await readMessages(ctx, unitId, 10_000, false)).toString()) as { timestamp: number }[]).map(
    (message) => message.timestamp - base,
  )
const quarantined = () => ctx.db.selectFrom('quarantine').select(['unitId', 'code', 'frame']).execute()
const run = (text: string) => sql.raw(text).execute(ctx.db)

/** The table refuses rows for which `when` holds, with this SQLSTATE. */
async function refusing(table: string, code: string, when: string, work: () => Promise<void>): Promise<void> {
  await run(`create function refuse_row() returns trigger language plpgsql as $$ begin
    if ${when} then raise exception 'refused for the test' using errcode = '${code}'; end if; return new; end $$`)
  await run(`create trigger refusing before insert on ${table} for each row execute function refuse_row()`)
  try {
    await work()
  } finally {
    await run(`drop function refuse_row() cascade`)
  }
}

async function isRefused(writer: Writer, { delivery }: Tracker, time: number): Promise<void> {
  await assert.rejects(writer.append(delivery(time)), StoreUnavailable)
}

/** One of each class that a statement can raise, and those most easily mistaken for a bad message. */
const codes = [
  ...['08006', '0A000', '22001', '22003', '22P02', '22P03', '22P05', '23502', '23503', '23505', '23514', '23P01'],
  ...[
    '25006',
    '25P02',
    '26000',
    '28000',
    '2F000',
    '3D000',
    '3F000',
    '40001',
    '42501',
    '42703',
    '42804',
    '42883',
    '42P01',
  ],
  ...[
    '53100',
    '53200',
    '54000',
    '54001',
    '55000',
    '55P03',
    '57014',
    '57P01',
    '58030',
    'F0000',
    'HV000',
    'P0001',
    'XX000',
    'XX001',
  ],
]

/** Where a flush notes what is new. On a cluster that is one table next to the messages, and the others get it from there. */
const notes = isDistributed ? ['flush_notes'] : ['message_changes', 'message_flushes']

suite('a store that fails', () => {
  for (const table of ['message_chunks', 'telemetry', ...notes]) {
    test(`with any SQLSTATE at ${table} refuses the message, and stores it once when it is sent again`, async () => {
      const writer = startWriter(ctx)
      for (const code of codes) {
        const some = Array.from({ length: 3 }, tracker)
        await writer.append(some[0]!.delivery(1))
        await refusing(table, code, 'true', async () => {
          await Promise.all(some.map((one) => isRefused(writer, one, 2)))
        })
        await Promise.all(some.map(({ delivery }) => writer.append(delivery(2))))
        assert.deepEqual(await timesOf(some[0]!.id), [1, 2], code)
        assert.deepEqual(await timesOf(some[2]!.id), [2], code)
      }
      await writer.close()
      assert.deepEqual(await quarantined(), [])
    })
  }

  const changes = [
    [
      'alter table telemetry rename column parameters to renamed',
      'alter table telemetry rename column renamed to parameters',
    ],
    ['alter table message_chunks rename to renamed', 'alter table renamed rename to message_chunks'],
    [
      'alter table message_chunks alter column count type smallint',
      'alter table message_chunks alter column count type integer',
    ],
    [
      'alter table message_chunks add constraint narrow check (length(data) < 5) not valid',
      'alter table message_chunks drop constraint narrow',
    ],
    isDistributed
      ? [
          'alter table flush_notes add constraint narrow check (changed_t0[1] < 1e8) not valid',
          'alter table flush_notes drop constraint narrow',
        ]
      : [
          'alter table message_changes add constraint narrow check (t0 < 1e8) not valid',
          'alter table message_changes drop constraint narrow',
        ],
    ['alter table telemetry drop constraint telemetry_pkey', 'alter table telemetry add primary key (unit_id)'],
  ] as const
  for (const [before, after] of changes) {
    test(`refuses the message after: ${before}`, async () => {
      const writer = startWriter(ctx)
      const some = Array.from({ length: 3 }, tracker)
      // Seen before, so nothing has to be read for it.
      await writer.append(some[0]!.delivery(1))
      await run(before)
      try {
        await Promise.all(some.map((one) => isRefused(writer, one, 2)))
      } finally {
        await run(after)
      }
      // The partition and the prepared statement are older; a tracker tries again as often as it must.
      for (const { delivery } of some)
        await until('the second message', () =>
          writer.append(delivery(2)).then(
            () => true,
            () => false,
          ),
        )
      await writer.close()
      assert.deepEqual(await timesOf(some[0]!.id), [1, 2])
      assert.deepEqual(await timesOf(some[1]!.id), [2])
      assert.deepEqual(await quarantined(), [])
    })
  }

  test('for one unit refuses only that unit and stores the others', async () => {
    const writer = startWriter(ctx)
    const [broken, ...healthy] = Array.from({ length: 20 }, tracker) as [Tracker, ...Tracker[]]
    for (const code of ['XX001', '22P05']) {
      await refusing('message_chunks', code, `new.unit_id = ${broken.id}`, async () => {
        const time = code === 'XX001' ? 1 : 2
        const sent = healthy.map(({ delivery }) => writer.append(delivery(time)))
        await Promise.all([...sent, isRefused(writer, broken, time)])
      })
    }
    await writer.append(broken.delivery(1))
    await writer.close()
    for (const { id } of healthy) assert.deepEqual(await timesOf(id), [1, 2])
    assert.deepEqual(await timesOf(broken.id), [1])
    assert.deepEqual(await quarantined(), [])
  })
})

test('on a cluster, what is new of stored messages is noted when the tables that it belongs into take it again', {
  skip: !isDistributed,
}, async () => {
  for (const table of ['message_changes', 'message_flushes']) {
    const writer = startWriter(ctx)
    const one = tracker()
    const isNoted = async () => {
      const { rows } = await sql<{ changes: number; flushes: number }>`
        select (select count(*) from message_changes where unit_id = ${one.id}) as changes,
          (select count(*) from message_flushes where ${one.id} = any(units)) as flushes`.execute(ctx.db)
      return rows[0]!.changes > 0 && rows[0]!.flushes > 0
    }
    await refusing(table, 'XX000', 'true', async () => {
      await writer.append(one.delivery(1))
      assert.deepEqual(await timesOf(one.id), [1])
      assert.equal(await isNoted(), false)
    })
    await until(`a note in ${table}`, isNoted)
    await writer.close()
  }
})

test('one poison message goes to quarantine and costs no other message', async () => {
  const writer = startWriter(ctx)
  const [poisoned, ...healthy] = Array.from({ length: 20 }, tracker) as [Tracker, ...Tracker[]]
  await refusing('telemetry', '22P05', `new.parameters ? 'custom.poison'`, async () => {
    const sent = healthy.map(({ delivery }) => writer.append(delivery(1)))
    await Promise.all([...sent, writer.append(poisoned.delivery(1, { 'custom.poison': 'yes' }))])
    await writer.append(poisoned.delivery(2))
  })
  await writer.close()
  for (const { id } of healthy) assert.deepEqual(await timesOf(id), [1])
  assert.deepEqual(await timesOf(poisoned.id), [2])
  const held = (await quarantined()).map(({ unitId, code, frame }) => [unitId, code, frame.toString()])
  assert.deepEqual(held, [[poisoned.id, '22P05', 'frame 1']])
})

suite('the table of frames, which is for diagnosis,', () => {
  test('costs no message and no acknowledgement, whatever error it raises', async () => {
    // A log of its own: repeated lines are held back for a minute.
    const reported: string[] = []
    const note = (_: unknown, sentence?: string) => void reported.push(sentence ?? '')
    const writer = startWriter({ ...ctx, log: { info: note, warn: note, error: note } })
    const one = tracker()
    await refusing('frame_chunks', 'XX001', 'true', async () => {
      for (let time = 1; time <= 5; time++) await writer.append(one.delivery(time))
      await writer.close()
    })
    assert.deepEqual(await timesOf(one.id), [1, 2, 3, 4, 5])
    assert.deepEqual(reported, ['Failed to store raw frames for diagnosis. Their messages are stored.'])
  })

  test('may be missing', async () => {
    const writer = startWriter(ctx)
    const one = tracker()
    await run('alter table frame_chunks rename to away')
    try {
      await writer.append(one.delivery(1))
      await writer.close()
    } finally {
      await run('alter table away rename to frame_chunks')
    }
    assert.deepEqual(await timesOf(one.id), [1])
  })

  test('may be locked: nobody waits for it, and the frames are stored when it is free', async () => {
    const writer = startWriter(ctx)
    const one = tracker()
    const other = new pg.Client({ connectionString: databaseUrl })
    await other.connect()
    await other.query('begin; lock table frame_chunks in access exclusive mode')
    await writer.append(one.delivery(1))
    await other.query('commit')
    await other.end()
    const kept = () => ctx.db.selectFrom('frameChunks').select('unitId').where('unitId', '=', one.id).execute()
    await until('a kept frame', async () => (await kept()).length > 0)
    await writer.close()
    assert.equal((await kept()).length, 1)
  })
})
