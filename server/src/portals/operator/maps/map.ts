/** Which map the installation shows, and how well it covers the units. */
import { type AddressFigures, type Coverage, readAddressFigures, readCoverage } from '#insights/addresses/coverage.ts'
import { isTownShown } from '#kernel/config/demo-file.ts'
import type { Context } from '#kernel/context.ts'
import type { CacheState, GeocoderState } from '#kernel/geo/addresses.ts'
import type { ListedFile } from '#kernel/geo/map-file/map-files.ts'
import { streetsZoom } from '#kernel/geo/map-file/pmtiles.ts'

/** The base map of all pages. */
export const baseMaps = ['style', 'files', 'built_in'] as const

export interface MapState {
  readonly base: (typeof baseMaps)[number]
  /** Without its query, which may be a key. */
  readonly styleUrl: string | null
  readonly isGoogleOffered: boolean
  readonly isDemoTown: boolean
  readonly files: readonly ListedFile[]
  readonly cache: CacheState
  readonly directoryBytes: number
  readonly addresses: AddressFigures
  readonly geocoder: GeocoderState | null
  readonly coverage: Coverage
}

export async function readMap(ctx: Pick<Context, 'db' | 'addresses' | 'config' | 'maps'>): Promise<MapState> {
  const { config } = ctx
  const files = await ctx.maps.list()
  const styleUrl = config.mapStyleUrl === undefined ? null : withoutQuery(config.mapStyleUrl)
  const hasFiles = files.some(({ file }) => file !== undefined)
  return {
    base: styleUrl !== null ? 'style' : hasFiles ? 'files' : 'built_in',
    styleUrl,
    isGoogleOffered: config.googleMaps !== undefined,
    isDemoTown: isTownShown(config) && hasFiles,
    files,
    cache: ctx.addresses.cached(),
    directoryBytes: files.reduce((sum, { file }) => sum + (file?.memoryBytes ?? 0), 0),
    addresses: await readAddressFigures(ctx),
    geocoder: ctx.addresses.geocoder?.state() ?? null,
    coverage: await readCoverage(ctx),
  }
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')

/** Only such a file also has addresses. */
export const hasStreets = ({ file }: ListedFile): boolean => file !== undefined && file.header.maxZoom >= streetsZoom
