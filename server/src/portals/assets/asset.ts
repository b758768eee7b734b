/** A gateway, a sensor or an asset as its client sees it, with its location. Pure. */

export const kinds = ['gateway', 'sensor', 'asset'] as const
export type Kind = (typeof kinds)[number]

/** The gateway that detects it; a gateway is at itself. */
interface Whereabouts {
  readonly gatewayId: number
  readonly gateway: string
  /** When it was last detected, in seconds; null for a gateway that never connected. */
  readonly heardAt: number | null
  /** In dBm. */
  readonly rssi: number | null
  readonly position: { readonly latitude: number; readonly longitude: number } | null
  /** The gateway's floor; null: none. */
  readonly floor: { readonly id: string; readonly name: string } | null
  readonly building: { readonly id: string; readonly name: string } | null
  /** Empty: no name. */
  readonly room: string
}

export interface Thing {
  readonly id: number
  readonly type: Kind
  readonly name: string
  readonly ident: string
  readonly description: string
  readonly category: string | null
  readonly labelIds: readonly string[]
  /** For an asset: its sensor. */
  readonly sensorId: number | null
  /** For a sensor: its assets. */
  readonly assetIds: readonly number[]
  /** In percent, if reported. */
  readonly battery: number | null
  /** Its photo, which is read under `/units`. A new one has a new version. */
  readonly photo: {
    readonly type: string
    readonly width: number
    readonly height: number
    readonly version: string
  } | null
  readonly place: Whereabouts | null
}

export interface CategoryCount {
  readonly category: string | null
  readonly count: number
}

/** Largest first; without a category last. */
export function categoriesOf(things: readonly Thing[]): CategoryCount[] {
  const counts = Map.groupBy(things, ({ category }) => category)
  return [...counts]
    .map(([category, own]) => ({ category, count: own.length }))
    .sort(
      (a, b) =>
        Number(a.category === null) - Number(b.category === null) ||
        b.count - a.count ||
        (a.category ?? '').localeCompare(b.category ?? ''),
    )
}
