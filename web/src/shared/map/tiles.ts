/** Shows tiles of another map above the base map and below our layers, and finds the owners of their data. */
import type { Map as GlMap, RequestParameters } from 'maplibre-gl'

export interface TileLayer {
  readonly name: string
  readonly tiles: string
  readonly tile_size: number
  /** An address that names the owners of the data within given bounds. */
  readonly copyright: string
  readonly expires_at: number
}

export interface Tiles {
  /** Undefined removes the tiles. `onCopyright` gets the owners of the data shown, again after each move. */
  set(layer: TileLayer | undefined, onCopyright: (copyright: string) => void): void
  /** Adds the tiles when the style has loaded, even after it was replaced. */
  draw(): void
}

const id = 'tiles'
const closestZoom = 22

/** The provider sees which installation asks, and nothing else: its key may be bound to that. */
export const asProvider = (url: string): RequestParameters => ({ url, referrerPolicy: 'origin' })

/** `below` returns our lowest layer. */
export function tilesOn(map: GlMap, below: () => string | undefined): Tiles {
  let layer: TileLayer | undefined
  let onCopyright: (copyright: string) => void = () => {}
  let asking = new AbortController()

  const askCopyright = () => {
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
        if (typeof copyright === 'string' && !signal.aborted) onCopyright(copyright)
      })
      // The name of the provider stays on the map in any case.
      .catch(() => {})
  }
  map.on('moveend', askCopyright)
  const draw = () => {
    if (map.getLayer(id)) map.removeLayer(id)
    if (map.getSource(id)) map.removeSource(id)
    if (!layer) return
    map.addSource(id, { type: 'raster', tiles: [layer.tiles], tileSize: layer.tile_size, maxzoom: closestZoom })
    map.addLayer({ id, type: 'raster', source: id, paint: { 'raster-fade-duration': 0 } }, below())
  }
  let isDrawn = false
  return {
    set(wanted, listener) {
      layer = wanted
      onCopyright = listener
      if (isDrawn) draw()
      askCopyright()
    },
    draw() {
      isDrawn = true
      draw()
    },
  }
}
