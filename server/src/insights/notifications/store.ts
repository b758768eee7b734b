/** Rules. */
import { sql } from 'kysely'
import type { AppId } from '#kernel/applications.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { countOf, firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { countsSince, hasTerm, knowsUnit, type Seen, seesUnit } from '#kernel/sight.ts'
import type { Day } from '#kernel/time/day.ts'
import type { Scope } from '../groups/scope.ts'
import type { Stretch } from '../projections/stretch.ts'
import { type Condition, distancesIn } from './conditions/condition.ts'
import { documentColumns, type ExpiringDocument, momentsOfRule } from './conditions/document-store.ts'
import type { Rule, Watched } from './rule.ts'

/**
 * A combination or count of distances has its own type in the database: a node of the previous version ignores it,
 * instead of taking such a part for parking (docs/decisions/0148).
 */
const ofOthers = '-distance'
const storedCondition = (condition: Condition): object =>
  condition.type !== 'distance' && distancesIn(condition).length > 0
    ? { ...condition, type: condition.type + ofOthers }
    : condition
export const asRead = <T extends { readonly condition: Condition }>(row: T): T => {
  const type = row.condition.type.replace(ofOthers, '') as Condition['type']
  return { ...row, condition: { ...row.condition, type } }
}

/** Only units that the caller can see. */
const rules = (accountId: number, seen: Seen) => sql<Rule>`
  select notification_rules.*, (
    select coalesce(json_agg(unit_id order by unit_id), '[]') from notification_rule_units join units on units.id = unit_id
    where rule_id = notification_rules.id and ${knowsUnit(seen)}) as unit_ids, (
    select coalesce(json_agg(group_id order by group_id), '[]') from notification_rule_groups
    where rule_id = notification_rules.id) as group_ids, (
    select coalesce(json_agg(channel_id order by channel_id), '[]') from notification_rule_channels
    where rule_id = notification_rules.id) as channel_ids
  from notification_rules where account_id = ${accountId}`

export async function list(db: Db, accountId: number, seen: Seen): Promise<Rule[]> {
  return (await sql<Rule>`${rules(accountId, seen)} order by lower(name), id`.execute(db)).rows.map(asRead)
}

export async function find(db: Db, accountId: number, seen: Seen, id: string): Promise<Rule | undefined> {
  return (await sql<Rule>`${rules(accountId, seen)} and id = ${id}`.execute(db)).rows.map(asRead)[0]
}

export const lock = (db: Db, accountId: number, id: string) =>
  sql`select from notification_rules where account_id = ${accountId} and id = ${id} for no key update`.execute(db)

/** Serialised: the count decides whether one more is allowed. */
export async function countLocked(db: Db, accountId: number): Promise<number> {
  await lockAccount(db, accountId)
  return countOf(db)`select count(*) from notification_rules where account_id = ${accountId}`
}

/** The units that most rules name, one per application; serialised, because the count decides. */
export async function countNamingLocked(db: Db, accountId: number, unitIds: readonly number[]) {
  await lockAccount(db, accountId)
  return rowsOf<{ appId: AppId; name: string; count: number }>(db)`
    select distinct on (app_id) app_id, name,
      (select count(*) from notification_rule_units where unit_id = units.id)::integer as count
    from units where id = any(${[...unitIds]}::bigint[]) and account_id = ${accountId}
    order by app_id, count desc`
}

const rowOf = ({
  condition,
  schedule,
  quiet,
  actions,
  escalation,
  unitIds: _,
  groupIds: __,
  channelIds: ___,
  ...row
}: Rule) => ({
  ...row,
  condition: JSON.stringify(storedCondition(condition)),
  schedule: schedule && JSON.stringify(schedule),
  quiet: quiet && JSON.stringify(quiet),
  actions: JSON.stringify(actions),
  escalation: JSON.stringify(escalation),
})

export const insert = (db: Db, rule: Rule, lookAt: Date | null) =>
  db
    .insertInto('notificationRules')
    .values({ ...rowOf(rule), lookAt })
    .execute()

export async function save(db: Db, rule: Rule, lookAt: Date | null): Promise<void> {
  const { id, accountId: _, createdAt: __, ...row } = rowOf(rule)
  await db
    .updateTable('notificationRules')
    .set({ ...row, lookAt })
    .where('id', '=', id)
    .execute()
}

