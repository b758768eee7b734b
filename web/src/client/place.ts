/** Where one is inside the application: the part of the address behind `#`. */
import { useEffect, useState } from 'react'
import { isDate } from './timeline/day.ts'

export type Place =
  | { readonly view: 'list' }
  /** The map alone, which on a wide screen stands beside the list anyway. */
  | { readonly view: 'map' }
  | { readonly view: 'unit'; readonly unit: number }
  /** Where groups are made, in place of the list. */
  | { readonly view: 'groups' }
  /** Without a date, today; without units, the first. */
  | { readonly view: 'timeline'; readonly date?: string; readonly units: readonly number[] }
  | { readonly view: 'statistics' }
  | { readonly view: 'more' }
  | { readonly view: 'account' }

const plain = ['map', 'groups', 'statistics', 'more', 'account'] as const

export function placeOf(hash: string): Place {
  const [name, ...rest] = hash.replace(/^#\//, '').split('/')
  const view = plain.find((one) => one === name)
  if (view && rest.length === 0) return { view }
  if (name === 'timeline') return timelinePlace(rest)
  const unit = /^#\/units\/(\d{1,15})$/.exec(hash)?.[1]
  return unit ? { view: 'unit', unit: Number(unit) } : { view: 'list' }
}

function timelinePlace([date = '', units = '']: readonly string[]): Place {
  const ids = units.split(',').filter((id) => /^\d{1,15}$/.test(id))
  return { view: 'timeline', ...(isDate(date) && { date }), units: [...new Set(ids.map(Number))] }
}

export const unitAddress = (unit: number): string => `#/units/${unit}`
export const timelineAddress = (date: string, units: readonly number[]): string =>
  `#/timeline/${date}/${units.join(',')}`

export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(window.location.hash))
  useEffect(() => {
    const look = () => setPlace(placeOf(window.location.hash))
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])
  return place
}
