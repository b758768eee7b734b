/**
 * A result computed from a unit's messages and stored: a fold over points in the order of device time. Its state
 * is stored after the last message and at checkpoints. New messages continue from the state; late ones restart from the
 * checkpoint before them and run until nothing differs. Pure.
 */
import type { DatedText } from '#tracking/messages/message.ts'
import { apartSeconds } from '#tracking/messages/writing/stretches.ts'

/** All projections; each runs at its own pace. */
export const projectionNames = ['trips', 'geofences', 'conditions', 'stays', 'sensors', 'driving'] as const
export type ProjectionName = (typeof projectionNames)[number]

/** Later than every message. */
export const forever = 1e15

/** `at` is the time of the last point; 0: there was none. */
interface FoldState {
  at: number
}

/** `Rules` is what a unit's fold depends on in addition to its messages. */
export interface Fold<State extends FoldState, Point extends { readonly t: number }, Content, Rules> {
  startState(): State
  /** Drops from a stored state what the rules no longer contain. */
  adapt?(state: State, rules: Rules): void
  /** In order of time, each moment once. */
  pointsIn(texts: readonly DatedText[]): readonly Point[]
  /** Changes the state. */
  step(state: State, point: Point, rules: Rules, emit: (content: Content) => void): void
}

/** One run over a unit's messages, and its results. */
export interface Run<State, Content> {
  readonly unitId: number
  /** Results settled from here on are recomputed; infinite: none. */
  readonly from: number
  readonly state: State
  readonly contents: Content[]
  readonly checkpoints: Checkpoint[]
  /** The checkpoint at which nothing differed; undefined: the run reached the end. */
  metAt: number | undefined
}

export interface Checkpoint {
  readonly t: number
  readonly state: string
}

/** Seconds of device time between checkpoints: late data restarts no further back than this. */
const checkpointSeconds = apartSeconds
const checkpointOf = (t: number): number => Math.floor(t / checkpointSeconds) * checkpointSeconds

/** Returns whether to continue. `isUnchanged` says that nothing differs from this checkpoint on. */
export function advance<State extends FoldState, Point extends { readonly t: number }, Content, Rules>(
  fold: Fold<State, Point, Content, Rules>,
  run: Run<State, Content>,
  rules: Rules,
  points: readonly Point[],
  isUnchanged: (t: number, state: string) => boolean = () => false,
): boolean {
  const { state, contents, checkpoints } = run
  for (const point of points) {
    const t = checkpointOf(point.t)
    if (state.at > 0 && t > checkpointOf(state.at)) {
      const text = JSON.stringify(state)
      if (isUnchanged(t, text)) {
        run.metAt = t
        return false
      }
      checkpoints.push({ t, state: text })
    }
    fold.step(state, point, rules, (content) => contents.push(content))
  }
  return true
}

/** What every stored result has. */
export interface Kept {
  readonly id: string
  readonly unitId: number
  readonly createdAt: Date
  /** When late data changed it after it was final. */
  readonly revisedAt: Date | null
}

/** How a recomputed result is matched to a stored one. */
export interface Matcher<Content> {
  /** Only results with the same key can match. */
  keyOf(content: Content): string
  isSame(one: Content, other: Content): boolean
  /** Seconds of overlap; negative: seconds apart. */
  common(one: Content, other: Content): number
}

/** A small gap still matches: late data moves starts and ends. */
const apartSecondsMax = 1

export interface Change<Content, Row extends Content & Kept> {
  readonly content: Content
  /** The stored row whose id it keeps. */
  readonly known: Row | undefined
}

/**
 * The changes that turn `known` into `fresh`, both in chronological order. Equal rows stay untouched. A changed row
 * keeps its id if it still matches: same key, largest overlap.
 */
export function reconcile<Content, Row extends Content & Kept>(
  { keyOf, isSame, common }: Matcher<Content>,
  known: readonly Row[],
  fresh: readonly Content[],
): { readonly changed: readonly Change<Content, Row>[]; readonly removed: readonly Row[] } {
  const changed: Change<Content, Row>[] = []
  const removed: Row[] = []
  const before = Map.groupBy(known, keyOf)
  const after = Map.groupBy(fresh, keyOf)
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const left = new Set(before.get(key))
    const others = (after.get(key) ?? []).filter((content) => {
      const same = [...left].find((one) => isSame(one, content))
      if (same) left.delete(same)
      return !same
    })
    for (const content of others) {
      let best: Row | undefined
      let most = -apartSecondsMax
      for (const one of left) {
        if (common(one, content) <= most) continue
        best = one
        most = common(one, content)
      }
      if (best) left.delete(best)
      changed.push({ content, known: best })
    }
    removed.push(...left)
  }
  return { changed, removed }
}
