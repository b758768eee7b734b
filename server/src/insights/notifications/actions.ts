/** A client’s notification rules and notifications. */
import { isDeepStrictEqual } from 'node:util'
import { heldModules, unitLimitsOf } from '#billing/subscriptions/actions.ts'
import { largestLimit } from '#customers/accounts/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { mayInside } from '#identity/sessions/session.ts'
import { everyItem, type Page } from '#kernel/api/lists.ts'
import { recordChange, recorded } from '#kernel/audit/actions.ts'
import type { Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, invalidField, notFound, type Problem, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { isZone } from '#kernel/time/zone.ts'
import { standingOf } from '#tracking/commands/actions.ts'
import type { UnitCommand } from '#tracking/commands/command.ts'
import { type PlaceName, withNames } from '../addresses/actions.ts'
import { listGeofences } from '../geofences/actions.ts'
import { requireOwnScope, requireReach } from '../groups/actions.ts'
import { forAll, isWider, scopeAfter, scopeProblems } from '../groups/scope.ts'
import {
  type Condition,
  conditionProblems,
  isChecked,
  modulesOf,
  partsOf,
  seenCondition,
} from './conditions/condition.ts'
import { hoursProblems } from './conditions/hours.ts'
import { othersIn, requirePairs } from './conditions/others.ts'
import * as channels from './delivery/channel-store.ts'
import * as deliveries from './delivery/delivery-store.ts'
import { type Escalation, escalationProblems } from './escalation/escalation.ts'
import * as escalations from './escalation/escalation-store.ts'
import { type Notification, spotOf } from './notification.ts'
import * as notificationStore from './notification-store.ts'
import { withOtherNames, withoutPrivatePlaces } from './notify.ts'
import type { Rule } from './rule.ts'
import { modulesOfAction, needsConfirmation, type RuleAction, type TakenAction } from './rule-actions/action.ts'
import * as actionStore from './rule-actions/action-store.ts'
import * as store from './store.ts'

export { listChannels } from './delivery/channel-actions.ts'

const seenBy = ({ sight }: ClientCall, condition: Condition): Condition =>
  seenCondition(condition, (unitId) => sight?.unitIds?.includes(unitId) ?? true)
const shownRule = (call: ClientCall, rule: Rule): Rule => ({ ...rule, condition: seenBy(call, rule.condition) })

export const listRules = async (call: ClientCall): Promise<Rule[]> =>
  (await store.list(call.db, call.account, call)).map((rule) => shownRule(call, rule))

export const readRule = async (call: ClientCall, id: string): Promise<Rule> =>
  shownRule(call, (await store.find(call.db, call.account, call, id)) ?? notFound('rule'))

export type RuleChange = Partial<Omit<Rule, 'id' | 'accountId' | 'since' | 'createdAt' | 'updatedAt'>> & {
  /** Of dangerous commands among its actions. */
  readonly isConfirmed?: boolean
}
export type NewRule = RuleChange & Pick<Rule, 'name' | 'condition'>

const restarting = ['condition', 'schedule', 'zone'] as const

const geofencesIn = (condition: Condition | undefined): readonly string[] =>
  condition ? partsOf(condition).flatMap((part) => ('geofenceIds' in part ? part.geofenceIds : [])) : []

const channelsLater = ({ escalation = [] }: RuleChange): readonly string[] =>
  escalation.flatMap((step) => step.channelIds)

/**
 * Given ids must belong to the client; a foreign one and a missing one get the same answer. A geofence of the rule may
 * have been deleted since: changing something else keeps its id, which matches nothing.
 */
async function requireOwn(call: ClientCall, input: RuleChange, before?: Rule): Promise<void> {
  const { condition } = input
  // A channel of a step may have been deleted since.
  const later = channelsLater(input).filter((id) => !(before && channelsLater(before).includes(id)))
  const channelIds = [...(input.channelIds ?? []), ...later]
  await requireOwnScope(call, input)
  const isIn = (ids: readonly string[], known: readonly { readonly id: string }[]) =>
    ids.every((id) => known.some((one) => one.id === id))
  if (channelIds.length > 0 && !isIn(channelIds, await channels.list(call.db, call.account))) notFound('channel')
  const [others, othersBefore] = [othersIn(condition), othersIn(before?.condition)]
  await requireOwnScope(call, {
    unitIds: others.unitIds.filter((id) => !othersBefore.unitIds.includes(id)),
    groupIds: others.groupIds.filter((id) => !othersBefore.groupIds.includes(id)),
  })
  const had = geofencesIn(before?.condition)
  const geofenceIds = geofencesIn(condition).filter((id) => !had.includes(id))
  if (geofenceIds.length > 0 && !isIn(geofenceIds, await listGeofences(call))) notFound('geofence')
}

/** Those that the rule did not have before. */
const newActions = ({ actions = [] }: RuleChange, before: Rule | undefined): readonly RuleAction[] =>
  actions.filter((action) => !before?.actions.some((had) => isDeepStrictEqual(action, had)))

/** It does the same, at other times or for other units. */
const actsElse = (before: Rule, input: RuleChange): boolean =>
  (input.isEnabled === true && !before.isEnabled) ||
  isWider(before, scopeAfter(before, input)) ||
  restarting.some((name) => input[name] !== undefined && !isDeepStrictEqual(input[name], before[name]))

/** The caller must be allowed to do by hand what the rule does. What was there before may have been deleted since. */
async function requireOwnActions(call: ClientCall, input: RuleChange, before?: Rule): Promise<void> {
  const added = newActions(input, before)
  const after = before && actsElse(before, input) ? (input.actions ?? before.actions) : added
  if (call.sight?.unitIds && after.some(({ type }) => type === 'group')) {
    forbidden(
      'You can see only some of the units, so your rules can’t move them. Ask an owner of your account to add this action.',
    )
  }
  for (const action of added) {
    if (action.type === 'group') await requireOwnScope(call, { groupIds: [action.groupId] })
    if (action.type === 'webhook') {
      const channel = await channels.find(call.db, call.account, action.channelId)
      if (channel?.kind !== 'webhook') notFound('webhook')
    }
  }
}

const dangers =
  'This command can disable the vehicle or its tracker. If the rule may send it, send the request again with confirm: true.'

function requireConfirmed(input: RuleChange, before?: Rule): void {
  const isSure = input.isConfirmed === true
  const isForMore = before !== undefined && isWider(before, scopeAfter(before, input))
  const asked = isForMore ? (input.actions ?? before.actions) : newActions(input, before)
  if (!isSure && asked.some(needsConfirmation)) conflict(dangers, 'actions')
}

/** Services and documents are entered by people, and anyone can cause a conflict: no tracker vouches for them. */
function requireShown({ condition, actions }: RuleChange, before?: Rule): void {
  const core = condition ?? before?.condition
  if (!(condition || actions) || !core || !isChecked(core)) return
  if (!(actions ?? before?.actions ?? []).some(({ type }) => type === 'command')) return
  conflict(
    'No message of the tracker shows this condition, so the rule can’t send a command. Choose another condition or action.',
    'actions',
  )
}

/** What a plan lacks cannot be added; what was set up before it was lost stays, and is paused. */
async function requireModules(call: ClientCall, input: RuleChange, before?: Rule): Promise<void> {
  const { condition } = input
  const had = before ? [...before.channelIds, ...channelsLater(before)] : []
  const channelIds = [...(input.channelIds ?? []), ...channelsLater(input)]
  const held = await heldModules(call, call.account, call.apps)
  const needed = [
    ...(condition && !isDeepStrictEqual(condition, before?.condition) ? modulesOf(condition) : []),
    ...(channelIds.some((id) => !had.includes(id)) ? ['extended_notification'] : []),
    ...newActions(input, before).flatMap(modulesOfAction),
  ]
  const missing = needed.find((name) => !held.includes(name))
  if (missing) forbidden(`Your plan doesn’t include the module ${missing}. Contact your provider.`)
}

/** Units that are named by as many rules as the plan allows get no more; `before` are those of the changed rule. */
async function requireRoom(
  call: ClientCall,
  unitIds: readonly number[],
  before: readonly number[] = [],
): Promise<void> {
  const added = unitIds.filter((id) => !before.includes(id))
  if (added.length === 0) return
  for (const { appId, name, count } of await store.countNamingLocked(call.db, call.account, added)) {
    const { unitNotifySettings: most } = await unitLimitsOf(call, call.account, appId)
    if (most === null || count < most) continue
    const rules = most === 1 ? 'one rule' : `${most} rules`
    refuse(
      'QUOTA_EXCEEDED',
      `Your plan allows ${rules} per unit, and ${name} has no room for another. Choose another unit, or get a larger plan.`,
      'unit_ids',
    )
  }
}

function problemsOf(input: RuleChange): Problem[] {
  const { condition, zone, schedule, quiet } = input
  return [
    ...(condition ? conditionProblems(condition) : []),
    ...(zone !== undefined && !isZone(zone)
      ? [invalidField('tz', 'tz must be a time zone, such as Europe/Berlin.')]
      : []),
    ...(schedule ? hoursProblems('schedule', schedule) : []),
    ...(quiet ? hoursProblems('quiet', quiet) : []),
    ...scopeProblems(input),
  ]
}

/** What every rule has to meet, saved or only tried. */
export async function requireValid(
  call: ClientCall,
  input: RuleChange,
  problems: readonly Problem[],
  before?: Rule,
): Promise<void> {
  await requireOwn(call, input, before)
  await requireOwnActions(call, input, before)
  const scope = scopeAfter(before ?? forAll, input)
  const condition = input.condition ?? before?.condition
  // A rule from before one of these checks can still be renamed or switched off.
  const isEscalationChanged = [input.escalation, input.channelIds, input.actions].some((part) => part !== undefined)
  const steps = isEscalationChanged ? escalationProblems({ ...before, ...input }) : []
  call.validate([...problems, ...problemsOf(input), ...steps])
  await requireModules(call, input, before)
  await requirePairs(call, condition, scope)
  requireShown(input, before)
  requireConfirmed(input, before)
  requireReach(call, scope)
  requireReach(call, othersIn(condition))
}

const lookAt = (rule: Rule, now: Date): Date | null => (rule.isEnabled && isChecked(rule.condition) ? now : null)
const nowSeconds = (call: ClientCall): number => Math.floor(call.clock.now().getTime() / 1000)

/** `problems`: parts of the request that could not be read. */
export const createRule = (caller: ClientCall, input: NewRule, problems: readonly Problem[]): Promise<Rule> =>
  inTransaction(caller, async (call) => {
    await requireValid(call, input, problems)
    const quota = await largestLimit(call, 'triggers')
    if ((await store.countLocked(call.db, call.account)) >= quota) {
      refuse('QUOTA_EXCEEDED', `There are ${quota} rules, your plan’s limit. Delete one first.`)
    }
    await requireRoom(call, scopeAfter(forAll, input).unitIds)
    const now = call.clock.now()
    const rule: Rule = {
      id: uuidv7(now),
      accountId: call.account,
      name: input.name,
      isEnabled: input.isEnabled ?? true,
      condition: input.condition,
      zone: input.zone ?? 'UTC',
      schedule: input.schedule ?? null,
      quiet: input.quiet ?? null,
      ...scopeAfter(forAll, input),
      channelIds: input.channelIds ?? [],
      actions: input.actions ?? [],
      escalation: input.escalation ?? [],
      since: nowSeconds(call),
      createdAt: now,
      updatedAt: now,
    }
    await store.insert(call.db, rule, lookAt(rule, now))
    await store.setScope(call.db, rule, call)
    return recorded(call, 'notification-rules.create', undefined, await readRule(call, rule.id))
  })

/** Its conditions start over; its notifications stay. */
const beginsAnew = (before: Rule, after: Rule): boolean =>
  (after.isEnabled && !before.isEnabled) || restarting.some((name) => !isDeepStrictEqual(before[name], after[name]))

/** Locks it for a change. Counts all its units, including those that the caller does not see. */
export async function readReachable(call: ClientCall, id: string): Promise<Rule> {
  const rule = await readRule(call, id)
  if (call.sight?.unitIds) {
    const whole = (await store.find(call.db, call.account, { apps: call.apps }, id)) ?? rule
    requireReach(call, whole)
    requireReach(call, othersIn(whole.condition))
  }
  return rule
}

/** Serialised: each change writes the whole rule. */
async function readLocked(call: ClientCall, id: string): Promise<Rule> {
  await store.lock(call.db, call.account, id)
  return readReachable(call, id)
}

export const changeRule = (
  caller: ClientCall,
  id: string,
  input: RuleChange,
  problems: readonly Problem[],
): Promise<Rule> =>
  inTransaction(caller, async (call) => {
    const before = await readLocked(call, id)
    await requireValid(call, input, problems, before)
    await requireRoom(call, scopeAfter(before, input).unitIds, before.unitIds)
    const now = call.clock.now()
    const { isConfirmed: _, ...wanted } = input
    const requested: Rule = { ...before, ...wanted, ...scopeAfter(before, input), updatedAt: now }
    const after = beginsAnew(before, requested) ? { ...requested, since: nowSeconds(call) } : requested
    await store.save(call.db, after, lookAt(after, now))
    await store.setScope(call.db, after, call)
    return recorded(call, 'notification-rules.change', before, await readRule(call, id))
  })

/** Its notifications stay in the list. */
export const removeRule = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const before = await readLocked(call, id)
    await store.remove(call.db, id)
    await recordChange(call, { action: 'notification-rules.remove', subject: id, before })
  })

