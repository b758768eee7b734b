/** Everything stored about a client as one document, streamed while it is read. */

import Type, { type TSchema } from 'typebox'
import { listOwnPurchases, listSubscriptions } from '#billing/subscriptions/actions.ts'
import {
  OwnOrderShape,
  OwnSubscriptionShape,
  ownOrderToWire,
  ownSubscriptionToWire,
} from '#billing/subscriptions/wire.ts'
import { ClientAccountShape } from '#customers/accounts/wire.ts'
import type { Operation } from '#identity/access/access.ts'
import { sessionToWire } from '#identity/login/wire.ts'
import { listSessions, listSupportSessions as listSessionVisits } from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { SupportSessionShape, supportSessionToWire } from '#identity/sessions/wire.ts'
import { OwnUserShape } from '#identity/users/wire.ts'
import { listDrivers } from '#insights/drivers/actions.ts'
import { listAssignments, listShifts } from '#insights/drivers/assigning.ts'
import {
  AssignmentShape,
  assignmentToWire,
  DriverShape,
  toWire as driverToWire,
  ShiftShape,
  shiftToWire,
} from '#insights/drivers/wire.ts'
import { listStays } from '#insights/dwell/actions.ts'
import { StayShape, stayToWire } from '#insights/dwell/wire.ts'
import { eventSorts, eventsOf, listGeofences, visitsOf } from '#insights/geofences/actions.ts'
import {
  EventShape,
  eventToWire,
  GeofenceShape,
  VisitShape as GeofenceVisitShape,
  toWire as geofenceToWire,
  visitToWire as geofenceVisitToWire,
} from '#insights/geofences/wire.ts'
import { listGroups } from '#insights/groups/actions.ts'
import { GroupShape } from '#insights/groups/wire.ts'
import { listLabels } from '#insights/labels/actions.ts'
import { LabelShape } from '#insights/labels/wire.ts'
import { everyMonth, listLogbooks } from '#insights/logbook/actions.ts'
import { LogbookShape, settingsToWire, WholeMonthShape, wholeMonthToWire } from '#insights/logbook/wire.ts'
import { listDue, listServiceRecords, readCounters } from '#insights/maintenance/actions.ts'
import {
  CountersShape,
  countersToWire,
  recordToWire,
  ServiceRecordShape,
  toWire as serviceToWire,
  TaskShape,
} from '#insights/maintenance/wire.ts'
import { everyNotification, listChannels, listRules, readsCommands } from '#insights/notifications/actions.ts'
import { ChannelShape, channelToWire } from '#insights/notifications/delivery/channel-wire.ts'
import { NotificationShape, notificationToWire } from '#insights/notifications/notification-wire.ts'
import { RuleShape, ruleToWire } from '#insights/notifications/wire.ts'
import { listSaved } from '#insights/reports/saved/saved-actions.ts'
import { SavedReportShape, savedToWire } from '#insights/reports/saved/saved-wire.ts'
import { listAllSensors } from '#insights/sensors/actions.ts'
import { listTemplates } from '#insights/sensors/templates/template-actions.ts'
import { SensorShape, toWire as sensorToWire, TemplateShape, templateToWire } from '#insights/sensors/wire.ts'
import { listTrips } from '#insights/trips/actions.ts'
import { TripShape, toWire as tripToWire } from '#insights/trips/wire.ts'
import { Time } from '#kernel/api/fields.ts'
import { everyItem } from '#kernel/api/lists.ts'
import { projector } from '#kernel/api/project.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import { isExpired } from '#kernel/sight.ts'
import { commandSorts, commandsOf } from '#tracking/commands/actions.ts'
import { CommandShape, toWire as commandToWire } from '#tracking/commands/wire.ts'
import { allMessages } from '#tracking/messages/actions.ts'
import type { Unit } from '#tracking/units/unit.ts'
import { UnitWire, toWire as unitToWire } from '#tracking/units/wire.ts'
import { everyPhoto, listDocuments, listVehicles } from '#tracking/vehicles/actions.ts'
import { everyFile } from '#tracking/vehicles/document-files.ts'
import { listFields } from '#tracking/vehicles/field-actions.ts'
import { FieldShape } from '#tracking/vehicles/field-wire.ts'
import { DocumentShape, documentToWire, VehicleShape, toWire as vehicleToWire } from '#tracking/vehicles/wire.ts'
import { everyPlan, listBuildings } from '../buildings/actions.ts'
import { BuildingShape, toWire as buildingToWire } from '../buildings/wire.ts'
import { readPeople } from '../people/actions.ts'
import { PersonShape, personToWire } from '../people/wire.ts'
import { listShares } from '../shares/actions.ts'
import { ShareShape, toWire as shareToWire } from '../shares/wire.ts'
import { everyOwnUnit, listOwnBills, readMe, readOwnTelemetry } from './actions.ts'
import { OwnBillShape, ownBillToWire, ownInvoices } from './routes.ts'
import { ListedOwnInvoiceShape, MeShape, meToWire, SessionShape } from './wire.ts'

