import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import type { Day } from '#kernel/time/day.ts'

/** What connects counts; tags that gateways detect and the assets they are attached to do not (docs/decisions/0037). */
const isCounted = sql<boolean>`(units.type is null or units.type = 'gateway')`

export async function insertFormerUnit(db: Db, unitId: number, now: Date): Promise<void> {
  await sql`
    insert into former_units (unit_id, account_id, created_at, removed_at, last_active)
    select units.id, account_id, units.created_at, ${now}, last_active
    from units join accounts on accounts.id = account_id left join unit_heard on unit_heard.unit_id = units.id
    where units.id = ${unitId} and client_plan_id is not null and ${isCounted}
    on conflict do nothing`.execute(db)
}

/** Twice in one moment: the first plan is the one that was really used. */
export async function insertFormerPlan(db: Db, accountId: number, now: Date): Promise<void> {
  await sql`
    insert into former_plans (account_id, client_plan_id, left_at)
    select id, client_plan_id, ${now} from accounts where id = ${accountId} and client_plan_id is not null
    on conflict do nothing`.execute(db)
}

/** Any unit, also one that costs nothing. It came when it was created, or with its account from another dealer. */
const unitsLeaving = (which: RawBuilder<unknown>, now: Date) => sql`
  insert into departures (id, dealer_id, kind, joined_at, left_at)
  select gen_random_uuid(), units.dealer_id, 'unit', greatest(units.created_at, accounts.added_at), ${now}
  from units join accounts on accounts.id = units.account_id where ${which}`

export async function insertUnitDeparture(db: Db, unitId: number, now: Date): Promise<void> {
  await unitsLeaving(sql`units.id = ${unitId}`, now).execute(db)
}

/** With its units. Who was never activated was no client yet. */
export async function insertAccountDeparture(db: Db, accountId: number, now: Date): Promise<void> {
  await sql`
    insert into departures (id, dealer_id, kind, joined_at, left_at)
    select gen_random_uuid(), dealer_id, 'client', greatest(ack, added_at), ${now}
    from accounts where id = ${accountId} and ack is not null`.execute(db)
  await unitsLeaving(sql`accounts.id = ${accountId}`, now).execute(db)
}

interface PlanSpan {
  readonly clientPlanId: string
  /** Null: it is the plan of now. */
  readonly leftAt: Date | null
}

interface UnitSpan {
  readonly unitId: number
  readonly createdAt: Date
  readonly removedAt: Date | null
  readonly lastActive: Date | null
}

export interface Usage {
  /** Each until it was left, in that order. */
  readonly plans: readonly PlanSpan[]
  readonly units: readonly UnitSpan[]
}

/**
 * All its plans, and the units that it had on this day or later. One statement for each, so that a unit that goes at this
 * moment is found in one place or in the other.
 */
export async function readUsage(db: Db, accountId: number, since: Day): Promise<Usage> {
  const plans = await sql<PlanSpan>`
    select client_plan_id as "clientPlanId", left_at as "leftAt" from former_plans where account_id = ${accountId}
    union all
    select client_plan_id, null from accounts where id = ${accountId} and client_plan_id is not null
    order by 2 nulls last`.execute(db)
  const units = await sql<UnitSpan>`
    select unit_id as "unitId", created_at as "createdAt", removed_at as "removedAt", last_active as "lastActive"
    from former_units where account_id = ${accountId}
      -- Wherever the dealer's day begins.
      and removed_at >= ${since}::date - interval '2 days'
    union all
    select units.id, created_at, null, unit_heard.last_active
    from units left join unit_heard on unit_heard.unit_id = units.id where account_id = ${accountId} and ${isCounted}
    order by 2, 1`.execute(db)
  return { plans: plans.rows, units: units.rows }
}
