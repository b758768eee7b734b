import { sql } from 'kysely'
import type { Db } from '../context.ts'
import type { MilestoneKind } from './automation.ts'

export interface ReachedMilestone {
  readonly accountId: number
  readonly dueAt: Date
  readonly kind: MilestoneKind
  readonly at: Date
  readonly outcome: string
}

export async function lookAt(db: Db, accountId: number, at: Date): Promise<void> {
  await db
    .insertInto('looks')
    .values({ accountId, at })
    .onConflict((oc) => oc.column('accountId').doUpdateSet({ at }))
    .execute()
}

/** Every account that has ever had a due date has its row, so nothing is inserted, and no account is locked. */
export async function lookAtPlan(db: Db, planId: string, at: Date): Promise<void> {
  await sql`
    update looks set at = ${at} from accounts
    where accounts.id = looks.account_id and client_plan_id = ${planId} and payment_expected_at is not null`.execute(db)
}

/** Those whose turn has come; they are not locked: whoever locks the accounts next decides. */
export const listDue = async (db: Db, now: Date, most: number): Promise<readonly number[]> =>
  (await db.selectFrom('looks').select('accountId').where('at', '<=', now).orderBy('at').limit(most).execute()).map(
    (row) => row.accountId,
  )

export async function nextLook(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('looks')
    .select('at')
    .where('at', 'is not', null)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** The next look of each account; null: there is nothing to look for. */
export async function setLooks(db: Db, looks: ReadonlyMap<number, Date | null>): Promise<void> {
  await sql`
    update looks set at = next.at
    from unnest(${[...looks.keys()]}::bigint[], ${[...looks.values()]}::timestamptz[]) as next (account_id, at)
    where looks.account_id = next.account_id`.execute(db)
}

export async function listReached(db: Db, accountIds: readonly number[]): Promise<readonly ReachedMilestone[]> {
  const { rows } = await sql<ReachedMilestone>`
    select milestones.account_id, due_at, kind, at, outcome
    from milestones join accounts on accounts.id = milestones.account_id and accounts.payment_expected_at = due_at
    where milestones.account_id = any(${accountIds}::bigint[])`.execute(db)
  return rows
}

export async function insertReached(db: Db, reached: readonly ReachedMilestone[]): Promise<void> {
  if (reached.length === 0) return
  const column = <K extends keyof ReachedMilestone>(key: K) => reached.map((one) => one[key])
  await sql`
    insert into milestones (account_id, due_at, kind, at, outcome)
    select * from unnest(${column('accountId')}::bigint[], ${column('dueAt')}::timestamptz[], ${column('kind')}::text[],
      ${column('at')}::timestamptz[], ${column('outcome')}::text[])`.execute(db)
}

/** Everything that ever happened to one account, the newest first. */
export const listHistory = (db: Db, accountId: number, most: number): Promise<ReachedMilestone[]> =>
  db
    .selectFrom('milestones')
    .select(['accountId', 'dueAt', 'kind', 'at', 'outcome'])
    .where('accountId', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('dueAt', 'desc')
    .limit(most)
    .execute() as Promise<ReachedMilestone[]>
