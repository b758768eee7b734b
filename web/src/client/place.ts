/** Where one is inside the application: the part of the address behind `#`. */
import { useEffect, useState } from 'react'
import { type EventFilter, filterOf } from './events/filter.ts'
import { isDate } from './timeline/day.ts'

export type Place =
  | { readonly view: 'list' }
  /** The map alone; on a wide screen it is next to the list anyway. */
  | { readonly view: 'map' }
  | { readonly view: 'unit'; readonly unit: number }
  /** Where groups are made, in place of the list. */
  | { readonly view: 'groups' }
  /** Without a date, today; without units, the first. */
  | { readonly view: 'timeline'; readonly date?: string; readonly units: readonly number[] }
  /** `new`, or one by its id; without, all of them. */
  | { readonly view: 'geofences'; readonly geofence?: string; readonly isEdited: boolean }
  | { readonly view: 'events'; readonly filter: EventFilter }
  | { readonly view: 'notifications'; readonly part: 'list' | 'rules' | 'channels' }
  | { readonly view: 'statistics' }
  /** With units: a link to them is about to be made. */
  | { readonly view: 'sharing'; readonly units: readonly number[] }
  /** Without a unit, of all. */
  | { readonly view: 'maintenance'; readonly unit?: number }
  /** Assets, or one of them. */
  | { readonly view: 'assets'; readonly asset?: number }
  | { readonly view: 'labels' }
  /** Without a floor, the first. */
  | { readonly view: 'buildings'; readonly floor?: string; readonly isEdited: boolean }
  /** How long assets were where. */
  | { readonly view: 'dwell' }
  | { readonly view: 'more' }
  | { readonly view: 'account' }

const plain = ['map', 'groups', 'statistics', 'labels', 'dwell', 'more', 'account'] as const

export function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\//, '').split('?')
  const [name, ...rest] = path.split('/')
  const view = plain.find((one) => one === name)
  if (view && rest.length === 0) return { view }
  if (name === 'timeline') return timelinePlace(rest)
  if (name === 'sharing') return { view: 'sharing', units: idsOf(rest[0]) }
  if (name === 'maintenance') return maintenancePlace(idsOf(rest[0]))
  if (name === 'geofences') return geofencesPlace(rest)
  if (name === 'notifications') return { view: 'notifications', part: partOf(rest[0]) }
  if (name === 'events') return { view: 'events', filter: filterOf(query) }
  if (name === 'assets') return assetsPlace(idsOf(rest[0]))
  if (name === 'buildings') return buildingsPlace(rest)
  const unit = /^#\/units\/(\d{1,15})$/.exec(hash)?.[1]
  return unit ? { view: 'unit', unit: Number(unit) } : { view: 'list' }
}

const idsOf = (text = ''): readonly number[] => [
  ...new Set(
    text
      .split(',')
      .filter((id) => /^\d{1,15}$/.test(id))
      .map(Number),
  ),
]

const timelinePlace = ([date = '', units]: readonly string[]): Place => ({
  view: 'timeline',
  ...(isDate(date) && { date }),
  units: idsOf(units),
})

const maintenancePlace = ([unit]: readonly number[]): Place => ({
  view: 'maintenance',
  ...(unit !== undefined && { unit }),
})

const geofencesPlace = ([geofence, action]: readonly string[]): Place => ({
  view: 'geofences',
  ...(geofence && { geofence }),
  isEdited: geofence === 'new' || action === 'edit',
})

const assetsPlace = ([asset]: readonly number[]): Place => ({ view: 'assets', ...(asset !== undefined && { asset }) })

function buildingsPlace([floor = '', edit]: readonly string[]): Place {
  const isId = /^[0-9a-f-]{36}$/.test(floor)
  return { view: 'buildings', ...(isId && { floor }), isEdited: isId && edit === 'edit' }
}

export const assetAddress = (asset: number): string => `#/assets/${asset}`
export const floorAddress = (floor: string, isEdited = false): string =>
  `#/buildings/${floor}${isEdited ? '/edit' : ''}`
const partOf = (text = '') => (text === 'rules' || text === 'channels' ? text : 'list')

export const unitAddress = (unit: number): string => `#/units/${unit}`
export const timelineAddress = (date: string, units: readonly number[]): string =>
  `#/timeline/${date}/${units.join(',')}`
export const geofenceAddress = (geofence: string, action?: 'edit'): string =>
  ['#/geofences', geofence, action].filter(Boolean).join('/')

export const notificationsAddress = (part: 'list' | 'rules' | 'channels' = 'list'): string =>
  part === 'list' ? '#/notifications' : `#/notifications/${part}`
export const sharingAddress = (units: readonly number[]): string => `#/sharing/${units.join(',')}`
export const maintenanceAddress = (unit?: number): string => `#/maintenance${unit === undefined ? '' : `/${unit}`}`

export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(window.location.hash))
  useEffect(() => {
    const update = () => setPlace(placeOf(window.location.hash))
    window.addEventListener('hashchange', update)
    return () => window.removeEventListener('hashchange', update)
  }, [])
  return place
}
