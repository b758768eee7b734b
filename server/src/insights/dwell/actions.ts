import { heldModules } from '#billing/subscriptions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { forbidden, notFound } from '#kernel/errors.ts'
import { isExpired } from '#kernel/sight.ts'
import { spansOf } from '#kernel/time/zone.ts'
import { requireOwnUnits } from '#tracking/units/actions.ts'
import { listGeofences, visitsOf } from '../geofences/actions.ts'
import { borderOf } from '../geofences/geofence.ts'
import { listLabels } from '../labels/actions.ts'
import { addUp, type PlaceKind, type Report, type Station, type Subject, subjectsOf } from './report.ts'
import * as store from './store.ts'

export type { AssetStay } from './store.ts'

export const reportDaysMax = 62
const assetsPerSum = 100
const staysMax = 10_000
const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

interface Stretch {
  readonly from: number
  readonly to: number
}

export interface ReportQuestion extends Stretch {
  readonly of: Subject
  readonly at: PlaceKind
  readonly zone: string
  readonly category: string | undefined
  readonly labelId: string | undefined
}

/** The module that each kind of place needs in addition to reports. */
const moduleFor: Partial<Readonly<Record<PlaceKind, string>>> = {
  room: 'building',
  floor: 'building',
  building: 'building',
  geofence: 'geofence',
}

/** Whole days in the client's time zone. */
export async function readReport(call: ClientCall, question: ReportQuestion): Promise<Report> {
  const { of, at, zone, category, labelId } = question
  const needed = moduleFor[at]
  if (needed && !(await heldModules(call, call.account, call.apps)).includes(needed)) {
    forbidden(`Your plan doesn’t include the module ${needed}. Contact your provider.`)
  }
  const labels = new Map((await listLabels(call)).map(({ id, name }) => [id, name]))
  if (labelId !== undefined && !labels.has(labelId)) notFound('label')
  const days = spansOf(zone, 'day', question.from, question.to)
  const carriers = await store.listCarriers(call.db, { accountId: call.account, seen: call, category, labelId })
  const { stations, names } = await stationsFor(call, at, { from: days[0]!.from, to: days.at(-1)!.to })
  const subjects = new Map(carriers.map((carrier) => [carrier.id, subjectsOf(carrier, of, labels)]))
  const shares = []
  for (let first = 0; first < carriers.length; first += assetsPerSum) {
    const ids = carriers.slice(first, first + assetsPerSum).map(({ id }) => id)
    shares.push(...(await store.sumUp(call.db, ids, days, stations)))
  }
  return { of, at, zone, days, rows: addUp(shares, (id) => subjects.get(id) ?? [], names, days.length) }
}

interface Stations {
  /** Undefined: each gateway is a place. */
  readonly stations: readonly Station[] | undefined
  readonly names: ReadonlyMap<string, string>
}

async function stationsFor(call: ClientCall, at: PlaceKind, stretch: Stretch): Promise<Stations> {
  const gateways = await store.listGateways(call.db, call.account)
  if (at === 'gateway') {
    return { stations: undefined, names: new Map(gateways.map(({ id, name }) => [String(id), name])) }
  }
  if (at === 'geofence') return geofenceStations(call, gateways, stretch)
  const names = new Map<string, string>()
  const stations = gateways.flatMap((gateway): Station[] => {
    const { id: gatewayId, room, floorId, floor, buildingId, building } = gateway
    if (floorId === null || buildingId === null || (at === 'room' && !room)) return []
    const [place, words] = {
      room: [`${floorId} ${room}`, [room, floor, building]],
      floor: [floorId, [floor, building]],
      building: [buildingId, [building]],
    }[at] as [string, string[]]
    names.set(place, words.join(', '))
    return [{ gatewayId, place, ...always }]
  })
  return { stations, names }
}

/** A gateway with a fixed position is inside or not; for any other, visits say when it was. */
async function geofenceStations(
  call: ClientCall,
  gateways: readonly store.GatewayPlace[],
  stretch: Stretch,
): Promise<Stations> {
  const geofences = await listGeofences(call)
  const anchored = gateways.filter(({ lat }) => lat !== null)
  const fixed = geofences.flatMap(({ id: place, shape }) => {
    const border = borderOf(shape)
    return anchored
      .filter(({ lat, lon }) => border({ lat: lat!, lon: lon! }) <= 0)
      .map(({ id: gatewayId }): Station => ({ gatewayId, place, ...always }))
  })
  const moving = gateways.filter(
    ({ lat, id }) => lat === null && (call.sight?.unitIds?.includes(id) ?? true) && !isExpired(call, id),
  )
  const choice = { unitIds: moving.map(({ id }) => id), groupId: undefined }
  const visits = (await Array.fromAsync(await visitsOf(call, choice, undefined, stretch))).flat()
  const visited = visits.map(({ unitId, geofenceId, t0, t1 }): Station => {
    return { gatewayId: unitId, place: geofenceId!, from: t0, to: t1 ?? always.to }
  })
  return { stations: [...fixed, ...visited], names: new Map(geofences.map(({ id, name }) => [id, name])) }
}

/** Where an asset was, one gateway after the other. `most` null: no limit. */
export async function listStays(
  call: ClientCall,
  assetId: number,
  stretch: Stretch,
  most: number | null = staysMax,
): Promise<store.AssetStay[]> {
  await requireOwnUnits(call, [assetId])
  return store.listOf(call.db, call.account, assetId, stretch, most)
}