/** Modules that a rule needs and the plan lacks: it is paused until they are added. */
export async function restingOf(call: ClientCall): Promise<(condition: Condition) => readonly string[]> {
  const held = await heldModules(call, call.account, call.apps)
  return (condition) => modulesOf(condition).filter((name) => !held.includes(name))
}

export const notificationSorts = notificationStore.sorts
export type NotificationQuestion = Partial<Omit<notificationStore.Filter, 'accountId' | 'seen'>>

export interface Read {
  readonly notification: Notification
  readonly place: PlaceName | undefined
  readonly deliveries: readonly deliveries.Delivery[]
  readonly actions: readonly ShownAction[]
  readonly escalations: readonly Escalation[]
  /** Whether the caller may read commands. */
  readonly isReader: boolean
}

export const readsCommands = ({ session }: ClientCall): boolean => mayInside(session, 'client.read-commands')

/** With their deliveries, newest first. */
export async function listNotifications(
  call: ClientCall,
  question: NotificationQuestion,
  page: Page,
): Promise<(Read & { readonly id: string })[]> {
  const list = await notificationStore.list(call.db, { ...question, accountId: call.account, seen: call }, page)
  return withDeliveries(call, list)
}

/** With the result of its command. */
export interface ShownAction extends TakenAction {
  readonly command: Pick<UnitCommand, 'state' | 'failure'> | null
}

