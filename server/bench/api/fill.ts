/**
 * Fills a database by SQL. Everything is derived from a row's number, so databases of different sizes hold the same
 * measured dealer with the same accounts and units; in the large one its rows are scattered among the others'.
 */
import pg from 'pg'
import { createDealer } from '#identity/dealers/actions.ts'
import { fleetApp } from '#kernel/applications.ts'
import { keepStandings } from '#portals/dashboard/standings.ts'
import { keepCounts } from '#tracking/units/counts/counts.ts'
import type { Site } from '../site.ts'

/** The dealer that is measured has this many units in every database. */
export const measuredUnits = 1000

/** Different things use different ranges of numbers, so that their ids and idents never collide. */
export const ranges = { measured: 10_000_000, creating: 11_000_000, giant: 12_000_000, others: 20_000_000 } as const

export interface Dealer {
  readonly id: number
  readonly token: string
  readonly accounts: readonly number[]
}

const providerPlan = '019a0000-0000-7000-8000-000000000104'
// A few models of several makers and protocols.
const models = [101, 102, 201, 301, 501, 801]

/** Multiplying by a number without a common factor gives every id once, in an order that looks random. */
const idOf = (number: string) => `(100000000000 + (${number})::bigint * 382973451097 % 900000000000)`

/** Pseudo-random in [0, 1); squared, so that a few get much and many get little, as in production. */
const shareOf = (number: string) => `((hashint4((${number})::integer)::bigint + 2147483648) / 4294967296.0)`
const skewed = (number: string, count: number) => `(1 + floor(${count} * power(${shareOf(number)}, 2)))::integer`

/** A dealer with a token, and accounts on one plan whose quota is larger than any benchmark needs. */
export async function addDealer(site: Site, name: string, range: number, accountCount: number): Promise<Dealer> {
  const { dealerId, accessToken } = await createDealer(site.ctx, { name, dialect: 'provider', isVerified: true })
  return withClient(site, async (client) => {
    await client.query(planInsert(`(values (${dealerId}::bigint)) as dealers (id)`))
    const { rows } = await client.query(
      `${accountInsert('places.number', 'places.dealer_id')}
       from (select ${range} + number, ${dealerId}::bigint from generate_series(1, ${accountCount}) as number) as places (number, dealer_id)
       join client_plans on client_plans.dealer_id = places.dealer_id
       order by places.number returning accounts.id`,
    )
    return { id: dealerId, token: accessToken, accounts: rows.map((row) => Number(row.id)) }
  })
}

const planInsert = (from: string) => `
  insert into client_plans (id, dealer_id, app_id, provider_plan_id, name, quotas, modules, created_at, updated_at)
  select gen_random_uuid(), dealers.id, '${fleetApp}', '${providerPlan}', 'Bench',
    '{"unit": 1000000000, "geofence": 10, "unit_storage": 10240}', '{}', now(), now()
  from ${from}`

const accountInsert = (number: string, dealer: string) => `
  insert into accounts
    (id, dealer_id, client_plan_id, title, description, type, reg_apps, ack, added_at, created_at, updated_at)
  select ${idOf(number)}, ${dealer}, client_plans.id, 'Client ' || ${number}, 'Filled by the bench', 10,
    array['${fleetApp}'::uuid], timestamptz '2025-06-01', timestamptz '2025-05-01', timestamptz '2025-05-01',
    timestamptz '2025-06-01'`

const unitInsert = (number: string) => `
  insert into units
    (id, dealer_id, account_id, app_id, name, ident, description, hw_id, created_at, updated_at)
  select ${idOf(number)}, places.dealer_id, places.account_id, '${fleetApp}', 'Vehicle ' || ${number},
    '86' || lpad((${number})::text, 13, '0'), 'Filled by the bench', (array[${models}])[1 + ${number} % ${models.length}],
    timestamptz '2025-06-01' + ${number} % 10000000 * interval '3 seconds', timestamptz '2026-02-01'`

const parameters = [
  ['position.latitude', 54.6872],
  ['position.longitude', 25.2797],
  ['position.altitude', 112],
  ['position.speed', 47],
  ['position.direction', 181],
  ['position.satellites', 11],
  ['engine.ignition.status', true],
  ['external.powersource.voltage', 13.9],
] as const

/** Six of seven units have connected and have the latest values that a tracker in a vehicle sends. */
const telemetryInsert = `
  insert into telemetry (unit_id, parameters, t_max, last_active, stored_count, stored_bytes, small_chunks)
  select units.id, '${JSON.stringify(Object.fromEntries(parameters.map(([name, value]) => [name, { ts: 1770000000, value }])))}',
    1770000000, timestamptz '2026-02-02' + units.id % 1000 * interval '1 second', 1000, 450000, 1
  from units where units.id % 7 > 0`

