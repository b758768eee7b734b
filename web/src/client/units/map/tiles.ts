/** Tiles of another map over the base map and under everything of ours, and whose data they show. */
import type { Map as GlMap, RequestParameters } from 'maplibre-gl'

export interface TileLayer {
  readonly name: string
  readonly tiles: string
  readonly tile_size: number
  /** Asked with the borders of what is shown, it says whose data that is. */
  readonly copyright: string
  readonly expires_at: number
}

export interface Tiles {
  /** Undefined: the map as it is without. `tell` is told whose data is shown, again after each move. */
  set(layer: TileLayer | undefined, tell: (copyright: string) => void): void
  /** When the style is there, or is there anew. */
  draw(): void
}

const id = 'tiles'
const closestZoom = 22

/** The provider is told which installation asks, and nothing else: its key may be bound to that. */
export const asProvider = (url: string): RequestParameters => ({ url, referrerPolicy: 'origin' })

/** `below` is the first layer of ours. */
export function tilesOn(map: GlMap, below: () => string | undefined): Tiles {
  let layer: TileLayer | undefined
  let tell: (copyright: string) => void = () => {}
  let asking = new AbortController()

  const askWhose = () => {
    asking.abort()
    if (!layer) return
    asking = new AbortController()
    const { signal } = asking
    const bounds = map.getBounds()
    const query = new URLSearchParams({
      zoom: String(Math.round(map.getZoom())),
      north: String(Math.min(bounds.getNorth(), 85)),
      south: String(Math.max(bounds.getSouth(), -85)),
      east: String(Math.min(bounds.getEast(), 180)),
      west: String(Math.max(bounds.getWest(), -180)),
    })
    fetch(`${layer.copyright}&${query}`, { signal, referrerPolicy: 'origin', credentials: 'omit' })
      .then((answer) => answer.json())
      .then(({ copyright }: { copyright?: unknown }) => {
        if (typeof copyright === 'string' && !signal.aborted) tell(copyright)
      })
      // Its name stays on the map in any case.
      .catch(() => {})
  }
  map.on('moveend', askWhose)
  const draw = () => {
    if (map.getLayer(id)) map.removeLayer(id)
    if (map.getSource(id)) map.removeSource(id)
    if (!layer) return
    map.addSource(id, { type: 'raster', tiles: [layer.tiles], tileSize: layer.tile_size, maxzoom: closestZoom })
    map.addLayer({ id, type: 'raster', source: id, paint: { 'raster-fade-duration': 0 } }, below())
  }
  let isDrawn = false
  return {
    set(wanted, teller) {
      layer = wanted
      tell = teller
      if (isDrawn) draw()
      askWhose()
    },
    draw() {
      isDrawn = true
      draw()
    },
  }
}
