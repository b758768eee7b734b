/**
 * Delivers notifications to channels: each on its own, at least once, always under the same id. The network is never
 * called inside a transaction: a delivery is leased, sent, and the result written.
 */
import { randomUUID } from 'node:crypto'
import { heldModules } from '#billing/subscriptions/actions.ts'
import { consume } from '#identity/login-throttle/actions.ts'
import { throttleKey } from '#identity/login-throttle/throttle.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { habitsAt, habitsOf } from '#identity/users/people.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { mailStatesOf, postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import {
  failureOf,
  gone,
  isSharedWithOthers,
  nextTry,
  plainHeaders,
  sendDue,
  signedHeaders,
} from '#kernel/outgoing-events/sending.ts'
import { usualHabits } from '#kernel/time/habits.ts'
import { findAddress } from '../../addresses/actions.ts'
import { sensorsOfUnits } from '../../sensors/actions.ts'
import { modulesOf } from '../conditions/condition.ts'
import * as escalations from '../escalation/escalation-store.ts'
import { limits } from '../limits.ts'
import { type Notification, passesBlock, spotOf } from '../notification.ts'
import * as notificationStore from '../notification-store.ts'
import { messageOf } from '../notification-wire.ts'
import { withoutPrivatePlaces } from '../notify.ts'
import type { Rule } from '../rule.ts'
import { linkLabel } from '../rule-actions/action.ts'
import * as actionStore from '../rule-actions/action-store.ts'
import { type Channel, messengerBody, secretLabel, urlLabel } from './channel.ts'
import * as channels from './channel-store.ts'
import * as store from './delivery-store.ts'
import { notificationMail, type Reader, type SentNotification, sentences } from './mail.ts'
import { goneDevice, isGone, isTooOld, sendPush } from './push.ts'

/** Concurrent deliveries, and how long a worker's lease lasts. A call takes ten seconds at most. */
interface DeliveryLimits {
  readonly inAll: number
  readonly perChannel: number
  readonly leaseMs: number
}

const usual: DeliveryLimits = { inAll: 32, perChannel: 4, leaseMs: 60_000 }
/** How often the outbox is polled for a mail's state; less often as it ages. */
const followMs = 60_000
const followPart = 4
const dayMs = 86_400_000

export const deliverDue = (acting: ActorContext, { inAll, perChannel, leaseMs } = usual): Promise<number> =>
  sendDue<store.Item>(acting, {
    inAll,
    claim: (most) =>
      inTransaction(acting, async ({ db, clock }) => {
        if (!(await isSharedWithOthers(db, 'notification claims'))) return []
        const now = clock.now()
        const leaseUntil = new Date(now.getTime() + leaseMs)
        return store.claim(db, { most, perChannel, now, leaseUntil }, randomUUID())
      }),
    deliver: (item) => deliver(acting, item),
    failed: (item, err) => acting.log.error({ err, channel: item.channelId }, 'Failed to record a delivery.'),
  })

export const nextDelivery = store.nextTryOf

type Dated = store.Waiting & Pick<SentNotification, 'place' | 'link' | 'linkUntil' | 'unseenMinutes' | 'sensorUnits'>

async function deliver(acting: ActorContext, item: store.Item): Promise<void> {
  const found = await store.readNotification(acting.db, item.notificationId)
  const channel = found && (await channels.find(acting.db, found.accountId, item.channelId))
  // Deleted with its unit or channel.
  if (!found || !channel) return
  // It waited, and meanwhile its trip became private.
  const [waiting] = await withoutPrivatePlaces(acting, [found], true)
  if (!waiting) {
    const outcome = { state: 'dropped', nextTryAt: null, status: null, failure: secret, isTry: false } as const
    await store.note(acting.db, item, outcome, acting.clock.now())
    return
  }
  // An emergency that waited describes the state when it is sent.
  const facts = waiting.isBlocked ? { ...waiting.facts, isBlocked: true } : waiting.facts
  const notification: Dated = {
    ...{ ...waiting, facts, place: await placeOf(acting, waiting) },
    ...(await linkOf(acting, waiting)),
    ...(await unseenOf(acting, item)),
    sensorUnits: await sensorUnitsOf(acting, waiting),
  }
  if (item.state === 'waiting' && !(await mayLeave(acting, notification))) {
    const outcome = { state: 'dropped', nextTryAt: null, status: null, failure: shut, isTry: false } as const
    await store.note(acting.db, item, outcome, acting.clock.now())
    return
  }
  if (channel.kind === 'mail' && item.state === 'waiting' && (await store.isMuted(acting.db, channel))) {
    const outcome = { state: 'dropped', nextTryAt: null, status: null, failure: muted, isTry: false } as const
    await store.note(acting.db, item, outcome, acting.clock.now())
    return
  }
  if (channel.kind === 'mail') {
    return item.state === 'posted'
      ? follow(acting, item, channel, notification)
      : post(acting, item, channel, notification)
  }
  const answer = await call(acting, channel, notification, notification.zone)
  await note(acting, item, channel, answer)
}

