/** What the condition of a rule saw of a unit at a moment, kind by kind: the same judgement as in the fold. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { hiddenFrom } from '#kernel/private-time.ts'
import { seconds } from '#kernel/time/clock.ts'
import { daysBetween } from '#kernel/time/day.ts'
import { dateOf } from '#kernel/time/zone.ts'
import { readStretch } from '#tracking/messages/actions.ts'
import { markOf } from '#tracking/vehicles/expiry.ts'
import { listGeofences, pastEvents, visitsOf } from '../../geofences/actions.ts'
import { tasksOfUnits } from '../../maintenance/actions.ts'
import type { Stretch } from '../../trips/actions.ts'
import { marginOf } from '../conditions/comparing.ts'
import { enriched, equipped } from '../conditions/compute.ts'
import { type Condition, distancesIn, type Part, type RepeatedCondition, secondsOf } from '../conditions/condition.ts'
import type { Seen } from '../conditions/condition-window.ts'
import { judge, type State, startState, step } from '../conditions/condition-windows.ts'
import * as documentStore from '../conditions/document-store.ts'
import * as otherStore from '../conditions/other-store.ts'
import { samplesOf } from '../conditions/sample.ts'
import { limits } from '../limits.ts'
import { isFor } from '../notification.ts'
import { triggerOf } from '../notify.ts'
import type { Rule, Watched, WatchedPart } from '../rule.ts'
import * as store from '../store.ts'
import type { Finding } from './finding.ts'

const daySeconds = 86_400
const eventsMax = 100

export async function conditionFindings(
  call: ClientCall,
  rule: Rule,
  unitId: number,
  moment: Stretch,
  heardAt: number | null,
): Promise<Finding[]> {
  const { condition } = rule
  switch (condition.type) {
    case 'alarm':
      return ofAlarms(call, rule, unitId, moment)
    case 'geofence':
      return ofGeofences(call, rule, unitId, moment)
    case 'silence':
      return ofSilence(moment, condition.minutes * 60, heardAt)
    case 'service':
      return ofServices(call, unitId, condition.state)
    case 'conflict':
      return ofConflicts(call, unitId, moment)
    case 'repeated':
      return ofCounts(call, rule, condition, unitId, moment)
    case 'document':
      return ofDocuments(call, rule, unitId)
    default:
      return ofMessages(call, rule, unitId, moment)
  }
}

/** Close to a moment, of those that the caller sees: a call for help is always shown. */
async function eventsNear(call: ClientCall, unitId: number, of: 'alarms' | 'geofences', moment: Stretch) {
  const events = await pastEvents(call, [unitId], of, near(moment), eventsMax)
  const isHidden = await hiddenFrom(call.db, call, [unitId])
  return events.filter(({ kind, t, shownAt }) => kind === 'sos' || !isHidden(unitId, t, Math.max(t, shownAt)))
}

const near = ({ from, to }: Stretch): Stretch => ({ from: from - limits.nearSeconds, to: to + limits.nearSeconds })

async function ofAlarms(call: ClientCall, rule: Rule, unitId: number, moment: Stretch): Promise<Finding[]> {
  const alarms = await eventsNear(call, unitId, 'alarms', moment)
  return alarms.length === 0
    ? [{ reason: 'no_alarm' }]
    : alarms.map((one) => ({ reason: isAsked(rule, one) ? 'met' : 'other_alarm', kind: one.kind, at: one.t }))
}

/** Whether a rule would apply if it had existed then, at any hour. */
const isAsked = (rule: Rule, event: Parameters<typeof triggerOf>[0]): boolean =>
  isFor({ ...rule, since: 0, schedule: null }, triggerOf(event))

async function ofGeofences(call: ClientCall, rule: Rule, unitId: number, moment: Stretch): Promise<Finding[]> {
  const events = await eventsNear(call, unitId, 'geofences', moment)
  const crossings = events.map(
    (one): Finding => ({
      ...{ reason: isAsked(rule, one) ? 'met' : 'other_crossing', kind: one.kind, at: one.t },
      name: one.geofenceName ?? '',
    }),
  )
  if (crossings.length > 0) return crossings
  const visits = await visitsOf(call, { unitIds: [unitId], groupId: undefined }, undefined, moment)
  const inside: Finding[] = []
  const names = new Map((await listGeofences(call)).map(({ id, name }) => [id, name]))
  for await (const page of visits) {
    inside.push(
      ...page.map(
        ({ geofenceId, t0 }) => ({ reason: 'inside', name: names.get(geofenceId ?? '') ?? '', at: t0 }) as const,
      ),
    )
  }
  return inside.length > 0 ? inside : [{ reason: 'outside' }]
}