const Anything = Type.Unsafe<unknown>({})
const FloorPlanShape = Type.Object({ floor_id: Type.String(), type: Type.String(), data: Type.String() })
const UnitPhotoShape = Type.Object({ unit_id: Type.Integer(), type: Type.String(), data: Type.String() })
const DocumentFileShape = Type.Object({ document_id: Type.String(), type: Type.String(), data: Type.String() })
const always = { from: 0, to: 1e11 }

/** An object without its closing brace, so that more can follow. */
const openObject = (head: unknown): string => JSON.stringify(head).slice(0, -1)

const asText = <T extends { readonly data: Buffer }>(picture: T) => ({
  ...picture,
  data: picture.data.toString('base64'),
})

/** Another array of the open object. */
async function* arrayOf(name: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let before = `,"${name}":[`
  for await (const text of texts) {
    yield `${before}${text}`
    before = ','
  }
  yield before === ',' ? ']' : `${before}]`
}

/** An array of `shape`; `toWire` computes what the stored item does not have. */
async function* itemsOf<T>(
  name: string,
  items: AsyncIterable<T> | Iterable<T>,
  shape: TSchema,
  toWire: (item: T) => unknown = (item) => item,
): AsyncGenerator<string> {
  const project = projector(shape)
  async function* texts() {
    for await (const item of items) yield JSON.stringify(project(toWire(item)))
  }
  yield* arrayOf(name, texts())
}

async function* flat<T>(pages: AsyncIterable<Iterable<T>>): AsyncGenerator<T> {
  for await (const page of pages) yield* page
}

/** The first part of the document: everything that is short. */
const project = projector(
  Type.Object({
    exported_at: Time,
    account: ClientAccountShape,
    user: OwnUserShape,
    people: Type.Array(PersonShape),
    plans: MeShape.properties.plans,
    service_apps: MeShape.properties.service_apps,
    company: Anything,
    sessions: Type.Array(SessionShape),
    visits: Type.Array(SupportSessionShape),
    bills: Type.Array(OwnBillShape),
    invoices: Type.Array(ListedOwnInvoiceShape),
    subscriptions: Type.Array(OwnSubscriptionShape),
    subscription_orders: Type.Array(OwnOrderShape),
    groups: Type.Array(GroupShape),
    geofences: Type.Array(GeofenceShape),
    shares: Type.Array(ShareShape),
    services: Type.Array(Type.Object({ ...TaskShape.properties, history: Type.Array(ServiceRecordShape) })),
    sensors: Type.Array(SensorShape),
    sensor_templates: Type.Array(TemplateShape),
    drivers: Type.Array(DriverShape),
    driver_assignments: Type.Array(AssignmentShape),
    driver_shifts: Type.Array(ShiftShape),
    logbooks: Type.Array(LogbookShape),
    vehicles: Type.Array(VehicleShape),
    vehicle_documents: Type.Array(DocumentShape),
    vehicle_fields: Type.Array(FieldShape),
    labels: Type.Array(LabelShape),
    buildings: Type.Array(BuildingShape),
    notification_rules: Type.Array(RuleShape),
    notification_channels: Type.Array(ChannelShape),
    saved_reports: Type.Array(SavedReportShape),
  }),
)
const projectUnit = projector(
  Type.Object({ ...UnitWire.provider.properties, telemetry: Anything, counters: CountersShape }),
)

const projectName = projector(UnitWire.provider)

