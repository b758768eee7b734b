/** The port for addresses: what we ask about a position in words that people use. `insights/addresses` answers it. */

import type { Position } from './position.ts'

/** Which source knew it: the operator's map, the operator's geocoder, or the built-in list of towns. */
export const addressSources = ['map', 'geocoder', 'town'] as const
export type AddressSource = (typeof addressSources)[number]

export interface Address {
  /** On one line: "Städtle 34, 9490 Vaduz". From the list of towns: "near Vaduz, Liechtenstein". */
  readonly text: string
  readonly street?: string
  readonly houseNumber?: string
  readonly postcode?: string
  readonly place?: string
  /** ISO 3166, two capital letters: pages say it in their reader's language. */
  readonly country?: string
  readonly source: AddressSource
}

export interface Road {
  /** As OpenStreetMap has it: `motorway`, `primary`, `residential` and so on. */
  readonly kind: string
  /** Posted at the road, in km/h. Most maps do not say. */
  readonly limit?: number
  /** The usual speed on such a road, in km/h. Never shown as a limit. */
  readonly usual: number
  readonly name?: string
}

/** A way over roads. */
export interface Route {
  readonly metres: number
  readonly seconds: number
  readonly line: readonly Position[]
}

/** A part of a track: on the roads that were most likely driven, or as it was sent where none fits. */
export interface MatchedPiece {
  readonly isOnRoads: boolean
  readonly line: readonly Position[]
}

export const foundKinds = ['address', 'street', 'poi', 'place', 'coordinates'] as const

/** What a search found. */
export interface FoundPlace extends Position {
  readonly kind: (typeof foundKinds)[number]
  readonly name: string
  readonly postcode?: string
  /** The town or village it is in; for coordinates, their address. */
  readonly place?: string
  readonly country?: string
  /** Radius of a circle that contains it, in metres. */
  readonly radius: number
  /** Distance from where the reader looks, in metres. */
  readonly metres?: number
}

export interface CacheState {
  readonly tiles: number
  readonly bytes: number
  readonly bytesMax: number
}

/** A geocoder's answer about a position. `later`: it cannot be asked now. */
export type Reversed =
  | { readonly state: 'found'; readonly address: Address }
  | { readonly state: 'nothing' | 'failed' | 'later' }

export interface GeocoderState {
  /** Since the start. */
  readonly asked: number
  readonly failed: number
  readonly lastFailure: string | null
  /** It failed, and requests to it are paused for a while. */
  readonly isPaused: boolean
}

export interface Addresses {
  /** The operator's own geocoder, if there is one. Slow: only background work asks it. */
  readonly geocoder:
    | { readonly version: string; reverse(position: Position): Promise<Reversed>; state(): GeocoderState }
    | undefined
  /** Undefined: nothing is known about this position, for example on the open sea. Never throws. */
  at(position: Position): Promise<Address | undefined>
  /**
   * The road a vehicle is on; undefined: none is close by, or there is no map with streets. `direction`, in degrees
   * from north, distinguishes a road from the one that crosses it. Never throws.
   */
  roadAt(position: Position, direction?: number): Promise<Road | undefined>
  /** The quickest route by car; undefined: the bounded search finds none. Never throws. */
  route(from: Position, to: Position): Promise<Route | undefined>
  /**
   * The same track on roads; empty: there is no map with streets, or there are fewer than two positions. Never throws.
   */
  match(track: readonly Position[]): Promise<readonly MatchedPiece[]>
  /** Finds what people type, best match first; `near`: where they look. */
  find(text: string, near?: Position): Promise<readonly FoundPlace[]>
  /** Whether the map has streets there. */
  hasStreets(position: Position): Promise<boolean>
  /** The country of the nearest town: two capital letters. */
  countryAt(position: Position): Promise<string | undefined>
  /** What was read from the map and is cached. */
  cached(): CacheState
  /** Changes when a source does, so that stored addresses can be computed again. */
  version(): Promise<string>
}
