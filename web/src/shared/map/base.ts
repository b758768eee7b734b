/** The base of a map: a style of another server, streets of this installation, or coasts and borders. */
import { ask } from '../api.ts'

export interface Streets {
  /** With `{z}`, `{x}` and `{y}`, on this installation. */
  readonly tiles: string
  readonly attribution: string
  readonly min_zoom: number
  readonly max_zoom: number
  /** What the files cover, each as west, south, east, north. */
  readonly areas: readonly (readonly [number, number, number, number])[]
}

export interface Base {
  readonly styleUrl: string | null
  readonly streets: Streets | null
  /** The source of addresses, in addition to that of the streets. */
  readonly credit: string | null
}

interface Settings {
  readonly map_style_url: string | null
  readonly streets: Streets | null
  readonly geocoder_attribution: string | null
}

export async function loadBase(): Promise<Base> {
  const settings = await ask<Settings>('GET', '/settings.json')
  const { map_style_url: styleUrl, streets, geocoder_attribution: credit } = settings
  return { styleUrl, streets: styleUrl === null ? streets : null, credit }
}

/** How close a map zooms to one position: without streets, close is empty. */
export const placeZoom = ({ styleUrl, streets }: Base): number => ((styleUrl ?? streets) ? 13 : 4.5)
