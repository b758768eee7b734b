/**
 * What a rule would have notified, had it existed: the same folds over the stored messages, in memory. Writes nothing,
 * and touches no state of a projection.
 */
import type { ClientCall } from '#identity/sessions/call.ts'
import { conflict, type Problem } from '#kernel/errors.ts'
import { hiddenFrom } from '#kernel/private-time.ts'
import { seconds } from '#kernel/time/clock.ts'
import { firstTimes, readForward } from '#tracking/messages/actions.ts'
import { type DatedText, valuesOf } from '#tracking/messages/message.ts'
import { namesNow, type PlaceName } from '../../addresses/actions.ts'
import { listGeofences, pastEvents, watchedGeofences } from '../../geofences/actions.ts'
import * as crossing from '../../geofences/crossing.ts'
import { inOrder, pointOf } from '../../geofences/point.ts'
import { type Content, eventsOfSpan } from '../../geofences/span.ts'
import { forAll, scopeAfter } from '../../groups/scope.ts'
import { dueIn } from '../../maintenance/actions.ts'
import type { Stretch } from '../../projections/stretch.ts'
import { type NewRule, requireValid } from '../actions.ts'
import { enriched, equipped } from '../conditions/compute.ts'
import type { ConditionWindow } from '../conditions/condition-window.ts'
import { openOf, startState, step } from '../conditions/condition-windows.ts'
import * as documentStore from '../conditions/document-store.ts'
import { samplesOf } from '../conditions/sample.ts'
import { limits } from '../limits.ts'
import { isFor, type Notification, planOf, spotOf, type Trigger } from '../notification.ts'
import { triggerOf, withOtherNames, withoutPrivatePlaces } from '../notify.ts'
import type { Rule, Watched } from '../rule.ts'
import * as store from '../store.ts'

/** A hypothetical notification. */
type Previewed = Pick<
  Notification,
  'unitId' | 'kind' | 't' | 'shownAt' | 'facts' | 'telling' | 'ruleName' | 'withdrawnAt' | 'id'
> & { readonly place: PlaceName | undefined }

export interface Preview extends Stretch {
  /** How many units the rule applies to, and how many of them were examined to the end. */
  readonly units: number
  readonly tried: number
  /** When their data in the stretch begins; null: there is none. */
  readonly since: number | null
  readonly count: number
  /** The newest of these. */
  readonly listed: readonly Previewed[]
}

/** No rule has this id: it matches what the folds find. */
const previewId = '00000000-0000-0000-0000-000000000000'
const daySeconds = 86_400

/** The accounts whose previews run on this node. */
const running = new Set<number>()

export async function previewRule(
  call: ClientCall,
  input: Omit<NewRule, 'name'>,
  problems: readonly Problem[],
): Promise<Preview> {
  await requireValid(call, input, problems)
  if (running.has(call.account)) {
    conflict('Another rule of your account is being tried. Wait until that is done.')
  }
  if (running.size >= limits.previewsMax) {
    conflict('Too many rules are being tried. Wait a minute, then try again.')
  }
  running.add(call.account)
  try {
    return await preview(call, input)
  } finally {
    running.delete(call.account)
  }
}

