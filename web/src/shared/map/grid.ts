/** Lines of latitude and longitude for the screen, so that movement is visible where the base map is empty. Pure. */

export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The width of the world at zoom 0; each zoom step doubles it. */
const worldPixels = 512
const gapPixels = 110
const latitudeMax = 85

/** The smallest round number of degrees that is at least `gapPixels` wide. */
export function gridStep(zoom: number): number {
  const degrees = (gapPixels * 360) / (worldPixels * 2 ** zoom)
  if (degrees > 20) return degrees > 30 ? 45 : 30
  const power = 10 ** Math.floor(Math.log10(degrees))
  const factor = [1, 2, 5, 10].find((one) => one * power >= degrees) ?? 10
  return factor * power
}

/** Lines are counted in whole steps: added fractions would drift, and the lines of two screens would not meet. */
export function gridLines(bounds: Bounds, zoom: number): [number, number][][] {
  const step = gridStep(zoom)
  const { west, east } = bounds
  const [south, north] = [Math.max(bounds.south, -latitudeMax), Math.min(bounds.north, latitudeMax)]
  const lines: [number, number][][] = []
  for (let index = Math.ceil(west / step); index * step <= east; index++) {
    lines.push([
      [index * step, south],
      [index * step, north],
    ])
  }
  for (let index = Math.ceil(south / step); index * step <= north; index++) {
    lines.push([
      [west, index * step],
      [east, index * step],
    ])
  }
  return lines
}
