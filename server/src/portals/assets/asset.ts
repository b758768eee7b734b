/** A gateway, a sensor or an asset as its client sees it, with where it is. Pure. */

export const kinds = ['gateway', 'sensor', 'asset'] as const
export type Kind = (typeof kinds)[number]

/** The gateway that has it; a gateway is with itself. */
export interface Whereabouts {
  readonly gatewayId: number
  readonly gateway: string
  /** When it was heard last, in seconds; null: never, for a gateway that has not called yet. */
  readonly heardAt: number | null
  /** In dBm. */
  readonly rssi: number | null
  readonly position: { readonly latitude: number; readonly longitude: number } | null
  /** Where the gateway hangs; null: on no floor. */
  readonly floor: { readonly id: string; readonly name: string } | null
  readonly building: { readonly id: string; readonly name: string } | null
  /** Empty: it has no name. */
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
  /** Of an asset: the sensor that it carries. */
  readonly sensorId: number | null
  /** Of a sensor: the assets that carry it. */
  readonly assetIds: readonly number[]
  /** In percent, if it was told. */
  readonly battery: number | null
  readonly place: Whereabouts | null
}

export interface CategoryCount {
  readonly category: string | null
  readonly count: number
}

/** The largest first; those without a category last. */
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
