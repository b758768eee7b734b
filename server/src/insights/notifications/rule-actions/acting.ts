/**
 * Runs the actions of rules. An action and the record of it are one transaction, so it is done once, by any number of
 * workers that die at any moment.
 */
import { isDeepStrictEqual } from 'node:util'
import { heldModules } from '#billing/subscriptions/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { giveByRule } from '#tracking/commands/actions.ts'
import { areTrusted } from '#tracking/gateway/trust/trusted-messages.ts'
import { aheadSeconds } from '#tracking/messages/message.ts'
import { moveUnit } from '../../groups/actions.ts'
import * as channels from '../delivery/channel-store.ts'
import * as deliveries from '../delivery/delivery-store.ts'
import { limits } from '../limits.ts'
import { subjectOf } from '../notification.ts'
import * as notificationStore from '../notification-store.ts'
import { withoutPrivatePlaces } from '../notify.ts'
import { type ActionReason, linkLabel, modulesOfAction, type RuleAction, type TakenAction } from './action.ts'
import * as store from './action-store.ts'

const perTurn = 200

/** Whose unit it is, and for how long it is shared. */
interface SharedUnit {
  readonly dealer: number
  readonly account: number
  readonly unitId: number
  readonly title: string
  readonly minutes: number
}

/** Share links are created above this wing. Undefined: the account has as many as it may. */
export type ShareFor = (
  ctx: ActorContext,
  unit: SharedUnit,
) => Promise<{ readonly id: string; readonly link: string; readonly until: number } | undefined>

/** Runs everything that waits; returns the number of notifications. One that fails waits for the next run. */
export async function actDue(acting: ActorContext, share: ShareFor): Promise<number> {
  let count = 0
  for (const id of await store.listWaiting(acting.db, perTurn)) {
    try {
      if (await inTransaction(acting, (ctx) => act(ctx, id, share))) count += 1
    } catch (err) {
      acting.log.error({ err, notification: id }, 'Failed to run the actions of a rule.')
    }
  }
  return count
}

async function act(acting: ActorContext, id: string, share: ShareFor): Promise<boolean> {
  const waiting = await store.takeWaiting(acting.db, id)
  const one = waiting.length > 0 ? await deliveries.readNotification(acting.db, id) : undefined
  if (!one) return false
  // Its owners read in their history what the rule did.
  const ctx = { ...acting, actor: { ...acting.actor, account: one.accountId } }
  const now = ctx.clock.now()
  const against = await reasonsAgainst(ctx, one, waiting, now)
  for (const item of waiting) {
    const reason = against.get(item)
    await store.end(ctx.db, item, reason ? { state: 'skipped', reason } : await perform(ctx, one, item, share), now)
  }
  await deliveries.release(ctx.db, id, limits.actionHoldSeconds)
  await notificationStore.announce(ctx.db, [id])
  return true
}

/** Only an executed action marks the event, so that somebody else's message cannot block the action of the next one. */
async function reasonsAgainst(
  ctx: ActorContext,
  one: deliveries.Waiting,
  waiting: readonly TakenAction[],
  now: Date,
): Promise<ReadonlyMap<TakenAction, ActionReason>> {
  const reasons = new Map<TakenAction, ActionReason>()
  const set = (items: readonly TakenAction[], reason: ActionReason | undefined) => {
    if (reason) for (const item of items) reasons.set(item, reason)
  }
  set(waiting, await reasonAgainst(ctx, one, waiting, now))
  const isLeft = (item: TakenAction) => !reasons.has(item)
  const isGone = ({ action }: TakenAction) => !one.actions?.some((kept) => isDeepStrictEqual(kept, action))
  set(waiting.filter(isLeft).filter(isGone), 'rule_changed')
  const left = waiting.filter(isLeft)
  if (left.length === 0) return reasons
  const shown = [
    ...[...timesOf(one)].map((t) => ({ unitId: one.unitId!, t })),
    // A peer that only knows the ident of another unit could bring it near, or far away.
    ...(one.facts.others ?? []),
  ]
  const times = Map.groupBy(shown, ({ unitId }) => unitId)
  const trusted: boolean[] = []
  for (const [unitId, own] of times) trusted.push(await areTrusted(ctx, unitId, [...new Set(own.map(({ t }) => t))]))
  if (trusted.includes(false)) {
    set(left, 'untrusted')
    return reasons
  }
  const of = { ruleId: one.ruleId!, unitId: one.unitId!, what: subjectOf(one) }
  if (!(await store.mark(ctx.db, of, one))) set(left, 'repeated')
  return reasons
}

