/** Statistics per day, week or month, from trips and stops. Pure. */
import type { Span } from '#kernel/time/zone.ts'
import { isShort, type Trip } from '../trip.ts'

export interface Figures {
  readonly metres: number
  readonly movingSeconds: number
  /** With the engine on and standing, on a trip or at a stop. */
  readonly idleSeconds: number
  readonly stopSeconds: number
  readonly silentSeconds: number
  readonly topKmh: number
  readonly trips: number
}

export const noFigures: Figures = {
  metres: 0,
  movingSeconds: 0,
  idleSeconds: 0,
  stopSeconds: 0,
  silentSeconds: 0,
  topKmh: 0,
  trips: 0,
}

export const sumOf = (all: readonly Figures[]): Figures =>
  all.reduce(
    (sum, one) => ({
      metres: sum.metres + one.metres,
      movingSeconds: sum.movingSeconds + one.movingSeconds,
      idleSeconds: sum.idleSeconds + one.idleSeconds,
      stopSeconds: sum.stopSeconds + one.stopSeconds,
      silentSeconds: sum.silentSeconds + one.silentSeconds,
      topKmh: Math.max(sum.topKmh, one.topKmh),
      trips: sum.trips + one.trips,
    }),
    noFigures,
  )

export const averageOf = ({ metres, movingSeconds }: Figures): number =>
  movingSeconds > 0 ? (metres / movingSeconds) * 3.6 : 0

/**
 * One for each span. What crosses midnight is split by its time; a trip counts where it begins, so that sums agree for
 * any period.
 */
export function figuresOf(trips: readonly Trip[], spans: readonly Span[]): Figures[] {
  const figures: Figures[] = spans.map(() => noFigures)
  for (const trip of trips) {
    for (let index = firstSpan(spans, trip.t0); index < spans.length && spans[index]!.from < trip.t1; index++) {
      const span = spans[index]!
      const seconds = Math.min(trip.t1, span.to) - Math.max(trip.t0, span.from)
      const isBegun = trip.t0 >= span.from && trip.t0 < span.to
      figures[index] = sumOf([figures[index]!, shareOf(trip, seconds / (trip.t1 - trip.t0), seconds, isBegun)])
    }
  }
  return figures
}

function shareOf(trip: Trip, share: number, seconds: number, isBegun: boolean): Figures {
  if (trip.kind === 'gap') return { ...noFigures, silentSeconds: seconds }
  const idleSeconds = trip.idleSeconds * share
  if (trip.kind === 'stop') return { ...noFigures, idleSeconds, stopSeconds: seconds }
  return {
    metres: trip.metres * share,
    movingSeconds: trip.movingSeconds * share,
    idleSeconds,
    stopSeconds: 0,
    silentSeconds: trip.silentSeconds * share,
    topKmh: trip.topKmh,
    trips: isBegun && !isShort(trip) ? 1 : 0,
  }
}

/** The first span that ends after a time. */
function firstSpan(spans: readonly Span[], t: number): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.to <= t) low = middle + 1
    else high = middle
  }
  return low
}
