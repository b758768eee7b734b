/** One “seen” for an event and all notifications about it, whichever of them a person marks. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange, recordChanges } from '#kernel/audit/actions.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { markSeen, type NamedEvent, readEvent, seenBy } from '../geofences/actions.ts'
import { type Read, readNotification } from './actions.ts'
import * as store from './notification-store.ts'

/** Marks notifications, and makes open pages read the count again. */
async function mark(call: ClientCall, which: store.Which): Promise<readonly store.Marked[]> {
  const by = { at: call.clock.now(), user: seenBy(call) }
  const marked = await store.acknowledge(call.db, { accountId: call.account, seen: call }, which, by)
  const byUnit = new Map(marked.map(({ unitId, id }) => [unitId, id]))
  await store.announce(call.db, [...byUnit.values()])
  return marked
}

/** Named ones, or all that had arrived by a moment; returns how many nobody had seen before. */
export const seeNotifications = (caller: ClientCall, which: store.Which): Promise<number> =>
  inTransaction(caller, async (call) => {
    call.validate()
    const marked = await mark(call, which)
    if (marked.length === 0) return 0
    const eventIds = marked.flatMap(({ eventId }) => eventId ?? [])
    await markSeen(call, eventIds)
    await mark(call, { eventIds })
    const [subject, after] = [String(call.account), { count: marked.length }]
    await recordChange(call, { action: 'notifications.acknowledge', subject, after })
    return marked.length
  })

export async function seeNotification(call: ClientCall, id: string): Promise<Read> {
  await readNotification(call, id)
  await seeNotifications(call, { ids: [id] })
  return readNotification(call, id)
}

/** Returns how many nobody had seen before. */
export const seeEvents = (caller: ClientCall, ids: readonly string[]): Promise<number> =>
  inTransaction(caller, async (call) => {
    call.validate()
    const seen = await markSeen(call, ids)
    await mark(call, { eventIds: ids })
    const { dealer } = call
    await recordChanges(
      call,
      seen.map((subject) => ({ dealer, action: 'unit-events.acknowledge', subject })),
    )
    return seen.length
  })

export async function seeEvent(call: ClientCall, id: string): Promise<NamedEvent> {
  await readEvent(call, id)
  await seeEvents(call, [id])
  return readEvent(call, id)
}
