import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, anUnclaimedAccount, aPlan, aUnit, fresh, newUnit } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { listMiscounted } from '../actions.ts'
import { hardwareByTitle } from '../unit.ts'

const api = await openApi()
const { db } = api.ctx

interface Imported {
  readonly dry_run: boolean
  readonly created: number
  readonly refused: number
  readonly rows: readonly { row: number; ok: boolean; id?: number; errors?: { code: string; field?: string }[] }[]
}

const send = async (dealer: Caller, rows: readonly unknown[], dry_run = false): Promise<Imported> =>
  payloadIn(dealer.dialect, await dealer.ask('POST', '/units/import', { dry_run, rows }))

const unitsOf = async (dealer: Caller) => payloadIn('partner', await dealer.ask('GET', '/units/count')).all

/** Room for this many units. */
async function anAccount(dealer: Caller, unit: number): Promise<number> {
  const plan = await aPlan(dealer, { quotas: { unit, geofence: 5, unit_storage: 10240 } })
  return (await aManagedAccount(dealer, plan.id)).id
}

for (const dialect of dialectNames) {
  suite(`importing units in ${dialect}`, () => {
    test('each row is answered like a single creation, in the same words', async () => {
      const dealer = await api.dealer(dialect)
      const outsider = await api.dealer(dialect)
      const account = await anAccount(dealer, 10)
      const foreign = await anAccount(outsider, 10)
      const owned = await anUnclaimedAccount(dealer)
      const taken = await aUnit(outsider, foreign)
      const rows: readonly unknown[] = [
        newUnit(account),
        { ...newUnit(account), hw_id: undefined },
        newUnit(foreign),
        newUnit(999_999_999_999_999),
        newUnit(2 ** 60),
        newUnit(account, { hw_id: 999_999, name: '', ident: 'with space' }),
        newUnit(account, { hw_id: '101', more: 1 }),
        newUnit(account, { app_id: consumerApp }),
        newUnit(account, { app_id: 'nobody' }),
        newUnit(account, { ident: taken.ident }),
        newUnit(owned.id, { app_id: consumerApp, description: 'Red' }),
        newUnit(account, { ident: ` ${fresh('trimmed')} ` }),
        null,
        'text',
        [],
        {},
      ]
      const before = await digestOf(db)
      const ofOthers = rows.findIndex((row) => (row as { ident?: string } | null)?.ident === taken.ident)
      await send(dealer, rows.toSpliced(ofOthers, 1), true)
      assert.equal(await digestOf(db), before, 'a dry run writes nothing, but that it met an ident of others')
      const dry = await send(dealer, rows, true)
      const { rows: answers, ...sums } = await send(dealer, rows)
      assert.deepEqual(
        dry.rows,
        answers.map(({ id: _, ...rest }) => rest),
        'a dry run tells what happens',
      )
      assert.deepEqual(sums, { dry_run: false, created: 3, refused: 13 })
      assert.deepEqual(
        answers.flatMap(({ ok, row }) => (ok ? [row] : [])),
        [0, 10, 11],
      )
      for (const { row, errors } of answers.filter(({ ok }) => !ok)) {
        const alone = await dealer.ask('POST', '/units', rows[row])
        if (typeof rows[row] === 'object' && rows[row] !== null && row !== 1)
          assert.deepEqual(errors, alone.body.errors)
        assert.ok(alone.status >= 400, String(row))
        assert.ok(errors?.length)
      }
      const { id } = answers[10] as { id: number }
      const unit = payloadIn(dialect, await dealer.ask('GET', `/units/${id}`))
      assert.deepEqual(
        [unit.account_id, unit.app_id, unit.description, unit.messages_ttl],
        [owned.id, consumerApp, 'Red', 31_536_000],
      )
    })

    test('values that a spreadsheet has damaged are refused with a sentence, in imports only', async () => {
      const dealer = await api.dealer(dialect)
      const account = await anAccount(dealer, 10)
      const good = dialect === 'provider' ? '352093081452251' : '356307042441013'
      const wrong = (by: number) => `${good.slice(0, 14)}${(Number(good[14]) + by) % 10}`
      const tracker = (ident: string, name = 'Van') => newUnit(account, { hw_id: 110, ident, name })
      const rows = [
        tracker('3,52093E+14'),
        tracker('3.52093E+14'),
        tracker('3E14'),
        tracker(wrong(1)),
        tracker(good, 'Gr\ufffd\ufffde'),
        { ...newUnit(account, { ident: wrong(2) }), hw_id: undefined, model: 'Teltonika FMB920' },
        newUnit(account, { hw_id: 4701, ident: wrong(3) }),
        tracker(good),
      ]
      for (const isDry of [true, false]) {
        const { rows: answers } = await send(dealer, rows, isDry)
        assert.deepEqual(
          answers.map(({ ok, errors }) => (ok ? 'ok' : errors?.map(({ field }) => field).join())),
          ['ident', 'ident', 'ident', 'ident', 'name', 'ident', 'ok', 'ok'],
        )
      }
      const taken = payloadIn(
        dialect,
        await dealer.ask('POST', '/units/import', { check_digits: false, rows: [rows[3], rows[0]] }),
      )
      assert.deepEqual([taken.created, taken.refused], [1, 1], 'trackers have numbers that never were an IMEI')
      assert.equal((await dealer.ask('POST', '/units', tracker(`3.${dealer.dealer}E+14`))).status, 201)
      assert.equal((await dealer.ask('POST', '/units', tracker(fresh('x'), 'Gr\ufffd'))).status, 201)
    })

    test('a quota is used up within the import, and by valid rows only', async () => {
      const dealer = await api.dealer(dialect)
      const [small, large] = [await anAccount(dealer, 5), await anAccount(dealer, 9)]
      await aUnit(dealer, small)
      const bad = newUnit(small, { hw_id: 999_999 })
      const rows = [
        ...[bad, newUnit(small), newUnit(large), newUnit(small), bad, newUnit(small)],
        ...[newUnit(small), newUnit(small), newUnit(large), newUnit(small)],
      ]
      const expected = ['FAILED_VALIDATION', 0, 0, 0, 'FAILED_VALIDATION', 0, 0, 'QUOTA_EXCEEDED', 0, 'QUOTA_EXCEEDED']
      for (const isDry of [true, false]) {
        const { rows: answers } = await send(dealer, rows, isDry)
        assert.deepEqual(
          answers.map(({ ok, errors }) => (ok ? 0 : errors?.[0]?.code)),
          expected,
        )
      }
      assert.equal(await unitsOf(dealer), 7)
      assert.deepEqual(await listMiscounted(api.ctx), [])
      assertRefused(await dealer.ask('POST', '/units', newUnit(small)), 409, 'QUOTA_EXCEEDED')
      assert.equal((await dealer.ask('POST', '/units', newUnit(large))).status, 201)
      const told = await db
        .selectFrom('events')
        .select(['type', 'accountId', 'data'])
        .where('dealerId', '=', dealer.dealer)
        .where('type', 'like', 'quota.%')
        .orderBy('seq')
        .execute()
      assert.deepEqual(
        told.map(({ type, accountId, data }) => [type, accountId, (data as { used: number }).used]),
        [
          ['quota.near', small, 4],
          ['quota.exceeded', small, 5],
        ],
      )
    })

    test('of two rows with one ident the first valid one gets it', async () => {
      const dealer = await api.dealer(dialect)
      const account = await anAccount(dealer, 10)
      const ident = fresh('twin')
      const { rows } = await send(dealer, [
        newUnit(account, { ident, hw_id: 999_999 }),
        newUnit(account, { ident }),
        newUnit(account, { ident: `${ident} ` }),
      ])
      assert.deepEqual(
        rows.map(({ ok, errors }) => (ok ? '' : `${errors?.[0]?.code} ${errors?.[0]?.field}`)),
        ['FAILED_VALIDATION hw_id', '', 'CONFLICT ident'],
      )
    })

    test('a device may be named by its title', async () => {
      const dealer = await api.dealer(dialect)
      const account = await anAccount(dealer, 10)
      const named = (model: unknown) => ({ ...newUnit(account), hw_id: undefined, model })
      const { rows } = await send(dealer, [
        ...['FMB920', 'teltonika fmb-920', 'Moon buggy', 7].map(named),
        { ...newUnit(account), model: 'FMB920' },
      ])
      assert.deepEqual(
        rows.map(({ ok, errors }) => (ok ? '' : `${errors?.[0]?.code} ${errors?.[0]?.field}`)),
        ['', '', 'FAILED_VALIDATION model', 'INVALID_PAYLOAD model', 'INVALID_PAYLOAD hw_id'],
      )
      const unit = payloadIn(dialect, await dealer.ask('GET', `/units/${rows[0]?.id}`))
      assert.equal(unit.hw_id, hardwareByTitle('FMB920'))
    })

    test('a thousand rows in one go, with every unit, event and audit row; each can be undone', async () => {
      const dealer = await api.dealer(dialect)
      const roomy = { managed_plan_id: '019a0000-0000-7000-8000-000000000104' }
      const plan = await aPlan(dealer, { ...roomy, quotas: { unit: 10_000, geofence: 5, unit_storage: 10240 } })
      const account = (await aManagedAccount(dealer, plan.id)).id
      const { created, rows } = await send(
        dealer,
        Array.from({ length: 1000 }, () => newUnit(account)),
      )
      assert.equal(created, 1000)
      assert.equal(new Set(rows.map(({ id }) => id)).size, 1000)
      assert.equal(await unitsOf(dealer), 1000)
      const count = async (table: 'audit' | 'events', column: 'action' | 'type', value: string) =>
        (
          await db
            .selectFrom(table as 'audit')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('dealerId', '=', dealer.dealer)
            .where(column as 'action', '=', value)
            .executeTakeFirstOrThrow()
        ).count
      assert.equal(await count('audit', 'action', 'units.create'), 1000)
      assert.equal(await count('events', 'type', 'unit.created'), 1000)
      assert.equal((await dealer.ask('DELETE', `/units/${rows[0]?.id}`)).status, 200)
      assert.equal(await unitsOf(dealer), 999)
      assert.deepEqual(await listMiscounted(api.ctx), [])
    })

    test('none, more than a thousand, or a list of anything else is refused as a whole', async () => {
      const dealer = await api.dealer(dialect)
      const ask = (body: object) => dealer.ask('POST', '/units/import', body)
      assertRefused(await ask({ rows: [] }), 400, 'FAILED_VALIDATION rows')
      assertRefused(await ask({ rows: Array.from({ length: 1001 }, () => ({})) }), 400, 'FAILED_VALIDATION rows')
      assertRefused(await ask({ rows: {} }), 400, 'INVALID_PAYLOAD rows')
      assertRefused(await ask({}), 400, 'INVALID_PAYLOAD rows')
    })
  })
}

