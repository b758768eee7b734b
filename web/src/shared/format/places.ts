/** Places in words: the client's own geofence, the address, or else the coordinates. */
import { locale, texts } from '../texts/texts.ts'

export interface Address {
  /** On one line, in English. */
  readonly text: string
  readonly source: string
  readonly place?: string
  readonly country?: string
}

interface Position {
  readonly latitude: number
  readonly longitude: number
}

export interface NamedPlace extends Position {
  readonly geofence: string | null
  readonly address: Address | null
}

const countries = new Intl.DisplayNames(locale, { type: 'region' })

/** Streets and towns keep their local names. */
export function formatAddress({ text, source, place, country }: Address): string {
  if (source !== 'town' || place === undefined) return text
  return texts.shared.near([place, country && countries.of(country)].filter(Boolean).join(', '))
}

export const formatCoordinates = ({ latitude, longitude }: Position): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

/** The geofence first. */
export function formatPlace(place: NamedPlace): string {
  const names = [place.geofence, place.address && formatAddress(place.address)].filter(Boolean)
  return names.length > 0 ? names.join(', ') : formatCoordinates(place)
}
