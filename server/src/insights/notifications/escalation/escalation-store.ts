/** The SQL of steps that wait for someone to see a notification. */
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { seenAt } from '../notification-store.ts'
import type { Escalation, EscalationState } from './escalation.ts'

export const insert = (db: Db, steps: readonly Omit<Escalation, 'endedAt'>[]) =>
  db
    .insertInto('notificationEscalations')
    .values(steps.map((step) => ({ ...step, channelIds: JSON.stringify(step.channelIds) })))
    .execute()

/** Those that are due, for this worker alone; and whether there is still a reason. */
export const takeDue = (db: Db, now: Date, most: number): Promise<(Escalation & { isOver: boolean })[]> => rowsOf<
  Escalation & { isOver: boolean }
>(db)`
    select escalations.*, ${seenAt} is not null or withdrawn_at is not null as is_over
    from notification_escalations escalations join notifications on id = notification_id
    where state = 'waiting' and due_at <= ${now} order by due_at, notification_id, step limit ${most}
    for update of escalations skip locked`

export const end = (
  db: Db,
  { notificationId, step }: Pick<Escalation, 'notificationId' | 'step'>,
  state: EscalationState,
  now: Date,
) =>
  db
    .updateTable('notificationEscalations')
    .set({ state, endedAt: now })
    .where('notificationId', '=', notificationId)
    .where('step', '=', step)
    .execute()

/** Nothing waits once it was seen: a moved clock need not stop for it. */
export const nextDue = async (db: Db): Promise<Date | undefined> =>
  (
    await firstRow<{ dueAt: Date }>(db)`
    select due_at from notification_escalations join notifications on id = notification_id
    where state = 'waiting' and ${seenAt} is null order by due_at limit 1`
  )?.dueAt

export const listOf = (db: Db, notificationIds: readonly string[]) => rowsOf<Escalation>(db)`
    select * from notification_escalations where notification_id = any(${[...notificationIds]}::uuid[])
    order by notification_id, step`
