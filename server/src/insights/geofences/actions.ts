/** A client's geofences, their visits, and unit events. */
import { largestLimit } from '#customers/accounts/actions.ts'
import { requireNoAction } from '#identity/sessions/acting-rules.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import type { Page } from '#kernel/api/lists.ts'
import { recordChange, recorded } from '#kernel/audit/actions.ts'
import type { Context } from '#kernel/context.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { forbidden, invalidField, notFound, type Problem, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { type Addressed, type Named, withAddresses, withNames } from '../addresses/actions.ts'
import { requireOwnScope, requireReach } from '../groups/actions.ts'
import { forAll, type Scope, scopeAfter, scopeProblems } from '../groups/scope.ts'
import { markAccount } from '../projections/actions.ts'
import { forever } from '../projections/projection.ts'
import { type Choice, chosenUnits, type Stretch } from '../trips/actions.ts'
import type { Watched } from './crossing.ts'
import { type Geofence, type Shape, shapeProblems, tidied } from './geofence.ts'
import { limits } from './limits.ts'
import * as overview from './overview-store.ts'
import { alarmNames } from './point.ts'
import { type Span, spotsOf } from './span.ts'
import * as spans from './spans-store.ts'
import * as store from './store.ts'

export { type ComputedSpans, saveSpans } from './compute.ts'
export { type PendingEvent, pastEvents, takePendingEvents } from './pending-events-store.ts'
export type NamedEvent = spans.UnitEvent & Named
export type AddressedVisit = Span & Addressed

export const listGeofences = (call: ClientCall): Promise<Geofence[]> => store.list(call.db, call.account, call)

/** The geofences that watch each of several units, ready for the fold. */
export const watchedGeofences = (
  { db }: Pick<Context, 'db'>,
  unitIds: readonly number[],
): Promise<Map<number, Watched[]>> => store.watchedBy(db, unitIds)

export const readGeofence = async (call: ClientCall, id: string): Promise<Geofence> =>
  (await store.find(call.db, call.account, call, id)) ?? notFound('geofence')

/** Those that the caller sees. */
export const countGeofences = async (call: ClientCall): Promise<number> =>
  call.sight?.geofenceIds?.length ?? store.count(call.db, call.account)

export interface GeofenceChange extends Partial<Scope> {
  readonly name?: string
  readonly colour?: string
  /** Undefined: not given, or not readable (`problems` says why). */
  readonly shape?: Shape
  readonly minSeconds?: number
  readonly since?: number
}

const defaultColour = '#2563eb'

const sinceProblems = (call: ClientCall, since: number | undefined): Problem[] =>
  since !== undefined && since * 1000 > call.clock.now().getTime()
    ? [invalidField('since', 'since must not be in the future.')]
    : []

const problemsOf = (call: ClientCall, input: GeofenceChange): Problem[] => [
  ...(input.shape ? shapeProblems(input.shape) : []),
  ...sinceProblems(call, input.since),
  ...scopeProblems(input),
]

const tidy = <W extends GeofenceChange>(input: W): W => (input.shape ? { ...input, shape: tidied(input.shape) } : input)

export type NewGeofence = GeofenceChange & { readonly name: string }

export const createGeofence = (
  caller: ClientCall,
  asked: NewGeofence,
  problems: readonly Problem[],
): Promise<Geofence> =>
  inTransaction(caller, async (call) => {
    const input = tidy(asked)
    await requireOwnScope(call, input)
    call.validate([...problems, ...problemsOf(call, input)])
    if (call.sight?.geofenceIds) forbidden('You see only some of the geofences. Ask an owner to create one.')
    requireReach(call, scopeAfter(forAll, input))
    await requireNoAction(call, { geofence: null })
    const quota = await largestLimit(call, 'geofence')
    if ((await store.countLocked(call.db, call.account)) >= quota) {
      refuse('QUOTA_EXCEEDED', `There are ${quota} geofences, your plan’s limit. Delete one first.`)
    }
    const now = call.clock.now()
    const geofence: Geofence = {
      id: uuidv7(now),
      accountId: call.account,
      name: input.name,
      colour: input.colour ?? defaultColour,
      shape: input.shape as Shape,
      minSeconds: input.minSeconds ?? limits.minSeconds,
      since: input.since ?? Math.floor(now.getTime() / 1000),
      ...scopeAfter(forAll, input),
      createdAt: now,
      updatedAt: now,
    }
    await store.insert(call.db, geofence)
    await store.setScope(call.db, geofence, call)
    await markAccount(call, 'geofences', call.account, geofence.since)
    return recorded(call, 'geofences.create', undefined, await readGeofence(call, geofence.id))
  })