/** Of the messages that showed it: a unit that was never there cannot leave. */
const timesOf = ({ shownAt, facts }: deliveries.Waiting): ReadonlySet<number> =>
  new Set([shownAt, facts.seenBefore ?? shownAt, ...(facts.hits ?? []), ...(facts.shownBy ?? [])])

async function reasonAgainst(
  ctx: ActorContext,
  one: deliveries.Waiting,
  waiting: readonly TakenAction[],
  now: Date,
): Promise<ActionReason | undefined> {
  if (waiting.some(({ dueBy }) => dueBy < now)) return 'late'
  if (one.withdrawnAt) return 'withdrawn'
  if (one.isBlocked || !one.isReachable) return 'blocked'
  if ((await withoutPrivatePlaces(ctx, [one], true)).length === 0) return 'private'
  if (one.ruleId === null) return 'rule_gone'
  if (one.unitId === null) return 'unit_gone'
  // Its mark would block the rule until that time.
  if (one.shownAt > now.getTime() / 1000 + aheadSeconds) return 'ahead'
  return one.isRuleOn ? undefined : 'rule_changed'
}

const failed = (reason: ActionReason): store.ActionOutcome => ({ state: 'failed', reason })

async function perform(
  ctx: ActorContext,
  one: deliveries.Waiting,
  item: TakenAction,
  share: ShareFor,
): Promise<store.ActionOutcome> {
  const { action } = item
  const { accountId: account, appId } = one
  const unitId = one.unitId!
  const held = await heldModules(ctx, account, appId === null ? [] : [appId])
  if (!modulesOfAction(action).every((name) => held.includes(name))) return failed('module')
  const dealer = await notificationStore.dealerOf(ctx.db, account)
  switch (action.type) {
    case 'command': {
      const given = await giveByRule(ctx, { dealer, account, unitId, appId: appId! }, commandOf(action))
      return typeof given === 'string' ? failed(given) : { state: 'done', result: { commandId: given.id } }
    }
    case 'group': {
      const group = await moveUnit(ctx, { dealer, account, unitId }, action.groupId)
      return group ? { state: 'done', result: { name: group.name } } : failed('group_gone')
    }
    case 'share': {
      const made = await share(ctx, { dealer, account, unitId, title: one.ruleName, minutes: action.minutes })
      if (!made) return failed('links_full')
      const linkSealed = ctx.vault.seal(made.link, linkLabel(item))
      return { state: 'done', result: { shareId: made.id, until: made.until }, linkSealed }
    }
    default:
      return callWebhook(ctx, one, action.channelId)
  }
}

const commandOf = ({ command, text, seconds }: RuleAction & { type: 'command' }) => ({
  kind: command,
  text,
  params: seconds === undefined ? {} : { seconds },
  expiresInSeconds: limits.actionCommandSeconds,
})

async function callWebhook(
  ctx: ActorContext,
  { id, accountId }: deliveries.Waiting,
  channelId: string,
): Promise<store.ActionOutcome> {
  const channel = await channels.find(ctx.db, accountId, channelId)
  if (channel?.kind !== 'webhook') return failed('channel_gone')
  if (!channel.isEnabled) return failed('channel_off')
  await deliveries.insertAtOnce(ctx.db, { notificationId: id, channelId }, ctx.clock.now())
  return { state: 'done', result: { name: channel.name } }
}
