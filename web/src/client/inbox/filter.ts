/** The filter of the inbox: in the address, and for the API. Pure. */
import type { ParamsOf } from '../../api/call.ts'
import { dayOf, isDate } from '../timeline/days/day.ts'

export interface Filter {
  readonly unit?: number
  /** A kind, `alarms` or `places`. */
  readonly kind?: string
  readonly geofence?: string
  readonly seen?: 'yes' | 'no'
  /** Days of the viewer's calendar. */
  readonly from?: string
  readonly to?: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The filter in an address, without invalid values. */
export function filterOf(query: string): Filter {
  const asked = new URLSearchParams(query)
  const text = (name: string, isGood: (value: string) => boolean) => {
    const value = asked.get(name) ?? ''
    return isGood(value) ? value : undefined
  }
  const unit = text('unit', (value) => /^\d{1,15}$/.test(value))
  const kind = text('kind', (value) => /^[a-z_]{1,40}$/.test(value))
  const geofence = text('geofence', (value) => uuid.test(value))
  const seen = text('seen', (value) => value === 'yes' || value === 'no') as Filter['seen']
  const [from, to] = [text('from', isDate), text('to', isDate)]
  return {
    ...(unit && { unit: Number(unit) }),
    ...(kind && { kind }),
    ...(geofence && { geofence }),
    ...(seen && { seen }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

type Query = Omit<ParamsOf<'getClientEvents'>, 'limit' | 'cursor'>

/** `alarmNames`: what `alarms` stands for. */
export function queryOf(filter: Filter, alarmNames: readonly string[]): Query {
  const { unit, kind, geofence, seen, from, to } = filter
  const kinds = kind === 'alarms' ? alarmNames.join(',') : kind === 'places' ? 'enter,leave' : kind
  return {
    ...(unit !== undefined && { unit_ids: String(unit) }),
    ...(kinds && { kind: kinds }),
    ...(geofence && { geofence_id: geofence }),
    ...(seen && { acknowledged: seen === 'yes' }),
    ...(from && { from: dayOf(from).from }),
    ...(to && { to: dayOf(to).to }),
  }
}

export const writtenOf = (filter: Filter): string =>
  new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)])).toString()