/** When the last message before the end of a moment arrived; null: unknown. */
export async function heardBefore(
  call: ClientCall,
  unitId: number,
  { to }: Stretch,
  { minutes }: Extract<Condition, { type: 'silence' | 'idle' | 'parked' }>,
): Promise<number | null> {
  // What arrived late was sent earlier by the tracker's clock.
  const texts = await readStretch(call, unitId, { from: to - minutes * 60 - daySeconds, to: to + daySeconds })
  const arrivals = texts.flatMap(({ text }) => {
    const { 'server.timestamp': at } = JSON.parse(text)
    return typeof at === 'number' && at < to ? [Math.floor(at)] : []
  })
  return arrivals.length > 0 ? arrivals.reduce((most, at) => Math.max(most, at)) : null
}

function ofSilence({ to }: Stretch, neededSeconds: number, heardAt: number | null): Finding[] {
  if (heardAt === null) return [{ reason: 'never_heard' }]
  const lasted = to - heardAt
  return lasted < neededSeconds
    ? [{ reason: 'heard', at: heardAt, seconds: lasted, neededSeconds }]
    : [{ reason: 'met', at: heardAt }]
}

/** As they are now: counters at other moments are unknown. */
async function ofServices(call: ClientCall, unitId: number, state: 'soon' | 'due'): Promise<Finding[]> {
  const tasks = await tasksOfUnits(call, [unitId])
  if (tasks.length === 0) return [{ reason: 'no_service' }]
  const isAsked = (one: string) => one === 'due' || one === 'overdue' || (one === 'soon' && state === 'soon')
  return tasks.map(({ service: { name }, due: { state: one, ...left } }) => ({
    ...{ reason: isAsked(one) ? 'met' : 'not_due', name },
    ...left,
  }))
}

/** As they are now. */
async function ofDocuments(call: ClientCall, { zone }: Rule, unitId: number): Promise<Finding[]> {
  const today = dateOf(zone, seconds(call.clock.now()))
  const documents = await documentStore.listOfUnit(call.db, unitId)
  if (documents.length === 0) return [{ reason: 'no_document' }]
  return documents.map(({ name, expiresOn }) => ({
    ...{ reason: markOf(expiresOn, today) === undefined ? 'not_expiring' : 'met', name },
    daysLeft: daysBetween(today, expiresOn),
  }))
}

async function ofConflicts(call: ClientCall, unitId: number, { from, to }: Stretch): Promise<Finding[]> {
  const found = await store.pastConflicts(call.db, call.account, [unitId], { from: from - 3600, to: to + 3600 })
  return found.length === 0
    ? [{ reason: 'no_conflict' }]
    : found.map(({ at }) => ({ reason: 'met', at: Math.floor(at.getTime() / 1000) }))
}

/** The count by then; if it was too low, also what the condition saw at the moment. */
async function ofCounts(
  call: ClientCall,
  rule: Rule,
  { of, times, withinMinutes }: RepeatedCondition,
  unitId: number,
  moment: Stretch,
): Promise<Finding[]> {
  const within = withinMinutes * 60
  const lead = moment.from - within - secondsOf(of) - limits.gapSeconds
  const from = moment.to <= rule.since ? lead : Math.max(lead, rule.since)
  const [watched] = (await equipped(call, new Map([[unitId, [{ ...rule, since: from } satisfies Watched]]])))(unitId)
  const texts = await readStretch(call, unitId, { from, to: moment.to })
  const isHidden = await hiddenFrom(call.db, call, [unitId], from, moment.to)
  const samples = samplesOf(texts.filter(({ timestamp }) => !isHidden(unitId, timestamp)))
  const state = startState()
  for (const sample of await enriched(call, samples, [watched!])) step(state, sample, [watched!], () => {})
  const { hits = [], open = null } = state.counts?.[rule.id] ?? {}
  if (open) return [{ reason: 'met', at: open.hits[0]!.t }]
  const counted = hits.filter(({ t }) => t > moment.to - within)
  return [
    { reason: 'not_often', count: counted.length, neededCount: times, seconds: within },
    ...(await conditionFindings(call, { ...rule, condition: of }, unitId, moment, null)),
  ]
}

interface Missed extends Seen {
  readonly t: number
  readonly stand?: State['stand']
  readonly ignition?: State['ignition']
}

interface Judged extends Missed {
  readonly stand: State['stand']
  readonly ignition: State['ignition']
}

