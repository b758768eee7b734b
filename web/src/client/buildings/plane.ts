/** The position and zoom of a plan in its window; it never leaves the view. Pure. */

export interface Plane {
  /** 1: as wide as the window. */
  readonly zoom: number
  /** The upper left corner, in pixels of the window. */
  readonly left: number
  readonly top: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const zoomMax = 8
const zoomMin = 0.5
/** So many pixels of it stay in the window. */
const seenMin = 48

/** The whole plan, in the middle. `size` is that of the plan at zoom 1. */
export function fitted(window: Size, size: Size): Plane {
  const zoom = Math.max(zoomMin / 5, Math.min(1, window.height / Math.max(1, size.height)))
  return {
    zoom,
    left: (window.width - size.width * zoom) / 2,
    top: Math.max(0, (window.height - size.height * zoom) / 2),
  }
}

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high)

export const moved = (plane: Plane, window: Size, size: Size, right: number, down: number): Plane => ({
  zoom: plane.zoom,
  left: between(seenMin - size.width * plane.zoom, plane.left + right, window.width - seenMin),
  top: between(seenMin - size.height * plane.zoom, plane.top + down, window.height - seenMin),
})

/** Keeps the point under the pointer. */
export function zoomed(plane: Plane, window: Size, size: Size, by: number, x: number, y: number): Plane {
  const zoom = between(Math.min(zoomMin, fitted(window, size).zoom), plane.zoom * by, zoomMax)
  const share = zoom / plane.zoom
  const next = { zoom, left: x - (x - plane.left) * share, top: y - (y - plane.top) * share }
  return moved(next, window, size, 0, 0)
}

/** A point of the window on the plan, as fractions of its width and height, to a thousandth. */
export const fractionsOf = (
  plane: Plane,
  size: Size,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } => {
  const part = (value: number, all: number) => Math.round(between(0, value / (all * plane.zoom), 1) * 1000) / 1000
  return { x: part(x - plane.left, size.width), y: part(y - plane.top, size.height) }
}
