/** The routes of the client application: what each address shows. */
import { useMemo } from 'react'
import { paramsOf, routeOf, to, useHash } from '../shared/router/router.ts'
import { type Filter, filterOf, writtenOf } from './inbox/filter.ts'
import { isDate } from './timeline/days/day.ts'
import type { NamedDevice } from './units/own/code.ts'

export type ClientRoute =
  | { readonly view: 'list' }
  /** The map alone; on a wide screen it is next to the list anyway. */
  | { readonly view: 'map' }
  | { readonly view: 'unit'; readonly unit: number }
  /** The editor of groups, which replaces the list. */
  | { readonly view: 'groups' }
  /** Where the owner adds a unit. A QR code may contain this address with the device's ident. */
  | { readonly view: 'add'; readonly given: NamedDevice }
  /** Without a date, today; without units, the first; with a time in Unix seconds, the cursor is there. */
  | { readonly view: 'timeline'; readonly date?: string; readonly units: readonly number[]; readonly at?: number }
  /** `new`, or one by its id; without it, all of them. */
  | { readonly view: 'geofences'; readonly geofence?: string; readonly isEdited: boolean }
  /** With an id, that one is open. */
  | { readonly view: 'inbox'; readonly part: InboxPart; readonly filter: Filter; readonly open?: string }
  | { readonly view: 'statistics' }
  | { readonly view: 'reports' }
  /** With units: a new link to them. */
  | { readonly view: 'sharing'; readonly units: readonly number[] }
  /** Without a unit, for all. */
  | { readonly view: 'maintenance'; readonly unit?: number }
  /** Sensors; without a unit, of all. */
  | { readonly view: 'sensors'; readonly unit?: number }
  /** All, or one by its id. */
  | { readonly view: 'drivers'; readonly driver?: string }
  /** Without a unit, the first with a logbook; without a month, the current one. */
  | { readonly view: 'logbook'; readonly unit?: number; readonly month?: string }
  /** All, or that of one unit. */
  | { readonly view: 'vehicles'; readonly unit?: number }
  /** Assets, or one of them. */
  | { readonly view: 'assets'; readonly asset?: number }
  | { readonly view: 'labels' }
  /** Without a floor, the first. */
  | { readonly view: 'buildings'; readonly floor?: string; readonly isEdited: boolean }
  /** Dwell times of assets. */
  | { readonly view: 'dwell' }
  | { readonly view: 'more' }
  | { readonly view: 'account' }
  /** The people of the account, and their activity. */
  | { readonly view: 'people' }
  | { readonly view: 'activity' }

const plain = [
  'map',
  'groups',
  'statistics',
  'reports',
  'labels',
  'dwell',
  'more',
  'account',
  'people',
  'activity',
] as const

const idsOf = (text = ''): readonly number[] => [
  ...new Set(
    text
      .split(',')
      .filter((id) => /^\d{1,15}$/.test(id))
      .map(Number),
  ),
]

const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text)
export const inboxParts = ['list', 'events', 'rules', 'channels'] as const
export type InboxPart = (typeof inboxParts)[number]

type Params = Readonly<Partial<Record<string, string>>>