/** Exactly these of the units that the caller can see, and exactly these groups and channels. */
export async function setScope(db: Db, rule: Rule, seen: Seen): Promise<void> {
  const { id, unitIds, groupIds, channelIds } = rule
  await sql`
    delete from notification_rule_units using units where units.id = unit_id and rule_id = ${id}
      and ${knowsUnit(seen)} and unit_id <> all(${[...unitIds]}::bigint[])`.execute(db)
  await sql`
    insert into notification_rule_units (rule_id, unit_id)
    select ${id}, unit_id from unnest(${[...unitIds]}::bigint[]) as unit_id on conflict do nothing`.execute(db)
  await db.deleteFrom('notificationRuleGroups').where('ruleId', '=', id).execute()
  await db.deleteFrom('notificationRuleChannels').where('ruleId', '=', id).execute()
  if (groupIds.length > 0) {
    await db
      .insertInto('notificationRuleGroups')
      .values(groupIds.map((groupId) => ({ ruleId: id, groupId })))
      .execute()
  }
  if (channelIds.length > 0) {
    await db
      .insertInto('notificationRuleChannels')
      .values(channelIds.map((channelId) => ({ ruleId: id, channelId })))
      .execute()
  }
}

export const remove = (db: Db, id: string) => db.deleteFrom('notificationRules').where('id', '=', id).execute()

/** Whether a rule applies to a unit of its account, in any way. */
export const isForUnit = sql<boolean>`(is_for_all
  or exists (select from notification_rule_units where rule_id = notification_rules.id and unit_id = units.id)
  or exists (
    select from notification_rule_groups join group_units using (group_id)
    where rule_id = notification_rules.id and unit_id = units.id))`

/** Since when a rule applies to a unit, which may have come to its account later. */
const sinceOf = sql<number>`greatest(notification_rules.since, ${countsSince})`

export interface ScopedUnit {
  readonly id: number
  readonly name: string
  /** In its account since then, by the tracker's clock; 0: always. */
  readonly since: number
}

/** The units of a scope whose reports the caller sees, in the order of their ids. */
export const unitsIn = (
  db: Db,
  accountId: number,
  seen: Seen,
  { isForAll, unitIds, groupIds }: Scope,
) => rowsOf<ScopedUnit>(db)`
    select id, name, ${countsSince} as since from units where account_id = ${accountId} and ${seesUnit(seen)} and (${isForAll}
      or id = any(${[...unitIds]}::bigint[])
      or exists (select from group_units where group_id = any(${[...groupIds]}::uuid[]) and unit_id = units.id))
    order by id`

export async function isBlocked(db: Db, accountId: number): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('blocked').where('id', '=', accountId).executeTakeFirst()
  return row?.blocked ?? false
}

/** Enabled rules whose condition is found in messages, for each of several units; locked against deletion. */
export async function watchedBy(
  db: Db,
  unitIds: readonly number[],
  { isHeld = false } = {},
): Promise<Map<number, Watched[]>> {
  const { rows } = await sql<Watched & { unitId: number }>`
    select units.id as unit_id, notification_rules.id, condition, zone, schedule, ${sinceOf} as since
    from units join notification_rules on notification_rules.account_id = units.account_id
    where units.id = any(${[...unitIds]}::bigint[]) and is_enabled
      and condition ->> 'type' in ('parameter', 'speeding', 'distance', 'combined', 'combined-distance', 'repeated',
        'repeated-distance', 'idle', 'parked') and ${isForUnit}
    order by units.id, notification_rules.id ${isHeld ? sql`for key share of notification_rules` : sql``}`.execute(db)
  return Map.groupBy(rows.map(asRead), ({ unitId }) => unitId)
}

export interface OwnRule extends Rule {
  readonly unitId: number
  readonly appId: AppId
  readonly unitName: string
  readonly isBlocked: boolean
}

/** A unit whose term has ended notifies nobody. */
export const isReachable = sql<boolean>`accounts.ack is not null and ${hasTerm}`
/** A blocked client is notified of emergencies only. */
const isOpen = sql<boolean>`not accounts.blocked and ${isReachable}`

/** All rules of each of several units, including those of blocked accounts. */
export const rulesFor = async (db: Db, unitIds: readonly number[]): Promise<OwnRule[]> =>
  (
    await rowsOf<OwnRule>(db)`
    select notification_rules.*, ${sinceOf} as since, units.id as unit_id, units.app_id, units.name as unit_name, accounts.blocked as is_blocked, (
      select coalesce(json_agg(channel_id), '[]') from notification_rule_channels
      where rule_id = notification_rules.id) as channel_ids
    from units join accounts on accounts.id = units.account_id
      join notification_rules on notification_rules.account_id = units.account_id
    where units.id = any(${[...unitIds]}::bigint[]) and is_enabled and ${isReachable} and ${isForUnit}
    order by units.id, notification_rules.id`
  ).map(asRead)