async function readActions(call: Pick<Context, 'db'>, ids: readonly string[]) {
  const all = ids.length === 0 ? [] : await actionStore.listOf(call.db, ids)
  const standing = await standingOf(
    call,
    all.flatMap(({ result }) => result?.commandId ?? []),
  )
  const shown = all.map((one): ShownAction => {
    const { commandId } = one.result ?? {}
    return { ...one, command: commandId === undefined ? null : (standing.get(commandId) ?? null) }
  })
  const byNotification = Map.groupBy(shown, ({ notificationId }) => notificationId)
  return (id: string): readonly ShownAction[] => byNotification.get(id) ?? []
}

async function withDeliveries(call: ClientCall, all: readonly Notification[]) {
  const list = await withOtherNames(call, await withoutPrivatePlaces(call, all), () => call.account, call)
  const ids = list.map(({ id }) => id)
  const byNotification = Map.groupBy(
    ids.length === 0 ? [] : await deliveries.listOf(call.db, ids),
    (one) => one.notificationId,
  )
  const actionsOf = await readActions(call, ids)
  const steps = Map.groupBy(ids.length === 0 ? [] : await escalations.listOf(call.db, ids), (one) => one.notificationId)
  const named = await withNames(call, list, (one) => [spotOf(one)])
  return named.map(({ names, ...one }) => ({
    id: one.id,
    place: names[0],
    notification: {
      ...one,
      facts: { ...one.facts, condition: one.facts.condition && seenBy(call, one.facts.condition) },
    },
    deliveries: byNotification.get(one.id) ?? [],
    actions: actionsOf(one.id),
    escalations: steps.get(one.id) ?? [],
    isReader: readsCommands(call),
  }))
}

/** All that are kept, oldest first. */
export const everyNotification = (call: ClientCall): AsyncGenerator<Read & { readonly id: string }> =>
  everyItem(notificationStore.sorts.id!, (page) => listNotifications(call, {}, page))

export async function readNotification(call: ClientCall, id: string): Promise<Read> {
  const found = (await notificationStore.find(call.db, call.account, call, id)) ?? notFound('notification')
  return (await withDeliveries(call, [found]))[0]!
}

/** None for a person who wants no count. */
export const countUnread = (call: ClientCall): Promise<number> =>
  notificationStore.countUnread(call.db, call.account, call, call.user)
