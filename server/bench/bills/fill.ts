/** Dealers with a month of bills each, written by SQL as issuing and paying would leave them. */
import { fleetApp } from '#kernel/applications.ts'
import { addDealer, type Dealer, ranges } from '../api/fill.ts'
import type { Say } from '../bench.ts'
import type { Site } from '../site.ts'
import { withClient } from '../trackers/units.ts'

export const monthStart = Date.UTC(2026, 0, 1) / 1000
export const monthSeconds = 31 * 86_400

export interface Biller extends Dealer {
  readonly bills: number
}

/** Spread over the month; two of three are paid, one of ten is open. */
export async function addBillers(site: Site, counts: readonly number[], say: Say): Promise<Biller[]> {
  const billers: Biller[] = []
  for (const bills of counts) {
    say(`Writing ${bills.toLocaleString('en-US')} bills …`)
    const dealer = await addDealer(site, `Bills ${bills}`, ranges.measured + billers.length * 1000, 20)
    await withClient(site.databaseUrl, (client) =>
      client.query(
        `insert into bills (id, session_id, dealer_id, account_id, app_id, processor, status, amount_total, currency,
           livemode, lines, metadata, url, payment_id, created_at, expires_at, paid_at, entry)
         select gen_random_uuid(), session, $1::bigint, account, '${fleetApp}', 'sandbox', status, 2500, 'eur', false,
           '[{"name": "Tracking", "quantity": 2, "unitAmount": 1250}]', metadata::json, url,
           case when status = 'complete' then 'pi_' || md5($1::bigint::text || number) end,
           to_timestamp(at), to_timestamp(at + 86400), case when status = 'complete' then to_timestamp(at + 3600) end,
           concat('"', session, '":{"id":"', session, '","status":"', status, '","payment_status":"',
             case when status = 'complete' then 'paid' else 'unpaid' end, '","created":', at, ',"expires_at":', at + 86400,
             ',"account_id":', account, ',"url":', coalesce(to_json(url)::text, 'null'), ',"amount_total":2500,"metadata":',
             metadata, '}')
         from (
           select number, account, at, status,
             'cs_test_a1' || md5($1::bigint::text || number) || substr(md5(number::text), 1, 24) as session,
             concat('{"app_id":"${fleetApp}","cid":"', account, '","email":"office', number,
               '@example.com","lang":"en","name":"Month ', number, '","td_cid":"', $1::bigint, '"}') as metadata,
             case when status = 'open' then 'http://127.0.0.1:8080/pay/cs_test_a1' || md5(number::text) end as url
           from (
             select number, ($2::bigint[])[1 + number % $3] as account,
               ${monthStart} + number::bigint * ${monthSeconds} / ($4 + 1) as at,
               case when number % 10 = 0 then 'open' when number % 3 = 0 then 'expired' else 'complete' end as status
             from generate_series(1, $4::integer) as number) as numbered) as made`,
        [dealer.id, dealer.accounts, dealer.accounts.length, bills],
      ),
    )
    billers.push({ ...dealer, bills })
  }
  await withClient(site.databaseUrl, (client) => client.query('vacuum (analyze) bills'))
  return billers
}
