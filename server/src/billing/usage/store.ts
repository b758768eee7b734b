import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import type { Day } from '#kernel/time/day.ts'

/** Units that connect count; tags that gateways detect and their assets do not (docs/decisions/0037). */
const isCounted = sql<boolean>`(units.type is null or units.type = 'gateway')`

export async function insertFormerUnit(db: Db, unitId: number, now: Date): Promise<void> {
  await sql`
    insert into former_units (unit_id, account_id, created_at, removed_at, last_active)
    select ${spanOf(now)} where units.id = ${unitId} and joined_at is null and client_plan_id is not null and ${isCounted}
    on conflict do nothing`.execute(db)
  await sql`
    insert into former_stays (unit_id, account_id, joined_at, removed_at, last_active)
    select ${spanOf(now)} where units.id = ${unitId} and joined_at is not null and client_plan_id is not null and ${isCounted}
    on conflict do nothing`.execute(db)
}

/** Since when it is in its account: it may have been deleted and restored meanwhile, or moved from another account. */
const joinedAt = sql<Date>`coalesce(units.joined_at, units.created_at)`

const spanOf = (now: Date) => sql`units.id, account_id, ${joinedAt}, ${now}, last_active
    from units join accounts on accounts.id = account_id left join unit_heard on unit_heard.unit_id = units.id`

/** If it changes twice in one moment, the first plan is the one that was really used. */
export async function insertFormerPlan(db: Db, accountId: number, now: Date): Promise<void> {
  await sql`
    insert into former_plans (account_id, client_plan_id, left_at)
    select id, client_plan_id, ${now} from accounts where id = ${accountId} and client_plan_id is not null
    on conflict do nothing`.execute(db)
}

/** Includes units that cost nothing. A unit arrived when it joined its account, or with it from another dealer. */
const unitsLeaving = (which: RawBuilder<unknown>, now: Date) => sql`
  insert into departures (id, dealer_id, kind, joined_at, left_at)
  select gen_random_uuid(), units.dealer_id, 'unit', greatest(${joinedAt}, accounts.added_at), ${now}
  from units join accounts on accounts.id = units.account_id where ${which}`

export async function insertUnitDeparture(db: Db, unitId: number, now: Date): Promise<void> {
  await unitsLeaving(sql`units.id = ${unitId}`, now).execute(db)
}

/** With its units. An account that was never activated was not a client yet. */
export async function insertAccountDeparture(db: Db, accountId: number, now: Date): Promise<void> {
  await sql`
    insert into departures (id, dealer_id, kind, joined_at, left_at)
    select gen_random_uuid(), dealer_id, 'client', greatest(ack, added_at), ${now}
    from accounts where id = ${accountId} and ack is not null`.execute(db)
  await unitsLeaving(sql`accounts.id = ${accountId}`, now).execute(db)
}

interface PlanSpan {
  readonly clientPlanId: string
  /** Null: the current plan. */
  readonly leftAt: Date | null
}

interface UnitSpan {
  readonly unitId: number
  readonly joinedAt: Date
  /** True if it was created then; otherwise it was restored or moved from another account, and nothing was set up. */
  readonly isNew: boolean
  readonly removedAt: Date | null
  readonly lastActive: Date | null
}

export interface Usage {
  /** In the order in which they ended. */
  readonly plans: readonly PlanSpan[]
  readonly units: readonly UnitSpan[]
}

/** Whose usage, and from which day. */
export interface Wanted {
  readonly accountId: number
  readonly since: Day
}

/**
 * All plans of each, and the units that it had on its day or later. One statement per kind, so that a unit deleted at
 * this moment is found in one place or the other.
 */
export async function readUsages(db: Db, wanted: readonly Wanted[]): Promise<ReadonlyMap<number, Usage>> {
  const ids = wanted.map(({ accountId }) => accountId)
  const plans = await sql<PlanSpan & { readonly accountId: number }>`
    select account_id, client_plan_id, left_at from former_plans where account_id = any(${ids}::bigint[])
    union all
    select id, client_plan_id, null from accounts where id = any(${ids}::bigint[]) and client_plan_id is not null
    order by 3 nulls last`.execute(db)
  const units = await sql<UnitSpan & { readonly accountId: number }>`
    with wanted (account_id, since) as (
      -- Wherever the dealer's day begins.
      select account_id, since - interval '2 days'
      from unnest(${ids}::bigint[], ${wanted.map(({ since }) => since)}::date[]) as given (account_id, since))
    select account_id, unit_id, created_at as joined_at, removed_at, last_active, true as is_new
    from wanted join former_units using (account_id) where removed_at >= since
    union all
    select account_id, unit_id, joined_at, removed_at, last_active, false
    from wanted join former_stays using (account_id) where removed_at >= since
    union all
    select account_id, units.id, ${joinedAt}, null, unit_heard.last_active, joined_at is null
    from units left join unit_heard on unit_heard.unit_id = units.id
    where account_id = any(${ids}::bigint[]) and ${isCounted}
    order by 3, 2`.execute(db)
  const [plansOf, unitsOf] = [Map.groupBy(plans.rows, keyOf), Map.groupBy(units.rows, keyOf)]
  return new Map(ids.map((id) => [id, { plans: plansOf.get(id) ?? [], units: unitsOf.get(id) ?? [] }]))
}

const keyOf = ({ accountId }: { readonly accountId: number }): number => accountId
