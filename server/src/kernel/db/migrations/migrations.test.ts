/** Every migration since the rule keeps what older nodes use, and blocks nobody (docs/decisions/0073). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import pg from 'pg'
import { changesOf } from '#testing/checks/schema-changes.ts'
import { createDatabase, type TestDatabase } from '#testing/postgres.ts'
import { migrate } from './migrate.ts'
import { listMigrations, type Migration, migrationOf } from './migrations.ts'

/** Earlier migrations were written for a single node that is stopped before they run. */
const lastBeforeTheRule = '0049-unit-owners.sql'
const known = listMigrations()
const old = known.filter(({ name }) => name <= lastBeforeTheRule)

let database: TestDatabase
let client: pg.Client

before(async () => {
  database = await createDatabase('template1')
  await migrate(database.url, { known: old })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
})

const released = new Set(
  readFileSync(join(import.meta.dirname, '../../../../../CHANGELOG.md'), 'utf8')
    .matchAll(/^## (\d+\.\d+\.\d+)/gm)
    .map(([, version]) => version),
)

/** What is wrong with it, considering its notes: empty if nothing. */
async function faultsOf(migration: Migration, end: 'commit' | 'rollback'): Promise<readonly string[]> {
  const { sql, needs, apart } = migration
  const small = /^-- small tables: (.*)$/m.exec(sql)?.[1]?.split(', ') ?? []
  const since = /^-- contract: unused since (\d+\.\d+\.\d+),/m.exec(sql)?.[1]
  const findings = await changesOf(client, migration, end)
  const left = findings.filter(({ kind, table }) =>
    kind === 'contract' ? needs === undefined : !small.includes(table),
  )
  const isContract = findings.some(({ kind }) => kind === 'contract')
  return [
    ...left.map(({ what }) => what),
    ...(needs !== undefined && !isContract ? ['its note says contract, and nothing is removed'] : []),
    ...(needs !== undefined && !released.has(since) ? ['its note names no released version'] : []),
    ...(needs !== undefined && !known.some(({ name }) => name === needs) ? [`there is no ${needs}`] : []),
    ...(apart ?? []).filter((one) => !isRepeatable.test(one)).map((one) => `cannot be repeated: ${one}`),
  ]
}

const isRepeatable =
  /^(create (unique )?index concurrently if not exists \w+ on|drop index concurrently if exists \w+$|reindex index concurrently)/

test('every migration since the rule only adds, or says since when nothing uses what it removes', async () => {
  for (const migration of known.filter(({ name }) => name > lastBeforeTheRule)) {
    assert.deepEqual(await faultsOf(migration, 'commit'), [], migration.name)
  }
})

suite('the rule finds', () => {
  for (const [sql, ...faults] of [
    ['drop table shares cascade', 'the table shares is gone'],
    ['alter table units drop column category', 'the column units.category is gone'],
    ['alter table units rename column category to kind', 'the column units.category is gone'],
    ['alter table dealers rename to providers', 'the table dealers is gone'],
    ['alter table tries alter column count type bigint', 'tries.count was integer and is bigint', 'tries is rewritten'],
    ['alter table units alter column category set not null', 'units.category must not be null any more'],
    ['alter table units add column colour text not null', 'units.colour is required and has no default'],
    ['alter table units add column born timestamptz default clock_timestamp()', 'units is rewritten'],
    ['alter table nodes alter column losses drop default', 'nodes.losses has no default any more'],
    ['create index units_category on units (category)', 'the index units_category is built'],
    [
      'create unique index units_category on units (category)',
      'the rule units.units_category refuses what older versions may write',
      'the index units_category is built',
    ],
    [
      "alter table links drop constraint links_purpose_check, add constraint links_purpose_check check (purpose <> '')",
      'the rule links.links_purpose_check is checked',
    ],
    [
      'alter table units add constraint units_category check (length(category) < 20) not valid',
      'the rule units.units_category refuses what older versions may write',
    ],
    ['alter table nodes drop constraint nodes_pkey cascade', 'the unique rule nodes.nodes_pkey is gone'],
    ["update units set category = '1'", 'rows of units are written'],
    ['drop function claim_units', 'the function claim_units(bigint,bigint[]) void is gone'],
    [
      'create index concurrently units_category on units (category)',
      'cannot be repeated: create index concurrently units_category on units (category)',
    ],
    [
      '-- contract: unused since 99.0.0, 0001-dealers.sql\ndrop table unit_losses',
      'its note names no released version',
    ],
    [
      '-- contract: unused since 99.0.0, 0001-nobody.sql\nselect',
      'its note says contract, and nothing is removed',
      'its note names no released version',
      'there is no 0001-nobody.sql',
    ],
  ] as const) {
    test(sql, async () => assert.deepEqual(await faultsOf(migrationOf('9999-trial.sql', sql), 'rollback'), faults))
  }
})

suite('the rule allows', () => {
  for (const sql of [
    'create table colours (unit_id bigint primary key references units, name text not null); create index on colours (name)',
    'alter table units add column colour text, add column size integer not null default 0',
    'create index concurrently if not exists units_category on units (category)',
    'alter table units alter column ident drop not null',
    'drop index units_device_link',
    "alter table links drop constraint links_purpose_check, add constraint links_purpose_check check (purpose <> '') not valid",
    "-- small tables: dealers\nupdate dealers set name = 'x'; create index on dealers (name)",
  ]) {
    test(sql, async () => assert.deepEqual(await faultsOf(migrationOf('9999-trial.sql', sql), 'rollback'), []))
  }
})
