/** Channels of a client in addition to its pages: set up, confirmed, tested. */
import { randomInt, timingSafeEqual } from 'node:crypto'
import { readAccount } from '#customers/accounts/actions.ts'
import { consume } from '#identity/login-throttle/actions.ts'
import { throttleKey } from '#identity/login-throttle/throttle.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { readUser } from '#identity/users/actions.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { isAddress } from '#kernel/email-address.ts'
import { conflict, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import { newSecret } from '#kernel/outgoing-events/sending.ts'
import { limits } from '../limits.ts'
import { type Channel, type ChannelKind, codeLabel, secretLabel, shownUrl, urlLabel } from './channel.ts'
import * as store from './channel-store.ts'
import { drop } from './delivery-store.ts'
import { codeMail } from './mail.ts'
import { subscriptionProblems } from './push.ts'
import type { Subscription } from './web-push.ts'

export const listChannels = (call: ClientCall): Promise<Channel[]> => store.list(call.db, call.account)

export const readChannel = async (call: ClientCall, id: string): Promise<Channel> =>
  (await store.find(call.db, call.account, id)) ?? notFound('channel')

export interface NewChannel {
  readonly kind: ChannelKind
  readonly name: string
  readonly address: string | undefined
  readonly url: string | undefined
  /** Of a device. */
  readonly subscription?: Subscription | undefined
}

function targetProblems(call: ClientCall, { kind, address, url, subscription }: NewChannel): readonly Problem[] {
  if (kind === 'push') {
    const other = (['address', 'url'] as const).find((name) => ({ address, url })[name] !== undefined)
    const problems = other ? [invalidField(other, `A channel of kind push has no ${other}.`)] : []
    return [...problems, ...subscriptionProblems(call, subscription)]
  }
  const [name, other] = kind === 'mail' ? (['address', 'url'] as const) : (['url', 'address'] as const)
  const given = { address, url }
  const problems: Problem[] = subscription
    ? [invalidField('subscription', `A channel of kind ${kind} has no subscription.`)]
    : []
  if (given[other] !== undefined) problems.push(invalidField(other, `A channel of kind ${kind} has no ${other}.`))
  if (given[name] === undefined) problems.push(invalidField(name, `A channel of kind ${kind} needs ${name}.`))
  if (kind === 'mail' && address !== undefined && !isAddress(address)) {
    problems.push(invalidField('address', 'address must be an e-mail address.'))
  }
  const urlProblem = kind !== 'mail' && url !== undefined ? call.clientOutbound.problemOf(url) : undefined
  return urlProblem === undefined ? problems : [...problems, invalidField('url', `url cannot be called. ${urlProblem}`)]
}

export interface MadeChannel {
  readonly channel: Channel
  /** For a webhook, shown only once. */
  readonly secret: string | null
}

export const createChannel = (caller: ClientCall, input: NewChannel): Promise<MadeChannel> =>
  inTransaction(caller, async (call) => {
    const { kind, name, address, subscription } = input
    call.validate(targetProblems(call, input))
    const url = subscription?.endpoint ?? input.url
    if ((await store.countLocked(call.db, call.account)) >= limits.channelsMax) {
      conflict(`There are ${limits.channelsMax} channels, the maximum. Delete one first.`)
    }
    const now = call.clock.now()
    const id = uuidv7(now)
    const secret = kind === 'webhook' ? newSecret() : null
    const user = await readUser(call, call.user)
    const isOwn = user.email !== null && user.email.toLowerCase() === address?.toLowerCase()
    const channel: Channel = {
      ...{ id, accountId: call.account, kind, name, address: address ?? null },
      userId: subscription ? call.user : null,
      urlSealed:
        url === undefined ? null : call.vault.seal(subscription ? JSON.stringify(subscription) : url, urlLabel(id)),
      urlShown: url === undefined ? null : shownUrl(kind, url),
      secretSealed: secret === null ? null : call.vault.seal(secret, secretLabel(id)),
      ...{ lang: user.lang, isEnabled: true, disabledReason: null },
      // The user's own address was confirmed when the account was activated.
      confirmedAt: kind !== 'mail' || isOwn ? now : null,
      ...{ codeSealed: null, codeUntil: null, codeTries: 0 },
      ...{ failingSince: null, lastFailure: null, lastSuccessAt: null, createdAt: now, updatedAt: now },
    }
    await store.insert(call.db, channel)
    const shown = toldOf(channel)
    await recordChange(call, { action: 'notification-channels.create', subject: id, after: shown })
    if (channel.confirmedAt === null) await sendCode(call, channel)
    return { channel: await readChannel(call, id), secret }
  })

/** What the audit log may have. */
const toldOf = ({ id, kind, name, address, urlShown, isEnabled, disabledReason }: Channel) => ({
  ...{ id, kind, name, address, url: urlShown, enabled: isEnabled, disabled_reason: disabledReason },
})

async function sendCode(call: ClientCall, channel: Channel): Promise<void> {
  const to = channel.address ?? notFound('channel')
  if (!(await consume(call, throttleKey('notification code', String(call.account), null)))) {
    conflict('Ten codes were sent within an hour. Wait before you request another.')
  }
  if (!(await mayMail(call, to, call.dealer))) {
    conflict('An email was just sent to this address, or five within a day. Wait before you request another.')
  }
  const now = call.clock.now()
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const { title } = await readAccount(call, call.account)
  await store.save(call.db, {
    ...channel,
    codeSealed: call.vault.seal(code, codeLabel(channel.id)),
    codeUntil: new Date(now.getTime() + limits.codeMinutes * 60_000),
    codeTries: 0,
    updatedAt: now,
  })
  await postMail(call, codeMail(code, title, { to, lang: channel.lang, dealer: call.dealer }))
}

const forUpdate = async (call: ClientCall, id: string): Promise<Channel> =>
  (await store.findForUpdate(call.db, call.account, id)) ?? notFound('channel')

export const askForCode = (caller: ClientCall, id: string): Promise<Channel> =>
  inTransaction(caller, async (call) => {
    const channel = await forUpdate(call, id)
    if (channel.confirmedAt !== null) conflict('The channel is confirmed. Nothing is left to do.')
    await sendCode(call, channel)
    return readChannel(call, id)
  })

/** Returns whether the code was right; wrong ones are counted, so that nobody finds it by trying. */
export async function confirmChannel(caller: ClientCall, id: string, code: string): Promise<Channel> {
  const isRight = await inTransaction(caller, async (call) => {
    const channel = await forUpdate(call, id)
    call.validate()
    if (channel.confirmedAt !== null) return true
    const now = call.clock.now()
    const { codeSealed, codeUntil, codeTries } = channel
    if (!codeSealed || !codeUntil || codeUntil < now || codeTries >= limits.codeTries) {
      conflict('The code has expired, or was tried too often. Ask for a new one.')
    }
    const known = Buffer.from(call.vault.open(codeSealed as Buffer, codeLabel(id)))
    const given = Buffer.from(code)
    const isSame = known.length === given.length && timingSafeEqual(known, given)
    const change = isSame
      ? { confirmedAt: now, codeSealed: null, codeUntil: null, codeTries: 0 }
      : { codeTries: codeTries + 1 }
    await store.save(call.db, { ...channel, ...change, updatedAt: now })
    if (isSame) {
      await recordChange(call, { action: 'notification-channels.confirm', subject: id })
    }
    return isSame
  })
  if (!isRight) caller.validate([invalidField('code', 'code is not the one that was sent.')])
  return readChannel(caller, id)
}

export interface ChannelChange {
  readonly name?: string
  readonly isEnabled?: boolean
}

const byHand = 'The channel was switched off.'

export const changeChannel = (caller: ClientCall, id: string, change: ChannelChange): Promise<Channel> =>
  inTransaction(caller, async (call) => {
    const before = await forUpdate(call, id)
    call.validate()
    // Turning it on again resets its failures.
    const fresh = change.isEnabled === true ? { disabledReason: null, failingSince: null } : {}
    const after = { ...before, ...change, ...fresh, updatedAt: call.clock.now() }
    await store.save(call.db, after)
    if (!after.isEnabled) await drop(call.db, id, byHand)
    await recordChange(call, {
      action: 'notification-channels.change',
      subject: id,
      before: toldOf(before),
      after: toldOf(after),
    })
    return after
  })

export const removeChannel = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const before = toldOf(await forUpdate(call, id))
    await store.remove(call.db, id)
    await recordChange(call, { action: 'notification-channels.remove', subject: id, before })
  })
