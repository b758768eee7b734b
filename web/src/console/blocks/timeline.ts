/** The moments of a billing period, in order. Pure. */
import { words } from '../../shared/texts/console.ts'

type MomentKind = 'notice' | 'due' | 'block' | 'scheduled' | 'blockedSince'

export interface Moment {
  readonly kind: MomentKind
  /** Unix seconds. */
  readonly at: number
}

export interface Placed {
  readonly kind: MomentKind | 'now'
  readonly at: number
  readonly isPast: boolean
  readonly title: string
}

/** In chronological order, with now among them. */
export const placed = (moments: readonly Moment[], now: number): readonly Placed[] =>
  [...moments.map(({ kind, at }) => ({ kind, at })), { kind: 'now' as const, at: now }]
    .sort((one, other) => one.at - other.at)
    .map(({ kind, at }) => ({ kind, at, isPast: at < now, title: words.timeline[kind] }))

const day = 86_400

interface Rules {
  readonly dueAt: number | null | undefined
  readonly notifyDays: number | null | undefined
  readonly blockDays: number | null | undefined
  readonly blockedAt?: number | null | undefined
}

/** The moments that follow from a due date and its offsets; without a due date, only a block set by hand. */
export function momentsOf({ dueAt, notifyDays, blockDays, blockedAt }: Rules): readonly Moment[] {
  const scheduled: readonly Moment[] = blockedAt ? [{ kind: 'scheduled', at: blockedAt }] : []
  if (!dueAt) return scheduled
  return [
    ...(notifyDays ? [{ kind: 'notice', at: dueAt - notifyDays * day } as const] : []),
    { kind: 'due', at: dueAt } as const,
    ...(blockDays === null || blockDays === undefined ? [] : [{ kind: 'block', at: dueAt + blockDays * day } as const]),
    ...scheduled,
  ]
}
