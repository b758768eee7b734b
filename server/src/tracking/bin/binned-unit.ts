/** A unit that was deleted and can be restored for a while. Pure. */
import type { AppId } from '#kernel/applications.ts'
import type { Unit } from '../units/unit.ts'

export interface BinnedUnit extends Pick<Unit, 'id' | 'accountId' | 'name' | 'ident' | 'hwId' | 'type'> {
  readonly appId: AppId
  readonly deletedAt: Date
  readonly actorKind: string
  readonly actorId: string
  /** Of the person or the token, as it is now. */
  readonly actorName: string | null
  /** Then it is removed for good. */
  readonly endsAt: Date
}

const keptDays = 30
const dayMs = 86_400_000

export const endOf = (deletedAt: Date): Date => new Date(deletedAt.getTime() + keptDays * dayMs)