/** Only the measured dealer's units: those that `fillAround` spreads evenly over a database of this size. */
export const fillMeasured = (site: Site, dealer: Dealer, units: number): Promise<void> =>
  withClient(site, async (client) => {
    await placeAccounts(client, dealer)
    await client.query(
      `${unitInsert('number')} from generate_series(1, ${units}) as number
       join places on places.place = ${measuredPlace('number', dealer, units)}
       where number % ${units / measuredUnits} = 0 order by number`,
    )
    await settle(client)
  })

/** The same units among those of many other dealers and accounts, as if all had been added over the same years. */
export const fillAround = (site: Site, dealer: Dealer, units: number): Promise<void> =>
  withClient(site, async (client) => {
    const dealerCount = Math.ceil(units / 2000)
    const accountCount = Math.ceil(units / 50)
    const { others } = ranges
    await client.query(
      `with added as (
         insert into dealers (id, name, created_at)
         select ${idOf(`${others} + number`)}, 'Dealer ' || number, now() from generate_series(1, ${dealerCount}) as number
         returning id)
       ${planInsert('added as dealers')}`,
    )
    await client.query(
      `${accountInsert(`(${others + 1_000_000} + number)`, 'client_plans.dealer_id')}
       from generate_series(1, ${accountCount}) as number
       join client_plans on client_plans.dealer_id = ${idOf(`${others} + ${skewed('number', dealerCount)}`)}`,
    )
    await placeAccounts(client, dealer)
    await client.query(
      `insert into places (place, account_id, dealer_id)
       select row_number() over (order by id), id, dealer_id from accounts
       where dealer_id <> ${dealer.id} and description = 'Filled by the bench'`,
    )
    await client.query(
      `${unitInsert('number')} from generate_series(1, ${units}) as number
       join places on places.place = case when number % ${units / measuredUnits} = 0
         then ${measuredPlace('number', dealer, units)} else ${skewed('number', accountCount)} end`,
    )
    await settle(client)
  })

/**
 * One dealer with this many units of its own. Its accounts pay monthly; some are late, and some of those are blocked.
 */
export const fillGiant = (site: Site, dealer: Dealer, units: number): Promise<void> =>
  withClient(site, async (client) => {
    await client.query(
      `update client_plans set lifecycle = '{"payment_period": "month", "payment_notify_offset": 7, "block_offset": 14}'
       where dealer_id = ${dealer.id}`,
    )
    await client.query(
      `update accounts set payment_expected_at = now() + (${shareOf('id % 1000000007')} * 40 - 10) * interval '1 day',
         blocked = id % 20 = 0, blocked_by = case when id % 20 = 0 then 'automation' end
       where dealer_id = ${dealer.id} and id % 10 > 0`,
    )
    await placeAccounts(client, dealer)
    await client.query(
      `${unitInsert(`(${ranges.giant} + number)`)} from generate_series(1, ${units}) as number
       join places on places.place = -${skewed('number', dealer.accounts.length)}`,
    )
    await settle(client, dealer)
    // Everything that was there before is counted, and then what has changed.
    for (let turn = 0; turn < 2; turn++) {
      await keepCounts(site.ctx)
      await keepStandings(site.ctx)
    }
    await client.query(
      'vacuum (analyze) account_standings, account_counts, quiet_units, unit_counts, unit_count_changes',
    )
  })

/** The dealer's own accounts have negative positions, all others positive ones. */
async function placeAccounts(client: pg.Client, dealer: Dealer): Promise<void> {
  await client.query('create temporary table places (place integer, account_id bigint, dealer_id bigint)')
  await client.query(
    `insert into places select -number, id, $1 from unnest($2::bigint[]) with ordinality as given (id, number)`,
    [dealer.id, dealer.accounts],
  )
}

const measuredPlace = (number: string, dealer: Dealer, units: number) =>
  `-(1 + ${number} / ${units / measuredUnits} % ${dealer.accounts.length})`

/** Leaves what years of operation would: latest values, correct counters, statistics, no clean-up for the first reader. */
async function settle(client: pg.Client, dealer?: Dealer): Promise<void> {
  const own = dealer ? `units.dealer_id = ${dealer.id}` : 'true'
  await client.query(`${telemetryInsert} and ${own}`)
  await client.query(
    `insert into unit_usage (account_id, app_id, used)
     select account_id, app_id, count(*) from units where ${own} group by account_id, app_id`,
  )
  await client.query('vacuum (analyze) units, telemetry, accounts, unit_usage, client_plans, dealers')
  await client.query('drop table places')
}

async function withClient<T>(site: Site, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(site.databaseUrl)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
