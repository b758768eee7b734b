/** All that is stored of a client as one document, written while it is read. */

import Type from 'typebox'
import { listOwnPurchases, listSubscriptions } from '#billing/subscriptions/actions.ts'
import { ownOrderToWire, ownSubscriptionToWire } from '#billing/subscriptions/wire.ts'
import type { Operation } from '#identity/access/access.ts'
import { listSessions, listSupportSessions as listSessionVisits } from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { supportSessionToWire } from '#identity/sessions/wire.ts'
import { listStays } from '#insights/dwell/actions.ts'
import { stayToWire } from '#insights/dwell/wire.ts'
import { eventSorts, eventsOf, listGeofences, visitsOf } from '#insights/geofences/actions.ts'
import { eventToWire, toWire as geofenceToWire, visitToWire as geofenceVisitToWire } from '#insights/geofences/wire.ts'
import { listGroups } from '#insights/groups/actions.ts'
import { toWire as groupToWire } from '#insights/groups/wire.ts'
import { listLabels } from '#insights/labels/actions.ts'
import { toWire as labelToWire } from '#insights/labels/wire.ts'
import { listDue, listServiceRecords, readCounters } from '#insights/maintenance/actions.ts'
import { countersToWire, recordToWire, toWire as serviceToWire } from '#insights/maintenance/wire.ts'
import { everyNotification, listChannels, listRules } from '#insights/notifications/actions.ts'
import { channelToWire } from '#insights/notifications/channel-wire.ts'
import { notificationToWire } from '#insights/notifications/notification-wire.ts'
import { ruleToWire } from '#insights/notifications/wire.ts'
import { listTrips } from '#insights/trips/actions.ts'
import { toWire as tripToWire } from '#insights/trips/wire.ts'
import { everyItem } from '#kernel/api/lists.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import { seconds } from '#kernel/time/clock.ts'
import { commandSorts, commandsOf } from '#tracking/commands/actions.ts'
import { toWire as commandToWire } from '#tracking/commands/wire.ts'
import { allMessages } from '#tracking/messages/actions.ts'
import type { Unit } from '#tracking/units/unit.ts'
import { toWire as unitToWire } from '#tracking/units/wire.ts'
import { everyPlan, listBuildings } from '../buildings/actions.ts'
import { toWire as buildingToWire } from '../buildings/wire.ts'
import { listShares } from '../shares/actions.ts'
import { toWire as shareToWire } from '../shares/wire.ts'
import { everyOwnUnit, listOwnBills, readMe, readOwnTelemetry } from './actions.ts'
import { ownBillToWire } from './routes.ts'
import { meToWire, sessionToWire } from './wire.ts'

const always = { from: 0, to: 1e11 }

/** An object that is still open, for more to be written into it. */
const openObject = (head: object): string => JSON.stringify(head).slice(0, -1)

/** One more array of the open object. */
async function* arrayOf(name: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let before = `,"${name}":[`
  for await (const text of texts) {
    yield `${before}${text}`
    before = ','
  }
  yield before === ',' ? ']' : `${before}]`
}

async function* textsOf<T>(
  items: AsyncIterable<T> | Iterable<T>,
  toWire: (item: T) => object | Promise<object>,
): AsyncGenerator<string> {
  for await (const item of items) yield JSON.stringify(await toWire(item))
}

async function* flat<T>(pages: AsyncIterable<Iterable<T>>): AsyncGenerator<T> {
  for await (const page of pages) yield* page
}

async function* exportOf(call: ClientCall): AsyncGenerator<string> {
  const { account, user, company, plans, service_apps } = meToWire(await readMe(call))
  yield openObject({
    exported_at: seconds(call.clock.now()),
    ...{ account, user, plans, service_apps, company },
    sessions: (await listSessions(call)).map((one) => sessionToWire(one, call.session.id)),
    visits: (await listSessionVisits(call)).map(supportSessionToWire),
    bills: (await listOwnBills(call)).map(ownBillToWire),
    subscriptions: (await listSubscriptions(call, { id: call.account })).map(ownSubscriptionToWire),
    subscription_orders: (await listOwnPurchases(call)).map(ownOrderToWire),
    groups: (await listGroups(call)).map(groupToWire),
    geofences: (await listGeofences(call)).map(geofenceToWire),
    shares: (await listShares(call)).map((one) => shareToWire(one, call.clock.now())),
    services: await servicesOf(call),
    labels: (await listLabels(call)).map(labelToWire),
    buildings: (await listBuildings(call)).map(buildingToWire),
    notification_rules: (await listRules(call)).map((rule) => ruleToWire(rule, [])),
    notification_channels: (await listChannels(call)).map(channelToWire),
  })
  yield* arrayOf(
    'floor_plans',
    textsOf(everyPlan(call), ({ floorId, type, data }) => ({
      ...{ floor_id: floorId, type, data: data.toString('base64') },
    })),
  )
  yield* arrayOf('notifications', textsOf(everyNotification(call), notificationToWire))
  yield ',"units":['
  let comma = ''
  for await (const unit of everyOwnUnit(call)) {
    if (comma) yield comma
    yield* unitOf(call, unit)
    comma = ','
  }
  yield ']}\n'
}

async function* unitOf(call: ClientCall, unit: Unit): AsyncGenerator<string> {
  const { id } = unit
  const choice = { unitIds: [id], groupId: undefined }
  yield openObject({
    ...unitToWire(unit),
    telemetry: await readOwnTelemetry(call, id),
    counters: countersToWire(await readCounters(call, id)),
  })
  const readCommands = await commandsOf(call, id)
  const commands = everyItem(commandSorts.id!, (page) => readCommands({}, page))
  yield* arrayOf('commands', textsOf(commands, commandToWire))
  yield* arrayOf('trips', textsOf(flat(listTrips(call, [id], always, undefined)), tripToWire))
  const visits = flat(await visitsOf(call, choice, undefined, always))
  yield* arrayOf('geofence_visits', textsOf(visits, geofenceVisitToWire))
  const all = { kinds: undefined, geofenceId: undefined, from: undefined, to: undefined, isAcknowledged: undefined }
  const events = everyItem(eventSorts.at!, await eventsOf(call, choice, all))
  yield* arrayOf('events', textsOf(events, eventToWire))
  if (unit.type === 'asset') yield* arrayOf('stays', textsOf(await listStays(call, id, always, null), stayToWire))
  yield* arrayOf('messages', allMessages(call, id))
  yield '}'
}

const servicesOf = async (call: ClientCall) => {
  const services = []
  for (const one of await listDue(call)) {
    const history = (await listServiceRecords(call, one.service.id)).map(recordToWire)
    services.push({ ...serviceToWire(one), history })
  }
  return services
}

export const clientRoutes = [
  plainRoute<ClientCall, Operation>()({
    method: 'GET',
    path: '/export',
    operation: 'client.manage-self',
    tag: 'Account',
    summary: 'Export all data of the account',
    reply: bare(Type.Unsafe<object>({ type: 'object', title: 'Export' })),
    handle: async (call) => ({ pieces: exportOf(call) }),
  }),
]
