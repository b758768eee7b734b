/** The SQL of rules' actions. */
import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { ActionReason, ActionResult, ActionState, RuleAction, TakenAction } from './action.ts'

export async function insert(
  db: Db,
  notificationId: string,
  actions: readonly RuleAction[],
  of: { readonly state: ActionState; readonly reason: ActionReason | null; readonly dueBy: Date; readonly now: Date },
): Promise<void> {
  const { state, reason, dueBy, now } = of
  const endedAt = state === 'waiting' ? null : now
  await db
    .insertInto('notificationActions')
    .values(
      actions.map((action, index) => ({
        ...{ notificationId, place: index + 1, action: JSON.stringify(action) },
        ...{ state, reason, dueBy, endedAt },
      })),
    )
    .execute()
}

/** Notifications with actions that nobody has run, expired ones first. */
export const listWaiting = async (db: Db, most: number): Promise<string[]> =>
  (
    await rowsOf<{ id: string }>(db)`
    select notification_id as id from notification_actions where state = 'waiting'
    group by notification_id order by min(due_by), notification_id limit ${most}`
  ).map(({ id }) => id)

/** For this worker alone: none while another has claimed them. */
export async function takeWaiting(db: Db, notificationId: string): Promise<TakenAction[]> {
  const { rows: held } = await sql`
    select from notifications where id = ${notificationId} for no key update skip locked`.execute(db)
  if (held.length === 0) return []
  return rowsOf<TakenAction>(db)`
    select * from notification_actions where notification_id = ${notificationId} and state = 'waiting'
    order by place for update`
}

export interface ActionOutcome {
  readonly state: Exclude<ActionState, 'waiting'>
  readonly reason?: ActionReason
  readonly result?: ActionResult
  readonly linkSealed?: Buffer
}

export async function end(db: Db, of: TakenAction, outcome: ActionOutcome, now: Date): Promise<void> {
  const { state, reason = null, result, linkSealed = null } = outcome
  await db
    .updateTable('notificationActions')
    .set({ state, reason, result: result ? JSON.stringify(result) : null, linkSealed, endedAt: now })
    .where('notificationId', '=', of.notificationId)
    .where('place', '=', of.place)
    .execute()
}

/**
 * False: the rule has already acted on this, or on something later. What began before the last event was certain is
 * that event, moved by late data.
 */
export async function mark(
  db: Db,
  of: { readonly ruleId: string; readonly unitId: number; readonly what: string },
  { t, shownAt }: { readonly t: number; readonly shownAt: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_action_marks as marks (rule_id, unit_id, what, until)
    values (${of.ruleId}, ${of.unitId}, ${of.what}, ${shownAt})
    on conflict (rule_id, unit_id, what) do update set until = excluded.until
      where marks.until < excluded.until and marks.until <= ${t}
    returning rule_id`.execute(db)
  return rows.length > 0
}

export const listOf = (db: Db, notificationIds: readonly string[]) => rowsOf<TakenAction>(db)`
    select * from notification_actions where notification_id = any(${[...notificationIds]}::uuid[])
    order by notification_id, place`
