/** Devices of staff: registered by their owner, and notified of news. */
import { randomUUID } from 'node:crypto'
import type { PersonCall } from '#identity/staff/call.ts'
import {
  goneDevice,
  isGone,
  livesSeconds,
  pushTo,
  subscriptionProblems,
} from '#insights/notifications/delivery/push.ts'
import type { Subscription } from '#insights/notifications/delivery/web-push.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { sendDue } from '#kernel/outgoing-events/sending.ts'
import { type Device, devicesMax, messagesOf, nextTry, subscriptionLabel, type Topic } from './device.ts'
import * as store from './store.ts'

export const listDevices = (call: PersonCall): Promise<Device[]> => store.list(call.db, call.session.personId)

export interface NewDevice {
  readonly name: string
  readonly topics: readonly Topic[]
  readonly subscription: Subscription
}

const auditPart = ({ id, name, topics }: Pick<Device, 'id' | 'name' | 'topics'>) => ({ id, name, topics })

export const addDevice = (caller: PersonCall, { name, topics, subscription }: NewDevice): Promise<Device> =>
  inTransaction(caller, async (call) => {
    const dealerId =
      call.dealer ?? forbidden('Only the team of a dealer has clients and units. Use a login of such a team.')
    const { personId } = call.session
    call.validate(subscriptionProblems(call, subscription))
    if ((await store.countLocked(call.db, personId)) >= devicesMax)
      conflict(`You have ${devicesMax} devices, the maximum. Remove one first.`)
    const now = call.clock.now()
    const id = uuidv7(now)
    const subscriptionSealed = call.vault.seal(JSON.stringify(subscription), subscriptionLabel(id))
    const device = { id, dealerId, personId, name, subscriptionSealed, topics: [...new Set(topics)], createdAt: now }
    // Earlier events are not news, even if they have no number yet.
    await countEvents(call, dealerId)
    await store.insert(call.db, { ...device, tries: 0, lastFailure: null, lastSuccessAt: null })
    await recordChange(call, {
      dealer: dealerId,
      action: 'staff-devices.create',
      subject: id,
      after: auditPart(device),
    })
    return findDevice(call, id)
  })

const findDevice = async (call: PersonCall, id: string): Promise<Device> =>
  (await store.findForUpdate(call.db, call.session.personId, id)) ?? notFound('device')

export const changeTopics = (caller: PersonCall, id: string, topics: readonly Topic[]): Promise<Device> =>
  inTransaction(caller, async (call) => {
    const before = await findDevice(call, id)
    const after = { ...before, topics: [...new Set(topics)] }
    await store.saveTopics(call.db, after)
    const change = { dealer: before.dealerId, subject: id, before: auditPart(before), after: auditPart(after) }
    await recordChange(call, { ...change, action: 'staff-devices.change' })
    return after
  })

export const removeDevice = (caller: PersonCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => forget(call, await findDevice(call, id)))

async function forget(ctx: ActorContext, device: Device, reason?: string): Promise<void> {
  await store.remove(ctx.db, device.id)
  const before = { ...auditPart(device), ...(reason && { reason }) }
  await recordChange(ctx, { dealer: device.dealerId, action: 'staff-devices.remove', subject: device.id, before })
}

export const nextPush = ({ db }: Pick<Context, 'db'>): Promise<Date | undefined> => store.nextTryOf(db)

const inAll = 32
/** How long a worker may be silent. A call takes ten seconds at most, and a device gets one per topic. */
const leaseMs = 60_000

/** At least once; no network call inside a transaction: a device is leased, notified, and the result stored. */
export const pushNews = (acting: ActorContext): Promise<number> =>
  sendDue<store.Item>(acting, {
    inAll,
    claim: (most) =>
      inTransaction(acting, ({ db, clock }) => {
        const now = clock.now()
        return store.claim(db, { most, now, leaseUntil: new Date(now.getTime() + leaseMs) }, randomUUID())
      }),
    deliver: (item) => notify(acting, item),
    failed: (item, err) => acting.log.error({ err, device: item.id }, 'Failed to record a push notification.'),
  })

async function notify(acting: ActorContext, item: store.Item): Promise<void> {
  if (item.isLeft) return inTransaction(acting, (ctx) => forget(ctx, item))
  const since = new Date(acting.clock.now().getTime() - livesSeconds * 1000)
  const news = item.topics.length === 0 ? [] : await store.listNews(acting.db, item, item.topics, since)
  const subscription: Subscription = JSON.parse(acting.vault.open(item.subscriptionSealed, subscriptionLabel(item.id)))
  let failure: string | null = null
  for (const message of messagesOf(news, item.lang)) {
    const answer = await pushTo(acting, subscription, message)
    if (isGone(answer.status)) return inTransaction(acting, (ctx) => forget(ctx, item, goneDevice))
    failure ??= answer.failure
  }
  const now = acting.clock.now()
  const isSent = news.length > 0 && failure === null
  await store.recordOutcome(acting.db, item, {
    seen: failure === null ? item.newest : item.seen,
    tries: failure === null ? 0 : item.tries + 1,
    nextTryAt: failure === null ? now : nextTry(item.tries + 1, now),
    lastFailure: news.length === 0 ? item.lastFailure : failure,
    lastSuccessAt: isSent ? now : item.lastSuccessAt,
  })
}