async function preview(call: ClientCall, input: Omit<NewRule, 'name'>): Promise<Preview> {
  const now = call.clock.now()
  const to = seconds(now)
  const stretch = { from: to - limits.previewDays * daySeconds, to }
  const rule: Rule = {
    ...{ id: previewId, accountId: call.account, name: '', isEnabled: true, condition: input.condition },
    ...{ zone: input.zone ?? 'UTC', schedule: input.schedule ?? null, quiet: input.quiet ?? null },
    ...scopeAfter(forAll, input),
    ...{ channelIds: [], actions: [], escalation: [], since: stretch.from, createdAt: now, updatedAt: now },
  }
  const units = await store.unitsIn(call.db, call.account, call, rule)
  const begins = new Map(units.map((unit) => [unit.id, Math.max(stretch.from, unit.since)]))
  const sinceOf = (unitId: number) => begins.get(unitId) ?? stretch.from
  const search: Search = { call, rule, stretch, sinceOf, deadline: performance.now() + limits.previewMs }
  const unitIds = units.slice(0, limits.previewUnits).map(({ id }) => id)
  const { triggers, tried } = await triggersOf(search, unitIds)
  const firsts = Array.from(await firstTimes(call, unitIds, begins), ([unitId, t]) => Math.max(t, sinceOf(unitId)))
  const since = Math.min(...firsts)
  const nameOf = new Map(units.map(({ id, name }) => [id, name]))
  // A rule would not have revealed where a private trip led, and neither does this.
  const shown = await withoutPrivatePlaces({ db: call.db }, triggers, true)
  const told = await withOtherNames(call, shown, () => call.account, call)
  const found = told
    .filter((trigger) => isFor({ ...rule, since: sinceOf(trigger.unitId) }, trigger))
    .sort((one, other) => other.shownAt - one.shownAt || other.t - one.t)
  const listed = found.slice(0, limits.previewListed)
  const places = await namesNow(
    call,
    listed.map((one) => spotOf(one)),
  )
  return {
    ...stretch,
    ...{ units: units.length, tried, since: since < to ? Math.floor(since) : null, count: found.length },
    listed: listed.map(({ unitId, kind, t, shownAt, facts, key }, index) => ({
      ...{ id: key, unitId, kind, t, shownAt, ruleName: '', withdrawnAt: null, place: places[index] },
      facts: { condition: rule.condition, unitName: nameOf.get(unitId) ?? null, ...facts },
      // As if it had arrived at once.
      telling: planOf(rule, shownAt, shownAt).telling,
    })),
  }
}

interface Search {
  readonly call: ClientCall
  readonly rule: Rule
  readonly stretch: Stretch
  /** Where it begins for a unit: before a move to the account somebody else would have been notified. */
  readonly sinceOf: (unitId: number) => number
  readonly deadline: number
}

interface Found {
  readonly triggers: Trigger[]
  readonly tried: number
}

async function triggersOf(search: Search, unitIds: readonly number[]): Promise<Found> {
  const { condition } = search.rule
  switch (condition.type) {
    case 'alarm':
      return ofEvents(search, unitIds, 'alarms')
    case 'geofence':
      return ofGeofences(search, unitIds, condition.geofenceIds)
    case 'service':
      return ofServices(search, unitIds, condition.state)
    case 'conflict':
      return ofConflicts(search, unitIds)
    case 'document':
      return ofDocuments(search, unitIds)
    case 'silence':
      return unitByUnit(search, unitIds, (unitId) => silencesOf(search, unitId, condition.minutes))
    default: {
      const rule: Watched = search.rule
      const watched = await equipped(search.call, new Map(unitIds.map((unitId) => [unitId, [rule]])))
      const isPlaced = condition.type === 'combined' || condition.type === 'repeated'
      const places = isPlaced ? await listGeofences(search.call) : []
      const names = new Map(places.map(({ id, name }) => [id, name]))
      return unitByUnit(search, unitIds, (unitId) => windowsOf(search, unitId, watched(unitId), names))
    }
  }
}

const unitsPerQuestion = 100

/** As they are already stored. */
async function ofEvents(
  { call, stretch, deadline }: Search,
  unitIds: readonly number[],
  of: 'geofences' | 'alarms',
): Promise<Found> {
  const triggers: Trigger[] = []
  let tried = 0
  while (tried < unitIds.length && performance.now() < deadline) {
    const some = unitIds.slice(tried, tried + unitsPerQuestion)
    const left = limits.previewEvents - triggers.length
    const events = await pastEvents(call, some, of, stretch, left)
    triggers.push(...events.map(triggerOf))
    if (events.length === left) break
    tried += some.length
  }
  return { triggers, tried }
}