/** In a person's own channel with that person's habits; elsewhere with the default. */
async function readerOf(ctx: Pick<ActorContext, 'db'>, channel: Channel, zone: string | null): Promise<Reader> {
  const { userId, address, accountId, lang } = channel
  const habits =
    userId !== null
      ? await habitsOf(ctx, userId)
      : address === null
        ? usualHabits
        : await habitsAt(ctx, accountId, address)
  return { lang, habits, zone: habits.zone ?? zone ?? 'UTC' }
}

async function sensorUnitsOf(
  ctx: ActorContext,
  { unitId, facts }: Notification,
): Promise<SentNotification['sensorUnits']> {
  const { condition } = facts
  const counted = condition?.type === 'repeated' ? condition.of : condition
  const parts = counted?.type === 'combined' ? counted.parts : [counted]
  const isOfSensor = parts.some((part) => part?.type === 'parameter' && part.sensor !== undefined)
  if (unitId === null || !isOfSensor) return undefined
  const sensors = await sensorsOfUnits(ctx, [unitId])
  return new Map(sensors.map(({ name, measure }) => [name.toLowerCase(), measure]))
}

/** Created by a rule. If it was revoked meanwhile, it opens nothing. */
async function linkOf(
  acting: ActorContext,
  { id }: Notification,
): Promise<Pick<SentNotification, 'link' | 'linkUntil'>> {
  const made = (await actionStore.listOf(acting.db, [id])).find(({ linkSealed }) => linkSealed !== null)
  if (!made?.linkSealed) return {}
  return { link: acting.vault.open(made.linkSealed, linkLabel(made)), linkUntil: made.result?.until }
}

/** For a channel that was not among the first. */
async function unseenOf({ db }: ActorContext, item: store.Item): Promise<Pick<SentNotification, 'unseenMinutes'>> {
  const steps = await escalations.listOf(db, [item.notificationId])
  const step = steps.find(({ state, channelIds }) => state === 'sent' && channelIds.includes(item.channelId))
  return step ? { unseenMinutes: step.minutes } : {}
}

/** Without geofences: readers of the channel may not see them all. */
async function placeOf(acting: ActorContext, one: Notification): Promise<SentNotification['place']> {
  const spot = spotOf(one)
  const address = spot && (await findAddress(acting, spot))
  return address ? { geofence: null, address } : undefined
}

const secret = 'The unit was on a private trip.'
const muted = 'The person with this address has turned off notification emails.'
const shut = 'The account is blocked, or its plan no longer includes the modules.'

/** Hours or days may have passed since the notification: quiet hours, or a receiver that did not answer. */
async function mayLeave(acting: ActorContext, one: Dated): Promise<boolean> {
  const { accountId, appId, facts } = one
  if (!one.isReachable || (one.isBlocked && !passesBlock(one))) return false
  const held = await heldModules(acting, accountId, appId === null ? [] : [appId])
  const needed = ['notification', 'extended_notification', ...(facts.condition ? modulesOf(facts.condition) : [])]
  return needed.every((name) => held.includes(name))
}

interface Answer {
  readonly status: number | null
  readonly failure: string | null
}

const idOf = ({ id }: Pick<Notification, 'id'>): string => `ntf_${id}`

async function call(
  acting: ActorContext,
  channel: Channel,
  one: SentNotification & Pick<Notification, 'accountId'>,
  zone: string | null,
): Promise<Answer> {
  const reader = await readerOf(acting, channel, zone)
  if (channel.kind === 'push') return sendPush(acting, channel, one, reader)
  const url = acting.vault.open(channel.urlSealed!, urlLabel(channel.id))
  const { headline, why } = sentences(one, reader)
  const isSigned = channel.secretSealed !== null
  const body = isSigned ? JSON.stringify(messageOf(one, idOf(one))) : messengerBody(url, `${headline}\n${why}`)
  const headers = isSigned
    ? signedHeaders(acting, [acting.vault.open(channel.secretSealed!, secretLabel(channel.id))], idOf(one), body)
    : plainHeaders
  const answer = await acting.clientOutbound.post(url, headers, body)
  return { status: 'status' in answer ? answer.status : null, failure: failureOf(answer) }
}

