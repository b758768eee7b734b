/** Moves markers smoothly from their last position to the new one, unless the viewer prefers no motion. */
import type { LatLon } from '../lat-lon.ts'

export const animationMs = 900

export interface MarkerAnimation {
  /** Animates to new positions. A marker without an earlier position appears where it is. */
  to(places: ReadonlyMap<number, LatLon>): void
  stop(): void
}

export function animate(draw: (places: ReadonlyMap<number, LatLon>) => void, isStill: boolean): MarkerAnimation {
  let from = new Map<number, LatLon>()
  let target: ReadonlyMap<number, LatLon> = new Map()
  let shown: ReadonlyMap<number, LatLon> = new Map()
  let startedAtMs = 0
  let frame = 0

  const step = (nowMs: number) => {
    const part = Math.min((nowMs - startedAtMs) / animationMs, 1)
    shown = part === 1 ? target : between(from, target, part)
    draw(shown)
    frame = part < 1 ? requestAnimationFrame(step) : 0
  }
  return {
    to(places) {
      cancelAnimationFrame(frame)
      from = new Map(shown)
      target = places
      if (isStill || document.hidden) {
        shown = places
        return draw(places)
      }
      startedAtMs = performance.now()
      step(startedAtMs)
    },
    stop: () => cancelAnimationFrame(frame),
  }
}

/** Only a short distance is animated: a jump over half the world is not a drive. */
export const isNear = (a: LatLon, b: LatLon) =>
  Math.abs(a.longitude - b.longitude) < 0.05 && Math.abs(a.latitude - b.latitude) < 0.05

export function between(
  from: ReadonlyMap<number, LatLon>,
  target: ReadonlyMap<number, LatLon>,
  part: number,
): Map<number, LatLon> {
  const places = new Map<number, LatLon>()
  for (const [id, to] of target) {
    const start = from.get(id)
    places.set(
      id,
      start && isNear(start, to)
        ? {
            longitude: start.longitude + (to.longitude - start.longitude) * part,
            latitude: start.latitude + (to.latitude - start.latitude) * part,
          }
        : to,
    )
  }
  return places
}