/** Those whose check is due, for this worker alone. */
export const takeDue = (db: Db, now: Date, most: number) => rowsOf<Rule>(db)`
    select * from notification_rules where look_at <= ${now} and is_enabled order by look_at limit ${most}
    for update skip locked`

export const recheck = (db: Db, id: string, at: Date) =>
  db.updateTable('notificationRules').set({ lookAt: at }).where('id', '=', id).execute()

export const nextCheck = sql`
    select look_at from notification_rules where look_at is not null and is_enabled order by look_at limit 1`

/**
 * When time alone may make the condition of a rule true, or its check right after. A moment longer ago than
 * `checkSeconds` has been checked, and waiting will not change its result.
 */
export const nextMoment = async (db: Db, now: Date, checkSeconds: number): Promise<Date | undefined> =>
  (
    await firstRow<{ at: Date | null }>(db)`
    select min(greatest(look_at, moment)) as at from notification_rules cross join lateral (
      select to_timestamp(floor(extract(epoch from unit_heard.last_active)) + (condition ->> 'minutes')::integer * 60)
        as moment
      from units join unit_heard on unit_heard.unit_id = units.id
      where condition ->> 'type' = 'silence' and units.account_id = notification_rules.account_id and ${isForUnit}
      union all
      select services.since + every_days * interval '1 day' * case condition ->> 'state' when 'soon' then 0.9 else 1 end
      from units join services on services.unit_id = units.id
      where condition ->> 'type' = 'service' and units.account_id = notification_rules.account_id
      union all
      ${momentsOfRule}
    ) as moments
    where is_enabled and look_at is not null and greatest(look_at, moment) > ${now}
      and moment > ${now}::timestamptz - make_interval(secs => ${checkSeconds})`
  )?.at ?? undefined

/** When each unit of a rule last reported, unless the client was notified. Units that never reported are left out. */
export const lastActivity = (db: Db, ruleId: string) => rowsOf<{ unitId: number; lastActive: Date }>(db)`
    select units.id as unit_id, unit_heard.last_active
    from notification_rules join accounts on accounts.id = notification_rules.account_id
      join units on units.account_id = notification_rules.account_id join unit_heard on unit_heard.unit_id = units.id
    where notification_rules.id = ${ruleId} and ${isOpen} and ${isForUnit} and not exists (
      select from notifications where notifications.rule_id = notification_rules.id
        and event_key = 'silence:' || units.id || ':' || floor(extract(epoch from unit_heard.last_active)))`

/** Documents of a rule's units that may have reached a mark. */
export const listDocuments = (db: Db, ruleId: string, today: Day) => rowsOf<ExpiringDocument>(db)`
    select ${documentColumns}
    from notification_rules join accounts on accounts.id = notification_rules.account_id
      join units on units.account_id = notification_rules.account_id
      join vehicle_documents on vehicle_documents.unit_id = units.id
    where notification_rules.id = ${ruleId} and ${isOpen} and ${isForUnit}
      and expires_on between ${today}::date - 10 and ${today}::date + 31
    order by expires_on, vehicle_documents.id`

/** Where another device used the ident of units, within a time range. */
export const pastConflicts = (db: Db, accountId: number, unitIds: readonly number[], { from, to }: Stretch) => rowsOf<{
  unitId: number
  at: Date
}>(db)`
    select (events.data ->> 'unit_id')::bigint as unit_id, events.at from accounts
      join events on events.dealer_id = accounts.dealer_id and coalesce(events.account_id, 0) = accounts.id
        and events.number is not null and events.type = 'ident.conflict'
    where accounts.id = ${accountId} and events.at >= to_timestamp(${from}) and events.at < to_timestamp(${to})
      and (events.data ->> 'unit_id')::bigint = any(${[...unitIds]}::bigint[])
    order by events.at, events.seq`

/** Where another device used the ident of a unit of the rule, unless the client was notified. */
export async function listConflicts(db: Db, ruleId: string, since: Date) {
  return rowsOf<{ seq: string; unitId: number; at: Date }>(db)`
    select events.seq, units.id as unit_id, events.at
    from notification_rules join accounts on accounts.id = notification_rules.account_id
      join events on events.dealer_id = accounts.dealer_id and coalesce(events.account_id, 0) = accounts.id
        and events.number is not null and events.type = 'ident.conflict' and events.at > ${since}
      join units on units.account_id = accounts.id and units.id = (events.data ->> 'unit_id')::bigint
    where notification_rules.id = ${ruleId} and ${isOpen} and ${isForUnit} and not exists (
      select from notifications where notifications.rule_id = notification_rules.id
        and event_key = 'conflict:' || units.id || ':' || events.seq)
    order by events.seq`
}
