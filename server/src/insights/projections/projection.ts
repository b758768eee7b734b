/**
 * Whatever is computed from a unit's messages once and kept: a fold over points in the order of device time, whose state
 * is kept after the last message and at checkpoints. New messages go on from the state; late ones go back to the
 * checkpoint before them, and no further on than until nothing differs any more. Pure.
 */
import type { DatedText } from '#tracking/messages/message.ts'

/** Who computes from messages, each at its own pace. */
export const projectionNames = ['trips', 'geofences', 'conditions', 'stays'] as const
export type ProjectionName = (typeof projectionNames)[number]

/** Later than every message. */
export const forever = 1e15

/** `at` is the time of the last point; 0: there was none. */
interface FoldState {
  at: number
}

/** `Rules` is what the fold of a unit depends on besides its messages. */
export interface Fold<State extends FoldState, Point extends { readonly t: number }, Content, Rules> {
  startState(): State
  /** Drops from a state that was kept what the rules do not know any more. */
  adapt?(state: State, rules: Rules): void
  /** In the order of time, each moment once. */
  pointsIn(texts: readonly DatedText[]): readonly Point[]
  /** Changes the state. */
  step(state: State, point: Point, rules: Rules, emit: (content: Content) => void): void
}

/** A way over the messages of one unit, and what came out of it. */
export interface Run<State, Content> {
  readonly unitId: number
  /** What was settled from here on is computed anew; infinite: nothing. */
  readonly from: number
  readonly state: State
  readonly contents: Content[]
  readonly checkpoints: Checkpoint[]
  /** The checkpoint at which nothing differed any more; undefined: it went to the end. */
  metAt: number | undefined
}

export interface Checkpoint {
  readonly t: number
  readonly state: string
}

/** A state is kept at every so many seconds of device time: late data goes back no further than that. */
const checkpointSeconds = 6 * 3600
const checkpointOf = (t: number): number => Math.floor(t / checkpointSeconds) * checkpointSeconds

/** Says whether to go on: `isUnchanged` tells that from this checkpoint on all is what it was. */
export function advance<State extends FoldState, Point extends { readonly t: number }, Content, Rules>(
  fold: Fold<State, Point, Content, Rules>,
  run: Run<State, Content>,
  rules: Rules,
  texts: readonly DatedText[],
  isUnchanged: (t: number, state: string) => boolean = () => false,
): boolean {
  const { state, contents, checkpoints } = run
  for (const point of fold.pointsIn(texts)) {
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

/** What is kept of something that was computed. */
export interface Kept {
  readonly id: string
  readonly unitId: number
  readonly createdAt: Date
  /** When late data changed it after it had been over. */
  readonly revisedAt: Date | null
}

/** How something that is computed anew is recognised. */
export interface Matcher<Content> {
  /** Only what has the same can be the same one. */
  keyOf(content: Content): string
  isSame(one: Content, other: Content): boolean
  /** Seconds in common; less than none: seconds apart. */
  common(one: Content, other: Content): number
}

/** What is hardly apart is still the same one: late data moves beginnings and ends. */
const apartSecondsMax = 1

export interface Change<Content, Row extends Content & Kept> {
  readonly content: Content
  /** The one whose id it keeps. */
  readonly known: Row | undefined
}

/**
 * What must be written so that `fresh` takes the place of `known`, both in the order of time. What is the same stays
 * untouched. What has changed keeps its id where it is still recognisable: the same key, and the most time in common.
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
