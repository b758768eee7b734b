import type { Account, ClientPlan } from '../../api/generated.ts'
import { words } from '../../shared/texts/console.ts'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { stateOf, toneOf } from './client.ts'

export function ClientStateBadge({ account, plan }: { account: Account; plan: ClientPlan | undefined }) {
  const state = stateOf(account, plan, Date.now() / 1000)
  return <StateBadge tone={toneOf[state]}>{words.clients.states[state]}</StateBadge>
}
