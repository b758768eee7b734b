/** Compares computed results with the stored ones. */
import { uuidv7 } from '#kernel/ids.ts'
import { type Change, type Kept, type Matcher, reconcile } from './projection.ts'

/** Rows to write for one unit, each with its previous id if it is recognised. */
export interface Recomputed<Content, Row extends Content & Kept> {
  readonly unitId: number
  readonly rows: readonly (Content & Kept)[]
  readonly changed: readonly Change<Content, Row>[]
  readonly removed: readonly Row[]
}

/** `isOver` says whether a known row was considered final. */
export function recompute<Content extends object, Row extends Content & Kept>(
  matcher: Matcher<Content> & { isOver(known: Row): boolean },
  unitId: number,
  known: readonly Row[],
  fresh: readonly Content[],
  now: Date,
): Recomputed<Content, Row> {
  const { changed, removed } = reconcile(matcher, known, fresh)
  const rows = changed.map(({ content, known: before }) => ({
    ...content,
    id: before?.id ?? uuidv7(now),
    unitId,
    createdAt: before?.createdAt ?? now,
    revisedAt: before && matcher.isOver(before) ? now : (before?.revisedAt ?? null),
  }))
  return { unitId, rows, changed, removed }
}
