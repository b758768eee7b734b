/** What went wrong. Read-only. */
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { idsMax } from './today.ts'

const ids = (list: RawBuilder<unknown>) => sql<number[]>`coalesce(${list}, '{}')::bigint[]`

interface TroubleRow {
  readonly turnedAway: number
  readonly turnedAwayIds: readonly number[]
  readonly failedDeliveries: number
  readonly failedWebhookIds: readonly string[]
  readonly failedMails: number
}

/** Failures of the last week, and rejected trackers of the dealer's units. */
export async function countTroubles(db: Db, { dealer, apps }: Scope, weekAgo: Date): Promise<TroubleRow> {
  const row = await firstRow<TroubleRow>(db)`
    with away as (
      select units.id from lobby join units on units.ident = lobby.ident
      where units.dealer_id = ${dealer} and units.app_id = any(${[...apps]}::uuid[]) and lobby.last_seen >= ${weekAgo}),
    failed as (
      select webhook_id from webhook_deliveries join webhooks on webhooks.id = webhook_id
      where webhooks.dealer_id = ${dealer} and state = 'failed' and last_try_at >= ${weekAgo})
    select
      (select count(distinct id)::integer from away) as turned_away,
      ${ids(sql`array(select distinct id from away order by id limit ${sql.lit(idsMax)})`)} as turned_away_ids,
      (select count(*)::integer from failed) as failed_deliveries,
      array(select distinct webhook_id from failed order by webhook_id limit ${sql.lit(idsMax)}) as failed_webhook_ids,
      (select count(*)::integer from mails
       where dealer_id = ${dealer} and state = 'failed' and at >= ${weekAgo}) as failed_mails`
  return row!
}