/** A changed geofence recomputes all its visits. */
export const changeGeofence = (
  caller: ClientCall,
  id: string,
  asked: GeofenceChange,
  problems: readonly Problem[],
): Promise<Geofence> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readGeofence(call, id)
    const input = tidy(asked)
    await requireReachOf(call, id)
    await requireOwnScope(call, input)
    call.validate([...problems, ...problemsOf(call, input)])
    requireReach(call, scopeAfter(before, input))
    await requireNoAction(call, { geofence: id })
    const after = { ...before, ...input, ...scopeAfter(before, input), updatedAt: call.clock.now() }
    await store.save(call.db, after)
    await store.setScope(call.db, after, call)
    const { name: _, colour: __, ...other } = input
    if (Object.keys(other).length > 0) {
      await markAccount(call, 'geofences', call.account, Math.min(before.since, after.since))
    }
    return recorded(call, 'geofences.change', before, await readGeofence(call, id))
  })

/** With all of its units, including those that the caller does not see. */
async function requireReachOf(call: ClientCall, id: string): Promise<void> {
  if (!call.sight?.unitIds) return
  requireReach(call, (await store.find(call.db, call.account, { apps: call.apps }, id)) ?? notFound('geofence'))
}

/** Deletes its visits and their events too. */
export const removeGeofence = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readGeofence(call, id)
    await requireReachOf(call, id)
    await requireNoAction(call, { geofence: id })
    // A computation in progress with it starts over.
    await markAccount(call, 'geofences', call.account, forever)
    await store.remove(call.db, id)
    await recordChange(call, { action: 'geofences.remove', subject: id, before })
  })

/** Open visits, longest first. */
export async function listInside(call: ClientCall, id: string): Promise<AddressedVisit[]> {
  await readGeofence(call, id)
  return addressed(call, await spans.listInside(call.db, call.account, call, id))
}

export const listAllInside = async (call: ClientCall): Promise<AddressedVisit[]> =>
  addressed(call, await overview.listAllInside(call.db, call.account, call))

const addressed = (call: ClientCall, visits: readonly Span[]): Promise<AddressedVisit[]> =>
  withAddresses(call, visits, spotsOf)

/** How many visits and events deleting it removes. */
export async function effectOfRemoval(call: ClientCall, id: string): Promise<overview.Effect> {
  await readGeofence(call, id)
  return overview.countOf(call.db, call, id)
}

const visitsPerPage = 10_000

/** Checks the units once, then reads page by page in chronological order. */
export async function visitsOf(
  call: ClientCall,
  choice: Choice,
  geofenceId: string | undefined,
  stretch: Stretch,
): Promise<AsyncGenerator<AddressedVisit[]>> {
  if (geofenceId !== undefined) await readGeofence(call, geofenceId)
  return visitPages(call, { seen: call, unitIds: await chosenUnits(call, choice), geofenceId, ...stretch })
}

async function* visitPages(call: ClientCall, filter: spans.VisitFilter): AsyncGenerator<AddressedVisit[]> {
  for (let last: Span | undefined; filter.unitIds.length > 0; ) {
    const page = await spans.listVisits(call.db, filter, last, visitsPerPage)
    yield await addressed(call, page)
    if (page.length < visitsPerPage) return
    last = page.at(-1)
  }
}

export const eventKinds: readonly string[] = ['enter', 'leave', 'condition', ...alarmNames]
export const eventSorts = spans.eventSorts

export type EventQuestion = Pick<spans.EventFilter, 'kinds' | 'geofenceId' | 'from' | 'to' | 'isAcknowledged'>

/** Checks the units once, then reads page by page. */
export async function eventsOf(call: ClientCall, choice: Choice, question: EventQuestion) {
  const isChosen = choice.unitIds !== undefined || choice.groupId !== undefined
  const unitIds = isChosen ? await chosenUnits(call, choice) : undefined
  if (question.geofenceId !== undefined) await readGeofence(call, question.geofenceId)
  const filter = { ...question, accountId: call.account, seen: call, unitIds }
  return async (page: Page): Promise<NamedEvent[]> => named(call, await spans.listEvents(call.db, filter, page))
}

const named = (call: ClientCall, events: readonly spans.UnitEvent[]): Promise<NamedEvent[]> =>
  withNames(call, events, ({ unitId, t, lat, lon }) => [lat === null || lon === null ? null : { unitId, t, lat, lon }])

export async function readEvent(call: ClientCall, id: string): Promise<NamedEvent> {
  const event = (await spans.findEvent(call.db, call.account, call, id)) ?? notFound('event')
  return (await named(call, [event]))[0]!
}

/** In the transaction that marks their notifications. Returns those that nobody had seen before. */
export async function markSeen(call: ClientCall, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const own = { accountId: call.account, seen: call, ids }
  return overview.acknowledgeAll(call.db, own, call.clock.now(), seenBy(call))
}

/** The client's user; null for a support session. */
export const seenBy = (call: ClientCall): string | null => (call.session.kind === 'client' ? call.user : null)