/** A new geofence has no earlier visits: they are computed, as if it had always existed. */
async function ofGeofences(search: Search, unitIds: readonly number[], ids: readonly string[]): Promise<Found> {
  const { call, stretch } = search
  const asked = (await listGeofences(call)).filter(({ id }) => ids.length === 0 || ids.includes(id))
  const young = new Map(asked.filter(({ since }) => since > stretch.from).map(({ id, name }) => [id, name]))
  const stored = await ofEvents(search, unitIds, 'geofences')
  if (young.size === 0) return stored
  const watched = await watchedGeofences(call, unitIds)
  const computed = await unitByUnit(search, unitIds, (unitId) => {
    const own = (watched.get(unitId) ?? []).filter(({ id }) => young.has(id))
    return own.length === 0 ? undefined : visitsOf(unitId, own, young, stretch)
  })
  const old = stored.triggers.filter(({ facts }) => !young.has(facts.geofenceId ?? ''))
  return { triggers: [...old, ...computed.triggers], tried: Math.min(stored.tried, computed.tried) }
}

async function ofServices(
  { call, stretch }: Search,
  unitIds: readonly number[],
  state: 'soon' | 'due',
): Promise<Found> {
  const due = await dueIn(call, unitIds, state, stretch)
  const triggers = due.map(({ service: { id, unitId, name }, begin, at }): Trigger => {
    const t = Math.floor(at)
    return made({ unitId, kind: 'service', key: `${id}:${begin}`, t, facts: { serviceId: id, serviceName: name } })
  })
  return { triggers, tried: unitIds.length }
}

async function ofConflicts({ call, stretch }: Search, unitIds: readonly number[]): Promise<Found> {
  const conflicts = await store.pastConflicts(call.db, call.account, unitIds, stretch)
  const triggers = conflicts.map(({ unitId, at }) => made({ unitId, kind: 'conflict', t: seconds(at), facts: {} }))
  return { triggers, tried: unitIds.length }
}

/** As if the documents had always been as they are now. */
async function ofDocuments({ call, rule, stretch }: Search, unitIds: readonly number[]): Promise<Found> {
  const found = await documentStore.marksBetween(call.db, unitIds, rule.zone, stretch)
  const triggers = found.map(({ id, unitId, name, expiresOn, mark, at }) => {
    const facts = { documentId: id, documentName: name, expiresOn, daysLeft: mark }
    return made({ unitId, kind: 'document', key: `${id}:${expiresOn}:${mark}`, t: at, facts })
  })
  return { triggers, tried: unitIds.length }
}

type Made = Pick<Trigger, 'unitId' | 'kind' | 't' | 'facts'> & Partial<Pick<Trigger, 'key' | 'shownAt' | 'ruleId'>>

const made = (one: Made): Trigger => ({
  ruleId: previewId,
  eventId: null,
  shownAt: one.t,
  ...one,
  key: `${one.kind}:${one.unitId}:${one.key ?? one.t}`,
})

/** What is found in the messages of one unit. */
interface UnitSearch {
  /** It needs only arrival times, including those of private trips. */
  readonly isOfNoPlace?: true
  /** In order of time, some at a time. */
  take(texts: readonly DatedText[]): Promise<void> | void
  found(): readonly Trigger[]
}

/** Until the deadline. What was found for a unit by then counts, but the unit does not count as examined. */
async function unitByUnit(
  { call, stretch, sinceOf, deadline }: Search,
  unitIds: readonly number[],
  searchOf: (unitId: number) => UnitSearch | undefined,
): Promise<Found> {
  const triggers: Trigger[] = []
  for (const [tried, unitId] of unitIds.entries()) {
    const search = searchOf(unitId)
    let isWhole = true
    if (search) {
      await readForward(call, unitId, sinceOf(unitId), async (texts) => {
        const own = texts.filter(({ timestamp }) => timestamp < stretch.to)
        await search.take(search.isOfNoPlace ? own : await withoutPrivate(call, unitId, own))
        isWhole = performance.now() < deadline
        return isWhole && own.length === texts.length
      })
    }
    triggers.push(...(search?.found() ?? []))
    if (!isWhole || (performance.now() >= deadline && tried + 1 < unitIds.length)) {
      return { triggers, tried: isWhole ? tried + 1 : tried }
    }
  }
  return { triggers, tried: unitIds.length }
}

