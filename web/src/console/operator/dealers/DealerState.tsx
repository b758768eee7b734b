import type { OperatorDealer } from '../../../api/generated.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { StateBadge } from '../../blocks/StateBadge.tsx'
import { stateOf, toneOf } from './dealer.ts'

export function DealerStateBadge({ dealer }: { dealer: OperatorDealer }) {
  const state = stateOf(dealer)
  return <StateBadge tone={toneOf[state]}>{operator.dealers.states[state]}</StateBadge>
}