/** Into the outbox, in one transaction with the delivery's state; the daily limit is counted under the account's lock. */
const post = (acting: ActorContext, item: store.Item, channel: Channel, one: Dated): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const now = ctx.clock.now()
    if (!(await isMailLeft(ctx, channel))) {
      const outcome = { state: 'dropped', nextTryAt: null, status: null, failure: enough, isTry: false } as const
      await store.note(ctx.db, item, outcome, now)
      return
    }
    const nextTryAt = new Date(now.getTime() + followMs)
    const isHeld = await store.note(
      ctx.db,
      item,
      { state: 'posted', nextTryAt, status: null, failure: null, isTry: true },
      now,
    )
    if (isHeld) await postMail(ctx, await mailOf(ctx, channel, one, one.zone, keyOf(item)))
  })

const enough = `The daily limit of ${limits.mailsPerDay} emails is reached.`

const isMailLeft = async ({ db, clock }: ActorContext, { accountId }: Channel): Promise<boolean> =>
  (await store.countMails(db, accountId, new Date(clock.now().getTime() - dayMs))) < limits.mailsPerDay

const keyOf = (item: Pick<store.Item, 'notificationId' | 'channelId'>): string =>
  `notifications.${item.notificationId}.${item.channelId}`

async function mailOf(ctx: ActorContext, channel: Channel, one: SentNotification, zone: string | null, key: string) {
  const dealer = await notificationStore.dealerOf(ctx.db, channel.accountId)
  const to = { to: channel.address ?? '', lang: channel.lang, dealer }
  const reader = await readerOf(ctx, channel, zone)
  return notificationMail(one, reader, to, `${loginUrlOf(ctx, dealer)}/client#/notifications`, key)
}

/** The mail's state in the outbox. */
async function follow(acting: ActorContext, item: store.Item, channel: Channel, { createdAt }: Dated): Promise<void> {
  await inTransaction(acting, async (ctx) => {
    const now = ctx.clock.now()
    const age = now.getTime() - createdAt.getTime()
    const mail = (await mailStatesOf(ctx, [keyOf(item)])).get(keyOf(item))
    const isOver = mail?.state === 'sent' || mail?.state === 'kept'
    const isFailed = !mail || mail.state === 'failed'
    const outcome = {
      state: isOver ? 'delivered' : isFailed ? 'failed' : 'posted',
      nextTryAt: isOver || isFailed ? null : new Date(now.getTime() + Math.max(followMs, age / followPart)),
      status: null,
      failure: mail?.failure ?? null,
      isTry: false,
    } as const
    const isHeld = await store.note(ctx.db, item, outcome, now)
    if (isHeld && (isOver || isFailed))
      await noteChannel(ctx, channel, isOver ? null : (mail?.failure ?? 'The email was deleted.'))
  })
}

const note = (acting: ActorContext, item: store.Item, channel: Channel, { status, failure }: Answer): Promise<void> => {
  acting.meters.notificationAttempts.inc({ result: failure === null ? 'delivered' : 'failed' })
  return inTransaction(acting, async (ctx) => {
    const now = ctx.clock.now()
    const isPush = channel.kind === 'push'
    const isOver = failure === null || status === 410 || (isPush && (isGone(status) || isTooOld(item.createdAt, now)))
    const nextTryAt = isOver ? null : nextTry(item.tries + 1, item.createdAt, now)
    const state = failure === null ? 'delivered' : nextTryAt ? 'waiting' : 'failed'
    const isHeld = await store.note(ctx.db, item, { state, nextTryAt, status, failure, isTry: true }, now)
    if (!isHeld) return
    if (isPush && isGone(status)) await forgetDevice(ctx, channel)
    else await noteChannel(ctx, channel, failure, status === 410)
  })
}

/** With its pending deliveries; what it received is still in the list. */
async function forgetDevice(ctx: ActorContext, { id, accountId, name }: Channel): Promise<void> {
  await channels.remove(ctx.db, id)
  const dealer = await notificationStore.dealerOf(ctx.db, accountId)
  const before = { id, kind: 'push', name, disabled_reason: goneDevice }
  await recordChange(ctx, { dealer, action: 'notification-channels.remove', subject: id, before })
}

