/** What the pages of tags_app ask, and the shapes of the answers as far as a page shows them. */
import { useCallback, useEffect } from 'react'
import { type Asked, useAsked } from '../../shared/api.ts'
import { get } from '../client-api.ts'
import type { Fleet } from '../units/use-fleet.ts'

export type Kind = 'asset' | 'sensor' | 'gateway'

export interface Whereabouts {
  readonly gateway_id: number
  readonly gateway: string
  readonly heard_at: number | null
  readonly floor: { readonly id: string; readonly name: string } | null
  readonly building: { readonly id: string; readonly name: string } | null
  readonly room: string
}

export interface Thing {
  readonly id: number
  readonly type: Kind
  readonly name: string
  readonly ident: string
  readonly category: string | null
  readonly label_ids: readonly string[]
  readonly sensor_id: number | null
  readonly asset_ids: readonly number[]
  readonly battery: number | null
  readonly place: Whereabouts | null
}

export interface Label {
  readonly id: string
  readonly name: string
  readonly colour: string
  readonly unit_ids: readonly number[]
}

export interface Spot {
  readonly unit_id: number
  readonly x: number
  readonly y: number
  readonly room: string
}

export interface Floor {
  readonly id: string
  readonly building_id: string
  readonly name: string
  readonly level: number
  readonly plan: { readonly width: number; readonly height: number; readonly version: string } | null
  readonly gateways: readonly Spot[]
}

export interface Building {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly floors: readonly Floor[]
}

export interface Stay {
  readonly gateway: string | null
  readonly from: number
  readonly to: number
  readonly duration: number
  readonly open: boolean
}

const listThings = (kind: Kind) => (signal: AbortSignal) => get<readonly Thing[]>(`/${kind}s?sort=name`, signal)
const listings = { asset: listThings('asset'), sensor: listThings('sensor'), gateway: listThings('gateway') }

/** Places are told by the stream where they are known as positions; indoors many gateways know none. */
const everyMs = 5_000
const atMostEveryMs = 1_000

/** Kept up to date while somebody looks at the page. */
export function useThings(
  kind: Kind,
  { stream }: Pick<Fleet, 'stream'>,
): [Asked<readonly Thing[]>, () => Promise<void>] {
  const [asked, reload] = useAsked(listings[kind])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      if (document.visibilityState === 'visible') void reload()
    }
    const stop = stream.subscribe(() => {
      timer ??= setTimeout(look, atMostEveryMs)
    })
    const ticking = setInterval(look, everyMs)
    return () => {
      stop()
      clearTimeout(timer)
      clearInterval(ticking)
    }
  }, [reload, stream])
  return [asked, reload]
}

const listLabels = (signal: AbortSignal) => get<readonly Label[]>('/labels', signal)
export const useLabels = () => useAsked(listLabels)

const listBuildings = (signal: AbortSignal) => get<readonly Building[]>('/buildings', signal)
export const useBuildings = () => useAsked(listBuildings)

export function useStays(asset: number, from: number, to: number) {
  const question = useCallback(
    (signal: AbortSignal) => get<readonly Stay[]>(`/assets/${asset}/stays?from=${from}&to=${to}`, signal),
    [asset, from, to],
  )
  return useAsked(question)
}

/** "Hall 2, Floor 1, Packing, North". */
export const placeName = ({ building, floor, room, gateway }: Whereabouts): string =>
  [building?.name, floor?.name, room, gateway].filter(Boolean).join(', ')

/** Heard of longer ago than this, it may be elsewhere. */
export const silentSeconds = 900
export const isSilent = ({ place }: Thing, nowSeconds: number): boolean =>
  nowSeconds - (place?.heard_at ?? 0) > silentSeconds

export const categoriesOf = (things: readonly Thing[]): string[] =>
  [...new Set(things.flatMap(({ category }) => category ?? []))].sort((a, b) => a.localeCompare(b))
