/** Segments of a unit's day: trips, stops and gaps, with the reasons for their start and end. Pure. */
import type { Place } from './point.ts'
import { thresholds as limit } from './thresholds.ts'

export const kinds = ['trip', 'stop', 'gap'] as const
export type Kind = (typeof kinds)[number]

/** Why a segment begins or ends where it does. */
export const rules = {
  first_message: 'The unit’s first message.',
  heard_again: 'The unit reported again after a silence.',
  left: 'The unit left its place.',
  ignition_on: 'The ignition was switched on, and the unit left its place.',
  standing: `The unit stood here for ${limit.stopSeconds / 60} minutes.`,
  ignition_off: 'The ignition was switched off, and the unit stayed.',
  silent_here: 'The unit fell silent here and reported again from the same place.',
  silence: `The unit sent nothing for more than ${limit.silenceSeconds / 60} minutes, then reported from elsewhere.`,
  jump: 'The positions continued at a place too far to reach in that time.',
} as const
export type Rule = keyof typeof rules
/** The time that a rule refers to. */
export const ruleSeconds: Readonly<Partial<Record<Rule, number>>> = {
  standing: limit.stopSeconds,
  silence: limit.silenceSeconds,
}

export interface Boundary extends Place {
  readonly t: number
  readonly rule: Rule
  /** Time of the message that decided it. */
  readonly seen: number
}

export interface Sums {
  readonly metres: number
  /** Seconds moving, standing on a trip, silent on a trip, and with the engine on. */
  readonly moving: number
  readonly idle: number
  readonly silent: number
  readonly engine: number
  readonly topKmh: number
  readonly points: number
  /** Positions that were rejected. */
  readonly dropped: number
}

export interface Segment {
  readonly kind: Kind
  readonly began: Boundary
  /** No rule while it is open. */
  readonly ended: Omit<Boundary, 'rule' | 'seen'> & { readonly rule: Rule | null; readonly seen: number | null }
  readonly sums: Sums
  /** Time of the point at which it was closed: going back before it opens it again. */
  readonly settled: number
}

export const noSums: Sums = { metres: 0, moving: 0, idle: 0, silent: 0, engine: 0, topKmh: 0, points: 0, dropped: 0 }

export const added = (a: Sums, b: Partial<Sums>): Sums => ({
  metres: a.metres + (b.metres ?? 0),
  moving: a.moving + (b.moving ?? 0),
  idle: a.idle + (b.idle ?? 0),
  silent: a.silent + (b.silent ?? 0),
  engine: a.engine + (b.engine ?? 0),
  topKmh: Math.max(a.topKmh, b.topKmh ?? 0),
  points: a.points + (b.points ?? 0),
  dropped: a.dropped + (b.dropped ?? 0),
})
