import { sql } from 'kysely'
import type { AppId } from '#kernel/applications.ts'
import type { Scope } from '#kernel/context.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Lifecycle, MilestoneKind, Payer } from './dunning.ts'

export interface ReachedMilestone {
  readonly accountId: number
  readonly dueAt: Date
  readonly kind: MilestoneKind
  readonly at: Date
  readonly outcome: string
}

/** The account may be deleted already; then there is nothing to check. */
export async function scheduleCheck(db: Db, accountId: number, at: Date): Promise<void> {
  await sql`
    insert into looks (account_id, at) select id, ${at} from accounts where id = ${accountId}
    on conflict (account_id) do update set at = excluded.at, asked = looks.asked + 1`.execute(db)
}

export async function scheduleChecks(db: Db, accountIds: readonly number[], at: Date): Promise<void> {
  await sql`
    insert into looks (account_id, at) select id, ${at} from unnest(${accountIds}::bigint[]) as due (id) order by id
    on conflict (account_id) do update set at = excluded.at, asked = looks.asked + 1`.execute(db)
}

/** Every account that has ever had a due date has a row, so nothing is inserted and no account is locked. */
export async function scheduleChecksOfPlan(db: Db, planId: string, at: Date): Promise<void> {
  await sql`
    update looks set at = ${at}, asked = asked + 1 from accounts
    where accounts.id = looks.account_id and client_plan_id = ${planId} and payment_expected_at is not null`.execute(db)
}

export const nextCheck = sql`select at from looks where at is not null order by at limit 1`

export interface NextCheck {
  readonly accountId: number
  /** How many checks had been requested when this one was taken. */
  readonly asked: number
  /** Null: nothing to check. */
  readonly at: Date | null
}

/** A check requested during this one may know more, so its request stays. */
export async function saveChecks(db: Db, checks: readonly NextCheck[]): Promise<void> {
  const column = <K extends keyof NextCheck>(key: K) => checks.map((check) => check[key])
  await sql`
    update looks set at = next.at
    from unnest(${column('accountId')}::bigint[], ${column('asked')}::integer[], ${column('at')}::timestamptz[])
      as next (account_id, asked, at)
    where looks.account_id = next.account_id and looks.asked = next.asked`.execute(db)
}

export const listReached = (db: Db, accountIds: readonly number[]) => rowsOf<ReachedMilestone>(db)`
    select milestones.account_id, due_at, kind, at, outcome
    from milestones join accounts on accounts.id = milestones.account_id and accounts.payment_expected_at = due_at
    where milestones.account_id = any(${accountIds}::bigint[])`

export async function insertReached(db: Db, reached: readonly ReachedMilestone[]): Promise<void> {
  if (reached.length === 0) return
  const column = <K extends keyof ReachedMilestone>(key: K) => reached.map((one) => one[key])
  await sql`
    insert into milestones (account_id, due_at, kind, at, outcome)
    select * from unnest(${column('accountId')}::bigint[], ${column('dueAt')}::timestamptz[], ${column('kind')}::text[],
      ${column('at')}::timestamptz[], ${column('outcome')}::text[])`.execute(db)
}

/** Inserts nothing if the account was deleted: the payment stays on record with its bill. */
export const insertPayment = (db: Db, billId: string, accountId: number, at: Date) =>
  sql`
    insert into payments (bill_id, account_id, at) select ${billId}, id, ${at} from accounts where id = ${accountId}
    on conflict (bill_id) do nothing`.execute(db)

export interface Payment {
  readonly billId: string
  readonly accountId: number
  readonly at: Date
}

/** In the order in which they came. */
export const listPayments = (db: Db, accountIds: readonly number[]): Promise<Payment[]> =>
  db
    .selectFrom('payments')
    .select(['billId', 'accountId', 'at'])
    .where(sql<boolean>`account_id = any(${accountIds}::bigint[])`)
    .where('takenAt', 'is', null)
    .orderBy('at')
    .orderBy('billId')
    .execute()

export async function takePayments(db: Db, billIds: readonly string[], now: Date): Promise<void> {
  if (billIds.length === 0) return
  await db.updateTable('payments').set({ takenAt: now }).where('billId', 'in', billIds).execute()
}

/** An account with the fields that dunning uses, and what has happened for its due date. */
export interface KnownPayer extends Payer {
  readonly id: number
  readonly title: string
  readonly lifecycle: Lifecycle | null
  readonly reached: readonly MilestoneKind[]
  readonly type: 10 | null
  readonly regApps: readonly AppId[]
  readonly serviceApps: readonly AppId[]
  /** The amount of the last paid bill, if any. */
  readonly lastPaid: { readonly amount: number; readonly currency: string } | null
}

/** All accounts of the dealer, those on a plan, or one. Nothing is locked. */
export const listPayers = (
  db: Db,
  { dealer, apps }: Scope,
  part: { readonly account?: number | undefined; readonly plan?: string | undefined },
) => rowsOf<KnownPayer>(db)`
    select accounts.id, accounts.title, ack, payment_expected_at, payment_notify_offset, block_offset, use_fleet_lifecycle,
      blocked, blocked_by, blocked_at, client_plans.lifecycle, accounts.type, reg_apps, service_apps,
      array(select kind from milestones where account_id = accounts.id and due_at = payment_expected_at) as reached,
      (select json_build_object('amount', amount_total, 'currency', currency) from bills
       where account_id = accounts.id and status = 'complete' order by created_at desc, id desc limit 1) as last_paid
    from accounts left join client_plans on client_plans.id = accounts.client_plan_id
    where accounts.dealer_id = ${dealer} and reg_apps && ${[...apps]}::uuid[]
      and (${part.account ?? null}::bigint is null or accounts.id = ${part.account ?? null}::bigint)
      and (${part.plan ?? null}::uuid is null or client_plan_id = ${part.plan ?? null}::uuid)
    order by accounts.id`

export const findPlan = (db: Db, dealer: number, planId: string) =>
  db
    .selectFrom('clientPlans')
    .select('lifecycle')
    .where('dealerId', '=', dealer)
    .where('id', '=', planId)
    .executeTakeFirst() as Promise<{ lifecycle: Lifecycle | null } | undefined>

export interface AuditedStep {
  readonly at: Date
  readonly action: string
  readonly actorKind: string
  readonly after: unknown
}

/** Newest last. */
export async function listSteps(
  db: Db,
  dealer: number,
  accountId: number,
  actions: readonly string[],
  most: number,
): Promise<readonly AuditedStep[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['at', 'action', 'actorKind', 'after'])
    .where('dealerId', '=', dealer)
    .where('subjectId', '=', String(accountId))
    .where('action', 'in', actions)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.reverse()
}
