import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'

/** What must never hold for the tables, whatever happened concurrently. Empty, or the violations. */
export async function unsoundness(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'a unit outside the applications of its account' as problem
      from units join accounts on accounts.id = account_id where app_id <> all (reg_apps)
    union all select 'a counter that does not agree with its units' from unit_usage
      where used <> (select count(*) from units
        where units.account_id = unit_usage.account_id and units.app_id = unit_usage.app_id
          and coalesce(units.type, 'unit') = unit_usage.quota)
    union all select 'a unit that is not counted' from units
      where not exists (select from unit_usage
        where unit_usage.account_id = units.account_id and unit_usage.app_id = units.app_id
          and unit_usage.quota = coalesce(units.type, 'unit'))
    union all select 'an account with no or several first users' from accounts
      where (select count(*) from users where users.account_id = accounts.id and is_first) <> 1
    union all select 'an account without an owner' from accounts
      where not exists (select from users where users.account_id = accounts.id and role = 'owner')
    union all select 'a user of another dealer than its account' from users
      join accounts on accounts.id = account_id where users.dealer_id <> accounts.dealer_id
    union all select 'a unit of another dealer than its account' from units
      join accounts on accounts.id = account_id where units.dealer_id <> accounts.dealer_id
    union all select 'an account on a plan of another dealer or application' from accounts
      join client_plans on client_plans.id = client_plan_id
      where client_plans.dealer_id <> accounts.dealer_id or app_id <> all (reg_apps)
    union all select 'a managed account without a plan, or an owned one with' from accounts
      where (type is null) <> (client_plan_id is null)
    union all select 'an account whose activation its user does not know' from accounts
      join users on account_id = accounts.id where (ack is not null) <> enabled
    union all select 'a unit without its audit row' from units
      where not exists (select from audit where action = 'units.create' and subject_id = units.id::text)
    union all select 'an account without its audit row' from accounts
      where not exists (select from audit where action = 'accounts.create' and subject_id = accounts.id::text)
    union all select 'an account that was activated more than once' from audit
      where action = 'accounts.activate' group by subject_id having count(*) > 1
    union all select 'an account whose last audit row says otherwise of its block' from accounts
      join lateral (select action from audit where subject_id = accounts.id::text
        and action in ('accounts.block', 'accounts.unblock') order by id desc limit 1) as last on true
      where blocked <> (last.action = 'accounts.block')`.execute(db)
  return rows.map(({ problem }) => problem)
}
