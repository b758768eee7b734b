/** SQL of first due dates: many accounts in one statement. */
import { sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

export interface WithoutDue {
  readonly id: number
  readonly ack: Date
}

/** Locked in one order, so that two concurrent calls do not deadlock. */
export const lockWithoutDue = (db: Db, { dealer, apps }: Scope, planId: string) => rowsOf<WithoutDue>(db)`
    select id, ack from accounts
    where dealer_id = ${dealer} and client_plan_id = ${planId} and reg_apps && ${[...apps]}::uuid[]
      and ack is not null and payment_expected_at is null and not use_fleet_lifecycle
    order by id for no key update`

export const setDue = (db: Db, begun: readonly { readonly accountId: number; readonly due: Date }[], now: Date) =>
  sql`
    update accounts set payment_expected_at = begun.due, updated_at = ${now}
    from unnest(${begun.map(({ accountId }) => accountId)}::bigint[], ${begun.map(({ due }) => due)}::timestamptz[])
      as begun (id, due)
    where accounts.id = begun.id`.execute(db)