/** A channel that failed for days, or answered 410, is disabled until the client enables it. */
async function noteChannel(
  ctx: ActorContext,
  { id, accountId }: Channel,
  failure: string | null,
  isGone = false,
): Promise<void> {
  const before = await channels.findForUpdate(ctx.db, accountId, id)
  if (!before) return
  const now = ctx.clock.now()
  if (failure === null) {
    await channels.save(ctx.db, { ...before, failingSince: null, lastFailure: null, lastSuccessAt: now })
    return
  }
  const failingSince = before.failingSince ?? now
  const isLong = now.getTime() - failingSince.getTime() >= limits.failingSeconds * 1000
  const disabledReason = isGone
    ? gone
    : isLong
      ? `No delivery succeeded for ${limits.failingSeconds / 86_400} days. ${failure}`
      : null
  const isOff = before.isEnabled && disabledReason !== null
  const after = { ...before, failingSince, lastFailure: failure, ...(isOff && { isEnabled: false, disabledReason }) }
  await channels.save(ctx.db, after)
  if (!isOff) return
  await store.drop(ctx.db, id, disabledReason)
  const dealer = await notificationStore.dealerOf(ctx.db, accountId)
  const change = { action: 'notification-channels.disable', subject: id, after: { disabled_reason: disabledReason } }
  await recordChange(ctx, { dealer, ...change })
}

export interface Tested {
  readonly channel: Channel
  readonly isOk: boolean
  readonly status: number | null
  readonly failure: string | null
}

/** A test notification, on the page and through these channels; returns the result for each. */
export async function sendTest(
  caller: ClientCall,
  rule: Pick<Rule, 'id' | 'name' | 'zone'> | undefined,
  to: readonly Channel[],
) {
  if (!(await consume(caller, throttleKey('notification test', String(caller.account), null)))) {
    conflict('You sent ten tests within an hour. Wait before you send another.')
  }
  const now = caller.clock.now()
  const id = uuidv7(now)
  const t = Math.floor(now.getTime() / 1000)
  const one: Notification = {
    ...{ id, accountId: caller.account, unitId: null, ruleId: rule?.id ?? null, ruleName: rule?.name ?? '' },
    ...{ kind: 'test', eventKey: `test:${id}`, eventId: null, t, shownAt: t, telling: 'test' },
    facts: { condition: null, unitName: null },
    ...{ createdAt: now, acknowledgedAt: null, withdrawnAt: null },
  }
  await inTransaction(caller, async ({ db }) => {
    await notificationStore.insert(db, one)
    await notificationStore.announce(db, [id])
  })
  const zone = rule?.zone ?? null
  const isHeld = (await heldModules(caller, caller.account, caller.apps)).includes('extended_notification')
  return Promise.all(to.map((channel) => (isHeld ? testOne(caller, channel, one, zone) : untested(channel, noModule))))
}

const noModule = 'Your plan doesn’t include the module extended_notification. Contact your provider.'
const untested = (channel: Channel, failure: string): Tested => ({ channel, isOk: false, status: null, failure })

async function testOne(caller: ClientCall, channel: Channel, one: Notification, zone: string | null): Promise<Tested> {
  if (channel.confirmedAt === null) {
    return untested(channel, 'Confirm the address first: enter the code from the email.')
  }
  if (!channel.isEnabled) return untested(channel, 'The channel is off. Turn it on first.')
  if (channel.kind !== 'mail') {
    const answer = await call(caller, channel, one, zone)
    if (channel.kind === 'push' && isGone(answer.status)) {
      await inTransaction(caller, (ctx) => forgetDevice(ctx, channel))
      return { channel, isOk: false, status: answer.status, failure: goneDevice }
    }
    return { channel, isOk: answer.failure === null, ...answer }
  }
  return inTransaction(caller, async (ctx) => {
    if (!(await isMailLeft(ctx, channel))) return untested(channel, enough)
    const now = ctx.clock.now()
    const item = { notificationId: one.id, channelId: channel.id }
    await store.insertPosted(ctx.db, item, new Date(now.getTime() + followMs), now)
    await postMail(ctx, await mailOf(ctx, channel, one, zone, keyOf(item)))
    return { channel, isOk: true, status: null, failure: null }
  })
}
