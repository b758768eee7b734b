/** Marks glide from where they were to where they are, unless the viewer wants no motion. */

export interface Point {
  readonly longitude: number
  readonly latitude: number
}

export const glideMs = 900

export interface Glide {
  /** New places; what was not there before appears where it is. */
  to(places: ReadonlyMap<number, Point>): void
  stop(): void
}

export function glide(draw: (places: ReadonlyMap<number, Point>) => void, isStill: boolean): Glide {
  let from = new Map<number, Point>()
  let target: ReadonlyMap<number, Point> = new Map()
  let shown: ReadonlyMap<number, Point> = new Map()
  let startedAtMs = 0
  let frame = 0

  const step = (nowMs: number) => {
    const part = Math.min((nowMs - startedAtMs) / glideMs, 1)
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

/** A jump over half the world is not a drive. */
export const isNear = (a: Point, b: Point) =>
  Math.abs(a.longitude - b.longitude) < 0.05 && Math.abs(a.latitude - b.latitude) < 0.05

export function between(
  from: ReadonlyMap<number, Point>,
  target: ReadonlyMap<number, Point>,
  part: number,
): Map<number, Point> {
  const places = new Map<number, Point>()
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