/** Runs the fold again, from long enough before the moment; once with the hours of the rule, once without. */
async function ofMessages(call: ClientCall, rule: Rule, unitId: number, moment: Stretch): Promise<Finding[]> {
  const { condition } = rule
  const neededSeconds = secondsOf(condition)
  const lead = moment.from - neededSeconds - limits.gapSeconds
  const from = moment.to <= rule.since ? lead : Math.max(lead, rule.since)
  const [one] = (await equipped(call, new Map([[unitId, [{ ...rule, since: from } satisfies Watched]]])))(unitId)
  const watched = one!
  if (condition.type === 'parameter' && condition.sensor !== undefined && !watched.sensor)
    return [{ reason: 'no_sensor', name: condition.sensor }]
  const names = new Map((await listGeofences(call)).map(({ id, name }) => [id, name]))
  const [state, free] = [startState(), startState()]
  const seen: Judged[] = []
  const all = samplesOf(await readStretch(call, unitId, { from, to: moment.to }))
  const asked = Math.min(moment.from, all.at(-1)?.t ?? moment.from)
  const [before, meant] = [all.filter(({ t }) => t < asked), all.filter(({ t }) => t >= asked)]
  // The allowed speed is shown even for a unit that was far too slow.
  const samples = [...(await enriched(call, before, [watched])), ...(await enriched(call, meant, [watched], 0))]
  for (const sample of samples) {
    step(state, sample, [watched], () => {})
    const judged = judge(free, sample, { ...watched, schedule: null })
    if (judged) seen.push({ ...judged, t: sample.t, stand: free.stand, ignition: free.ignition })
  }
  const best = closest(condition, seen, moment)
  const isAlone = distancesIn(condition).length > 0 && free.fixes?.last
  if (!best) return [{ reason: isAlone ? 'no_other' : 'no_value' }]
  if (best.is !== 'yes') {
    const nearest = [best, ...(best.parts ?? [])].flatMap((one) => one?.others?.[0]?.unitId ?? [])
    const nameOf = await otherStore.namesOf(call.db, nearest, call)
    for (const id of nearest) {
      const name = nameOf(call.account, id)
      if (name !== undefined) names.set(String(id), name)
    }
    return condition.type === 'combined'
      ? missedParts(condition.parts, watched.parts ?? [], best, names)
      : [missed(condition, best, names)]
  }
  const standing = state.standings[rule.id]
  if (!standing || standing.sure) return [{ reason: 'met', at: standing?.t0 ?? best.t, value: best.value }]
  return [{ reason: 'not_long', at: standing.t0, value: best.value, seconds: best.t - standing.t0, neededSeconds }]
}

/** The sample of the minute that was nearest to meeting it; without one, the last before. */
function closest(condition: Condition, seen: readonly Judged[], { from }: Stretch): Judged | undefined {
  const ofMinute = seen.filter(({ t }) => t >= from)
  const reach = ({ is, value, bound, parts }: Judged): number => {
    if (is === 'yes') return Number.POSITIVE_INFINITY
    if (parts) return parts.filter((one) => one?.is === 'yes').length
    if (typeof value !== 'number') return Number.NEGATIVE_INFINITY
    if (condition.type === 'parameter' && condition.comparison !== 'is') return marginOf(condition, value)
    if (condition.type === 'distance' && condition.range === 'within') return -value
    return bound ? value - bound.limit : value
  }
  const [first = seen.at(-1), ...others] = ofMinute
  return others.reduce((best, one) => (best && reach(best) > reach(one) ? best : one), first)
}

/** Those that did not hold; unknown ones did not hold either. */
function missedParts(
  parts: readonly Part[],
  watched: readonly WatchedPart[],
  { t, parts: seen = [] }: Judged,
  names: ReadonlyMap<string, string>,
): Finding[] {
  return parts.flatMap((part, index): Finding[] => {
    const one = seen[index]
    if (one?.is === 'yes') return []
    if (part.type === 'parameter' && part.sensor !== undefined && !watched[index]?.sensor)
      return [{ reason: 'no_sensor', part: index, name: part.sensor }]
    if (!one) return [{ reason: part.type === 'distance' ? 'no_other' : 'no_value', part: index, at: t }]
    if (part.type !== 'place') return [{ ...missed(part, { ...one, t: one.since }, names), part: index }]
    const name = names.get(String(one.value))
    const reason = part.side === 'inside' ? 'not_inside' : 'not_outside'
    return [{ reason, part: index, at: one.since, ...(name !== undefined && { name }) }]
  })
}

function missed(condition: Condition, seen: Missed, names: ReadonlyMap<string, string>): Finding {
  const { t: at, value, bound, stand, ignition } = seen
  const { type } = condition
  if (condition.type === 'distance') {
    // A unit that the caller does not see is not named, and its distance is not given.
    const name = names.get(String(seen.others?.[0]?.unitId))
    return {
      reason: condition.range === 'within' ? 'not_near' : 'not_far',
      at,
      ...(name !== undefined && { name, value }),
    }
  }
  if (type === 'idle' || type === 'parked') {
    if (!stand) return { reason: 'moving', at }
    return { reason: ignition?.isOn ? 'ignition_on' : 'ignition_off', at }
  }
  if (type === 'speeding' && !bound) return { reason: 'no_limit', at, value }
  return { reason: 'not_met', at, value, limit: bound?.limit ?? null, isUsual: bound?.isUsual ?? null }
}
