/** Units for a bench's trackers, registered by SQL. */
import pg from 'pg'
import { fleetApp } from '#kernel/applications.ts'
import { addDealer, type Dealer, ranges } from '../api/fill.ts'
import type { Site } from '../site.ts'

export interface BenchUnit {
  readonly id: number
  readonly ident: string
  readonly name: string
}

/** A Teltonika of the catalogue. */
export const hwId = 110

/** Limits that a bench would reach long before a tracker does; counting continues as always. */
export const noThrottle = { WAYMARK_GATEWAY_UNIT_RATE: '1000000', WAYMARK_GATEWAY_UNIT_BURST: '1000000' }
export const noThrottleNote =
  'A unit may send 1,000,000 messages a second here (`WAYMARK_GATEWAY_UNIT_RATE` and `_BURST`; by default 10 and 1,000), ' +
  'so the limiter counts but slows nobody down; all other gateway limits have their defaults.'

export async function addUnits(site: Site, count: number): Promise<{ dealer: Dealer; units: BenchUnit[] }> {
  const dealer = await addDealer(site, 'Trackers', ranges.measured, 20)
  const units = await withClient(site.databaseUrl, async (client) => {
    // Nothing may be trimmed during the measurement.
    await client.query(
      `update client_plans set quotas = quotas || '{"unit_storage": 1000000000}' where dealer_id = ${dealer.id}`,
    )
    const { rows } = await client.query(
      `with added as (
         insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, created_at, updated_at)
         select 100000000000 + number::bigint * 382973451097 % 900000000000, $1, ($2::bigint[])[1 + number % $3],
           '${fleetApp}', 'Vehicle ' || number, '35' || lpad(number::text, 13, '0'), 'Filled by the bench', ${hwId},
           now(), now()
         from generate_series(1, $4::integer) as number returning id, ident, name)
       select id::float8, ident, name from added order by ident`,
      [dealer.id, dealer.accounts, dealer.accounts.length, count],
    )
    return rows as BenchUnit[]
  })
  return { dealer, units }
}

/** A connection without the server's deadlines, for filling. */
export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const storedMessages = (site: Site): Promise<number> =>
  withClient(site.databaseUrl, async (client) => {
    const { rows } = await client.query('select coalesce(sum(count), 0)::float8 as count from message_chunks')
    return rows[0].count as number
  })
