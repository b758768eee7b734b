/** The state of a dealer on the platform. Pure. */
import type { OperatorDealer } from '../../../api/generated.ts'
import type { Tone } from '../../blocks/StateBadge.tsx'

export type DealerState = 'active' | 'unverified' | 'review' | 'suspended'
type Standing = Pick<OperatorDealer, 'suspended_at' | 'verified' | 'agreement' | 'approved' | 'review_waiting'>

export const toneOf: Readonly<Record<DealerState, Tone>> = {
  active: 'good',
  unverified: 'waiting',
  review: 'waiting',
  suspended: 'bad',
}

export const isVerified = ({ verified, agreement }: Pick<Standing, 'verified' | 'agreement'>): boolean =>
  verified && agreement

/** The most important state: suspended hides all others. */
export function stateOf(dealer: Standing): DealerState {
  if (dealer.suspended_at !== null) return 'suspended'
  if (!isVerified(dealer)) return 'unverified'
  return dealer.approved && !dealer.review_waiting ? 'active' : 'review'
}