/** The first matching pattern; any other address shows the list. */
const patterns: readonly (readonly [pattern: string, route: (params: Params, query: string) => ClientRoute])[] = [
  ...plain.map((view) => [`/${view}`, () => ({ view })] as const),
  ['/units/:unit', ({ unit }) => first(unit, (id) => ({ view: 'unit', unit: id })) ?? { view: 'list' }],
  [
    '/timeline/:date?/:units?',
    ({ date = '', units }, query) => ({
      view: 'timeline',
      ...(isDate(date) && { date }),
      units: idsOf(units),
      ...first(new URLSearchParams(query).get('at') ?? '', (at) => ({ at })),
    }),
  ],
  ['/sharing/:units?', ({ units }) => ({ view: 'sharing', units: idsOf(units) })],
  ['/maintenance/:unit?', ({ unit }) => ({ view: 'maintenance', ...first(unit, (id) => ({ unit: id })) })],
  ['/sensors/:unit?', ({ unit }) => ({ view: 'sensors', ...first(unit, (id) => ({ unit: id })) })],
  ['/vehicles/:unit?', ({ unit }) => ({ view: 'vehicles', ...first(unit, (id) => ({ unit: id })) })],
  ['/drivers/:driver?', ({ driver = '' }) => ({ view: 'drivers', ...(isId(driver) && { driver }) })],
  [
    '/logbook/:unit?/:month?',
    ({ unit, month = '' }) => ({
      view: 'logbook',
      ...first(unit, (id) => ({ unit: id })),
      ...(/^\d{4}-(0[1-9]|1[0-2])$/.test(month) && { month }),
    }),
  ],
  [
    '/geofences/:geofence?/:action?',
    ({ geofence, action }) => ({
      view: 'geofences',
      ...(geofence && { geofence }),
      isEdited: geofence === 'new' || action === 'edit',
    }),
  ],
  ['/inbox/:part?/:open?', inboxOf],
  // Their addresses before there was one inbox; emails and bookmarks still use them.
  ['/notifications/:part?/:open?', inboxOf],
  ['/events', (_, query) => inboxOf({ part: 'events' }, query)],
  ['/add', (_, query) => ({ view: 'add', given: namedIn(new URLSearchParams(query)) })],
  ['/assets/:asset?', ({ asset }) => ({ view: 'assets', ...first(asset, (id) => ({ asset: id })) })],
  [
    '/buildings/:floor?/:action?',
    ({ floor = '', action }) => ({
      view: 'buildings',
      ...(isId(floor) && { floor }),
      isEdited: isId(floor) && action === 'edit',
    }),
  ],
]

function first<T>(text: string | undefined, use: (id: number) => T): T | undefined {
  const [id] = idsOf(text)
  return id === undefined ? undefined : use(id)
}

const namedIn = (query: URLSearchParams): NamedDevice => ({
  ident: query.get('ident') ?? '',
  model: query.get('model') ?? undefined,
})

function inboxOf({ part, open = '' }: Params, query: string): ClientRoute {
  const own = inboxParts.find((one) => one === part) ?? 'list'
  return { view: 'inbox', part: own, filter: filterOf(query), ...(isId(open) && { open }) }
}

export function clientRouteOf(hash: string): ClientRoute {
  const { path, query } = routeOf(hash)
  for (const [pattern, route] of patterns) {
    const params = paramsOf(pattern, path)
    if (params) return route(params, String(query))
  }
  return { view: 'list' }
}

export const useClientRoute = (): ClientRoute => {
  const hash = useHash()
  return useMemo(() => clientRouteOf(hash), [hash])
}

export const assetAddress = (asset: number) => to('/assets/:asset', { asset })
export const floorAddress = (floor: string, isEdited = false) =>
  to('/buildings/:floor/:action?', { floor, ...(isEdited && { action: 'edit' }) })
export const unitAddress = (unit: number) => to('/units/:unit', { unit })
export const timelineAddress = (date: string, units: readonly number[], at?: number) =>
  to('/timeline/:date/:units?', { date, units: units.join(',') }) + (at === undefined ? '' : `?at=${Math.round(at)}`)
export const geofenceAddress = (geofence: string, action?: 'edit') =>
  to('/geofences/:geofence/:action?', { geofence, ...(action && { action }) })
export const inboxAddress = (part: InboxPart = 'list', filter: Filter = {}) =>
  [to('/inbox/:part?', part === 'list' ? {} : { part }), writtenOf(filter)].filter((text) => text !== '').join('?')
export const notificationAddress = (open: string) => to('/inbox/:part?/:open?', { part: 'list', open })
export const sharingAddress = (units: readonly number[]) => to('/sharing/:units?', { units: units.join(',') })
export const driverAddress = (driver?: string) => to('/drivers/:driver?', driver === undefined ? {} : { driver })
export const vehicleAddress = (unit?: number) => to('/vehicles/:unit?', unit === undefined ? {} : { unit })
export const logbookAddress = (unit: number, month?: string) =>
  to('/logbook/:unit/:month?', { unit, ...(month !== undefined && { month }) })
export const maintenanceAddress = (unit?: number) => to('/maintenance/:unit?', unit === undefined ? {} : { unit })
export const sensorsAddress = (unit?: number) => to('/sensors/:unit?', unit === undefined ? {} : { unit })
