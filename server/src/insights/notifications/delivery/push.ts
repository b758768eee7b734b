/** Notifications on a person's own devices, even while no page is open. */
import { sessionOf } from '#identity/sessions/actions.ts'
import { appsOf } from '#identity/sessions/session.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { failureOf } from '#kernel/outgoing-events/sending.ts'
import { seconds } from '#kernel/time/clock.ts'
import type { Notification } from '../notification.ts'
import { countUnread } from '../notification-store.ts'
import { type Channel, urlLabel } from './channel.ts'
import { lockScreenOf, type Reader, type SentNotification } from './mail.ts'
import * as store from './push-store.ts'
import { areKeys, authorization, encrypt, newPushKeys, type PushKeys, type Subscription } from './web-push.ts'

const keyLabel = 'push-keys.private'

/** Created for the first device. If two nodes create one at the same moment, both use the first pair. */
export async function pushKeysOf(ctx: Pick<Context, 'db' | 'vault' | 'clock'>): Promise<PushKeys> {
  const known = await store.findKeys(ctx.db)
  if (known) return opened(ctx, known)
  const made = newPushKeys()
  const privateSealed = ctx.vault.seal(made.privateKey, keyLabel)
  await store.insertKeys(ctx.db, { publicKey: made.publicKey, privateSealed, createdAt: ctx.clock.now() })
  return opened(ctx, (await store.findKeys(ctx.db))!)
}

const opened = ({ vault }: Pick<Context, 'vault'>, { publicKey, privateSealed }: store.SealedKeys): PushKeys => ({
  publicKey,
  privateKey: vault.open(privateSealed, keyLabel),
})

export function subscriptionProblems(
  ctx: Pick<Context, 'clientOutbound'>,
  subscription: Subscription | undefined,
): readonly Problem[] {
  if (!subscription) return [invalidField('subscription', 'A channel of kind push needs subscription.')]
  const problem = ctx.clientOutbound.problemOf(subscription.endpoint)
  if (problem) return [invalidField('subscription', `The endpoint of the subscription cannot be called. ${problem}`)]
  return areKeys(subscription)
    ? []
    : [invalidField('subscription', 'The keys of the subscription must be those that the browser returned.')]
}

/** Nobody wants to be woken by yesterday: the push service drops what the device was away too long for. */
export const livesSeconds = 4 * 3600
/** Of the text below the title; the title is a line. */
const textMax = 600

export interface PushAnswer {
  readonly status: number | null
  readonly failure: string | null
}

/** In the form that `web/src/worker/push.ts` reads. */
export interface PushMessage {
  readonly title: string
  readonly text: string
  readonly url: string
  /** Sent twice, it is shown once. */
  readonly tag: string
  readonly at: number
  /** The badge of the application's icon; undefined: unchanged. */
  readonly badge?: number
}

export async function pushTo(
  acting: ActorContext,
  subscription: Subscription,
  { title, text, ...rest }: PushMessage,
): Promise<PushAnswer> {
  const keys = await pushKeysOf(acting)
  const message = { title: title.slice(0, textMax), text: text.slice(0, textMax), ...rest }
  const headers = {
    authorization: authorization(subscription.endpoint, keys, acting.config.publicUrl, seconds(acting.clock.now())),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(livesSeconds),
    urgency: 'high',
  }
  const body = encrypt(JSON.stringify(message), subscription)
  const answer = await acting.clientOutbound.post(subscription.endpoint, headers, body)
  return { status: 'status' in answer ? answer.status : null, failure: failureOf(answer) }
}

/** A number in a circle: more than this is shown as many. */
const countedMax = 100

export async function sendPush(
  acting: ActorContext,
  channel: Channel,
  one: SentNotification & Pick<Notification, 'accountId'>,
  reader: Reader,
): Promise<PushAnswer> {
  const { accountId, userId } = channel
  const person = userId === null ? undefined : await sessionOf(acting, userId)
  if (person?.accountId !== accountId) return { status: 410, failure: goneDevice }
  const seen = { ...person, apps: appsOf(person), viewer: person.userId }
  const subscription: Subscription = JSON.parse(acting.vault.open(channel.urlSealed!, urlLabel(channel.id)))
  return pushTo(acting, subscription, {
    ...lockScreenOf(one, reader),
    url: `/client#/notifications/list/${one.id}`,
    tag: one.id,
    at: one.t,
    badge: await countUnread(acting.db, accountId, seen, person.userId, countedMax),
  })
}

/** The device no longer wants them, or the browser has a new address. */
export const isGone = (status: number | null): boolean => status === 404 || status === 410
export const goneDevice = 'The device no longer receives notifications. Turn them on again on the device.'

/** After this no more attempts: it is in the list, and the device would drop it. */
export const isTooOld = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > livesSeconds * 1000
