/** What a client of the demo has created in its application, so that no page is empty. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { addKey, createDriver } from '#insights/drivers/actions.ts'
import { assign } from '#insights/drivers/assigning.ts'
import { createGeofence } from '#insights/geofences/actions.ts'
import type { Geofence, Shape } from '#insights/geofences/geofence.ts'
import { createGroup } from '#insights/groups/actions.ts'
import { keepLogbook } from '#insights/logbook/actions.ts'
import { createTask } from '#insights/maintenance/actions.ts'
import { createRule, type NewRule } from '#insights/notifications/actions.ts'
import { createSensor, type NewSensor } from '#insights/sensors/actions.ts'
import type { Place } from '#insights/trips/segments/point.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { dayAfter } from '#kernel/time/day.ts'
import { addDocument, changeVehicle } from '#tracking/vehicles/actions.ts'
import { type Depot, depots } from '../simulation/town/network.ts'
import { type Point, toDegrees } from '../simulation/town/plane.ts'
import { mainRoads } from '../simulation/town/roads.ts'

/** How far back visits are computed. */
const sinceSeconds = 8 * 86_400

const placeOf = (point: Point): Place => {
  const { latitude, longitude } = toDegrees(point)
  return { lat: latitude, lon: longitude }
}
const [northDepot] = depots as readonly [Depot, ...Depot[]]
const southRoad = mainRoads.find(({ name }) => name === 'Sydwey')!.line

const places: readonly { readonly name: string; readonly colour: string; readonly shape: Shape }[] = [
  {
    name: 'Old town',
    colour: '#2563eb',
    shape: { type: 'circle', center: placeOf({ x: 0, y: 0 }), radius: 350 },
  },
  {
    name: 'North depot',
    colour: '#b45309',
    shape: { type: 'polygon', points: northDepot.yard.map(placeOf) },
  },
  {
    name: 'South road',
    colour: '#15803d',
    shape: { type: 'corridor', points: southRoad.filter((_, i) => i % 8 === 0).map(placeOf), width: 120 },
  },
]

const rulesFor = (oldTown: string): readonly NewRule[] => [
  {
    name: 'Old town',
    condition: { type: 'geofence', crossings: ['enter', 'leave'], geofenceIds: [oldTown] },
  },
  {
    name: 'Speeding',
    condition: {
      type: 'parameter',
      parameter: 'position.speed',
      comparison: 'above',
      value: 85,
      low: null,
      high: null,
      seconds: 20,
    },
  },
  { name: 'No data for 2 hours', condition: { type: 'silence', minutes: 120 } },
]

/** Each drives the unit at the same place of the list. */
const drivers = [
  { name: 'Anna Berg', phone: '+1 555 0110', code: '01-0000 1A2B 3C4D' },
  { name: 'Jonas Lund', phone: '+1 555 0111', code: '01-0000 5E6F 7A8B' },
] as const

/** Of its voltage at rest; a running engine charges it. */
const battery: NewSensor = {
  ...{ name: 'Vehicle battery', formula: 'external.powersource.voltage', measure: '%', decimals: 0 },
  ...{ smoothing: 'median', smoothingCount: 5 },
  pairs: [
    [11.8, 0],
    [12.1, 40],
    [12.4, 75],
    [12.7, 100],
  ],
}

/** Nobody is signed in while the demo is created, so there is no session: everything belongs to its owner. */
export type Founder = Omit<ClientCall, 'session'>

const dayIn = ({ clock }: Pick<ClientCall, 'clock'>, days: number): string =>
  dayAfter(clock.now().toISOString().slice(0, 10), days)

export const seedClient = (founder: Founder, unitIds: readonly number[]): Promise<void> =>
  inTransaction({ ...founder, session: { role: 'owner' } } as ClientCall, async (call) => {
    const since = Math.floor(call.clock.now().getTime() / 1000) - sinceSeconds
    const made: Geofence[] = []
    for (const place of places) made.push(await createGeofence(call, { ...place, since }, []))
    for (const rule of rulesFor(made[0]!.id)) await createRule(call, rule, [])
    await createGroup(call, 'Day shift', unitIds.slice(0, 3))
    for (const unitId of unitIds.slice(0, 2)) {
      await createTask(call, unitId, { name: 'Oil and filters', everyKm: 15_000, everyHours: null, everyDays: 365 })
    }
    for (const [at, unitId] of unitIds.entries()) {
      await changeVehicle(call, unitId, { plate: `WM ${1207 + at * 31}`, make: 'Ford', model: 'Transit', icon: 'van' })
    }
    // One of them is also used privately: trips are private before eight, after six and at the weekend.
    await keepLogbook(call, unitIds.at(-1)!, {
      ...{ isOn: true, zone: 'UTC', otherKind: 'private', keeperId: call.user, from: since },
      hours: { kind: 'business', weekdays: [1, 2, 3, 4, 5], startMinute: 8 * 60, endMinute: 18 * 60 },
    })
    const document = { number: null, note: null }
    await addDocument(call, unitIds[0]!, { ...document, name: 'Inspection', expiresOn: dayIn(call, 21) })
    await addDocument(call, unitIds[0]!, { ...document, name: 'Insurance', expiresOn: dayIn(call, 240) })
    for (const [at, { code, ...person }] of drivers.entries()) {
      const driver = await createDriver(call, person)
      await addKey(call, driver.id, { kind: 'ibutton', code, from: since, to: null })
      await assign(call, { driverId: driver.id, unitId: unitIds[at]!, from: since, to: null })
    }
    await createSensor(call, unitIds[0]!, battery)
    await createTask(call, unitIds[0]!, { name: 'Tyres', everyKm: null, everyHours: null, everyDays: 180 })
  })
