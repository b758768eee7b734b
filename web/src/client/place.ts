/** Where one is inside the application: the part of the address behind `#`. */
import { useEffect, useState } from 'react'

export type Place =
  | { readonly view: 'list' }
  /** The map alone, which on a wide screen stands beside the list anyway. */
  | { readonly view: 'map' }
  | { readonly view: 'unit'; readonly unit: number }
  | { readonly view: 'account' }

export function placeOf(hash: string): Place {
  if (hash === '#/map') return { view: 'map' }
  if (hash === '#/account') return { view: 'account' }
  const unit = /^#\/units\/(\d{1,15})$/.exec(hash)?.[1]
  return unit ? { view: 'unit', unit: Number(unit) } : { view: 'list' }
}

export const unitAddress = (unit: number): string => `#/units/${unit}`

export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(window.location.hash))
  useEffect(() => {
    const look = () => setPlace(placeOf(window.location.hash))
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])
  return place
}
