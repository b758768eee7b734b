/** Combines device times of new messages into few time ranges. Pure. */

/** In seconds, both included. */
export interface ChangedStretch {
  readonly t0: number
  readonly t1: number
}

/**
 * Ranges closer than this are combined: results are computed from checkpoints, which are as far apart. Ranges further
 * apart, such as old messages among current ones, stay separate, so that nothing between them is computed.
 */
export const apartSeconds = 6 * 3600

export const isClose = (one: ChangedStretch, other: ChangedStretch): boolean =>
  one.t0 - other.t1 <= apartSeconds && other.t0 - one.t1 <= apartSeconds

export const around = (one: ChangedStretch, other: ChangedStretch): ChangedStretch => ({
  t0: Math.min(one.t0, other.t0),
  t1: Math.max(one.t1, other.t1),
})

/** In order of time. */
export function joined(all: readonly ChangedStretch[]): readonly ChangedStretch[] {
  if (all.length < 2) return all
  const found: ChangedStretch[] = []
  for (const one of all.toSorted((a, b) => a.t0 - b.t0)) {
    const last = found.at(-1)
    if (last && isClose(last, one)) found[found.length - 1] = around(last, one)
    else found.push(one)
  }
  return found
}

export const stretchOf = (all: readonly ChangedStretch[]): ChangedStretch => all.reduce(around)

/** The ranges of times in any order; split only if long. */
export const stretchesIn = (whole: ChangedStretch, timesOf: () => readonly number[]): readonly ChangedStretch[] =>
  whole.t1 - whole.t0 <= apartSeconds ? [whole] : joined(timesOf().map((t) => ({ t0: t, t1: t })))