test('imports that race for idents and for the last places give each away once', async () => {
  const dealer = await api.dealer('provider')
  const account = await anAccount(dealer, 20)
  const idents = Array.from({ length: 12 }, () => fresh('raced'))
  const batches = Array.from({ length: 4 }, (_, index) =>
    send(
      dealer,
      (index % 2 === 0 ? idents : idents.toReversed()).map((ident) => newUnit(account, { ident, app_id: fleetApp })),
    ),
  )
  const answers = await Promise.all(batches)
  assert.equal(
    answers.reduce((sum, { created }) => sum + created, 0),
    12,
  )
  assert.equal(await unitsOf(dealer), 12)
  assert.deepEqual(await listMiscounted(api.ctx), [])
  const more = await Promise.all(
    Array.from({ length: 4 }, () =>
      send(
        dealer,
        Array.from({ length: 5 }, () => newUnit(account)),
      ),
    ),
  )
  assert.equal(
    more.reduce((sum, { created }) => sum + created, 0),
    8,
  )
  assert.deepEqual(await listMiscounted(api.ctx), [])
})

test('with an Idempotency-Key an import is done once', async () => {
  const dealer = await api.dealer('provider')
  const account = await anAccount(dealer, 10)
  const body = { rows: [newUnit(account)] }
  const first = await dealer.ask('POST', '/units/import', body, { 'idempotency-key': 'once' })
  const second = await dealer.ask('POST', '/units/import', body, { 'idempotency-key': 'once' })
  assert.deepEqual([second.text, second.headers['idempotent-replayed']], [first.text, 'true'])
  assert.equal(await unitsOf(dealer), 1)
})