/** For no particular person, because rules notify several people. */
async function withoutPrivate({ db }: ClientCall, unitId: number, texts: readonly DatedText[]) {
  const isHidden = await hiddenFrom(db, {}, [unitId], texts[0]?.timestamp, texts.at(-1)?.timestamp)
  return texts.filter(({ timestamp }) => !isHidden(unitId, timestamp))
}

function windowsOf(
  { call }: Search,
  unitId: number,
  watched: readonly Watched[],
  names: ReadonlyMap<string, string>,
): UnitSearch {
  const state = startState()
  const windows: ConditionWindow[] = []
  return {
    async take(texts) {
      for (const sample of await enriched(call, samplesOf(texts), watched)) {
        step(state, sample, watched, (window) => windows.push(window))
      }
    },
    found: () =>
      [...windows, ...openOf(state)].map(({ t0: t, sureAt: shownAt, detail, lat0: lat, lon0: lon, speed0: speed }) => {
        const { geofenceId, ...seen } = detail
        const geofenceName = names.get(geofenceId ?? '')
        // One that the caller does not see has no name here.
        const place = geofenceId !== undefined && geofenceName !== undefined && { geofenceId, geofenceName }
        return made({ unitId, kind: 'condition', t, shownAt, facts: { ...seen, ...place, lat, lon, speed } })
      }),
  }
}

function visitsOf(
  unitId: number,
  geofences: readonly crossing.Watched[],
  names: ReadonlyMap<string, string>,
  { from }: Stretch,
): UnitSearch {
  const state = crossing.startState()
  const watched = geofences.map((one) => ({ ...one, since: from }))
  const spans: Content[] = []
  return {
    take(texts) {
      for (const point of inOrder(texts.map((text) => pointOf(valuesOf(text))))) {
        crossing.step(state, point, watched, (span) => spans.push(span))
      }
    },
    found: () =>
      [...spans, ...crossing.openSpans(state)]
        .filter(({ geofenceId }) => geofenceId !== null)
        .flatMap((span) => eventsOfSpan(span).map(({ kind, t }) => crossingOf(unitId, span, kind, t, names))),
  }
}

function crossingOf(unitId: number, span: Content, kind: string, t: number, names: ReadonlyMap<string, string>) {
  const { geofenceId, lat0, lon0, lat1, lon1, before0, before1, after0, after1 } = span
  const [seenBefore, shownAt, lat, lon, speed] =
    kind === 'leave' ? [before1, after1 ?? t, lat1, lon1, span.speed1] : [before0, after0, lat0, lon0, span.speed0]
  const geofenceName = names.get(geofenceId ?? '') ?? ''
  const facts = { geofenceId: geofenceId ?? '', geofenceName, seenBefore, lat, lon, speed }
  // Judged like a stored event: by the geofence and by whether it entered or left.
  return made({ unitId, kind, t, shownAt, ruleId: null, key: `${geofenceId}:${t}`, facts })
}

/** By arrival of messages, as silence is noticed. */
function silencesOf({ stretch }: Search, unitId: number, minutes: number): UnitSearch {
  const arrivals: number[] = []
  return {
    isOfNoPlace: true,
    take(texts) {
      for (const { text } of texts) {
        const { 'server.timestamp': at } = JSON.parse(text)
        if (typeof at === 'number') arrivals.push(Math.floor(at))
      }
    },
    found: () =>
      [...arrivals.sort((one, other) => one - other), stretch.to].flatMap((next, index, all) => {
        const t = all[index - 1]
        const shownAt = (t ?? next) + minutes * 60
        return t === undefined || next < shownAt ? [] : [made({ unitId, kind: 'silence', t, shownAt, facts: {} })]
      }),
  }
}