async function* exportOf(call: ClientCall): AsyncGenerator<string> {
  const head = {
    ...meToWire(await readMe(call)),
    exported_at: call.clock.now(),
    people: (await readPeople(call)).people.map(personToWire),
    sessions: (await listSessions(call)).map((one) => sessionToWire(one, call.session.id)),
    visits: (await listSessionVisits(call)).map(supportSessionToWire),
    bills: (await listOwnBills(call)).map(ownBillToWire),
    invoices: await ownInvoices(call),
    subscriptions: (await listSubscriptions(call, { id: call.account })).map(ownSubscriptionToWire),
    subscription_orders: (await listOwnPurchases(call)).map(ownOrderToWire),
    groups: await listGroups(call),
    geofences: (await listGeofences(call)).map(geofenceToWire),
    shares: (await listShares(call)).map((one) => shareToWire(one, call.clock.now())),
    services: await servicesOf(call),
    sensors: (await listAllSensors(call)).map(sensorToWire),
    sensor_templates: (await listTemplates(call)).map(templateToWire),
    drivers: (await listDrivers(call)).map(driverToWire),
    driver_assignments: (await listAssignments(call, {}, null)).map(assignmentToWire),
    driver_shifts: (await listShifts(call, {})).map(shiftToWire),
    logbooks: (await listLogbooks(call)).map(settingsToWire),
    vehicles: (await listVehicles(call)).map(vehicleToWire),
    vehicle_documents: (await listDocuments(call)).map(documentToWire),
    vehicle_fields: await listFields(call),
    labels: await listLabels(call),
    buildings: (await listBuildings(call)).map(buildingToWire),
    notification_rules: (await listRules(call)).map((rule) => ruleToWire(rule, [], readsCommands(call))),
    notification_channels: (await listChannels(call)).map(channelToWire),
    saved_reports: (await listSaved(call)).map(savedToWire),
  }
  yield openObject(project(head))
  yield* itemsOf('floor_plans', everyPlan(call), FloorPlanShape, asText)
  yield* itemsOf('unit_photos', everyPhoto(call), UnitPhotoShape, asText)
  yield* itemsOf('vehicle_document_files', everyFile(call), DocumentFileShape, asText)
  yield* itemsOf('notifications', everyNotification(call), NotificationShape, notificationToWire)
  yield ',"units":['
  let comma = ''
  for await (const unit of everyOwnUnit(call)) {
    if (comma) yield comma
    yield* isExpired(call, unit.id) ? nameOf(unit) : unitOf(call, unit)
    comma = ','
  }
  yield ']}\n'
}

/** Until it is renewed, a unit's reports are not in the document. */
function* nameOf(unit: Unit): Generator<string> {
  yield JSON.stringify(projectName(unitToWire(unit)))
}

async function* unitOf(call: ClientCall, unit: Unit): AsyncGenerator<string> {
  const { id } = unit
  const choice = { unitIds: [id], groupId: undefined }
  const telemetry = await readOwnTelemetry(call, id)
  const counters = countersToWire(await readCounters(call, id))
  yield openObject(projectUnit({ ...unitToWire(unit), telemetry, counters }))
  const readCommands = await commandsOf(call, id)
  const commands = everyItem(commandSorts.id!, (page) => readCommands({}, page))
  yield* itemsOf('commands', commands, CommandShape, commandToWire)
  yield* itemsOf('trips', flat(listTrips(call, [id], always, undefined)), TripShape, tripToWire)
  const visits = flat(await visitsOf(call, choice, undefined, always))
  yield* itemsOf('geofence_visits', visits, GeofenceVisitShape, geofenceVisitToWire)
  const all = { kinds: undefined, geofenceId: undefined, from: undefined, to: undefined, isAcknowledged: undefined }
  const events = everyItem(eventSorts.at!, await eventsOf(call, choice, all))
  yield* itemsOf('events', events, EventShape, eventToWire)
  yield* itemsOf('logbook', everyMonth(call, id), WholeMonthShape, wholeMonthToWire)
  if (unit.type === 'asset') yield* itemsOf('stays', await listStays(call, id, always, null), StayShape, stayToWire)
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
    operation: 'client.manage-account',
    tag: 'Account',
    summary: 'Export all data of the account',
    reply: bare(Type.Unsafe<object>({ type: 'object', title: 'Export' })),
    handle: async (call) => ({ pieces: exportOf(call) }),
  }),
]
