/** Maps that a client may choose instead of the built-in one: Google's Map Tiles API (docs/decisions/0051). Pure. */

export const layerNames = ['roadmap', 'satellite'] as const
export type LayerName = (typeof layerNames)[number]

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

export interface MapSession {
  readonly layer: LayerName
  readonly language: Language
  readonly keyHash: Buffer
  readonly session: string
  readonly tileSize: number
  readonly expiresAt: Date
}

export interface MapLayer {
  readonly name: LayerName
  readonly tiles: string
  readonly tileSize: number
  /** Given the visible area, it returns the copyright to show. */
  readonly copyright: string
  readonly expiresAt: Date
}

/** A page that was just opened must be able to stay open. */
const restMs = 24 * 3600 * 1000
export const isFresh = ({ expiresAt }: MapSession, now: Date): boolean => expiresAt.getTime() - now.getTime() > restMs

/** The request for a session. Satellite images include road and place names; without them, users get lost. */
export const sessionRequest = (layer: LayerName, language: Language) => ({
  mapType: layer,
  language,
  region: new Intl.Locale(language).maximize().region,
  ...(layer === 'satellite' && { layerTypes: ['layerRoadmap'] }),
})

/** The provider's answer, if it is a session; `expiry` is text. */
export function sessionIn(text: string): Pick<MapSession, 'session' | 'tileSize' | 'expiresAt'> | undefined {
  try {
    const { session, expiry, tileWidth } = JSON.parse(text)
    const expiresAt = new Date(Number(expiry) * 1000)
    const isGood = typeof session === 'string' && session !== '' && Number.isInteger(tileWidth)
    return isGood && !Number.isNaN(expiresAt.getTime()) ? { session, tileSize: tileWidth, expiresAt } : undefined
  } catch {
    return undefined
  }
}

/** The tiles for a page: it requests them from the provider, which sees the key in any case. */
export function layerOf({ layer, session, tileSize, expiresAt }: MapSession, url: string, key: string): MapLayer {
  const query = new URLSearchParams({ session, key })
  return {
    name: layer,
    tiles: `${url}/v1/2dtiles/{z}/{x}/{y}?${query}`,
    tileSize,
    copyright: `${url}/tile/v1/viewport?${query}`,
    expiresAt,
  }
}
