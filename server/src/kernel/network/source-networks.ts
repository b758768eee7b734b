/** Networks from which trackers may connect, as dealers write them: 203.0.113.0/24, 2001:db8::/48, or one address. */
import { isNetwork } from '../config/problems.ts'
import { invalidField, type Problem } from '../errors.ts'
import { isIn, networks as listOf } from './outbound.ts'

export function networkProblems(networks: readonly string[]): Problem[] {
  const wrong = networks.find((network) => network.includes('%') || !isNetwork(network))
  if (wrong === undefined) return []
  const named = JSON.stringify(wrong.slice(0, 50))
  return [
    invalidField('networks', `${named} in networks is not a network. Write it like 203.0.113.0/24 or 2001:db8::/48.`),
  ]
}

/** An empty list admits everyone. */
export const isFrom = (networks: readonly string[], address: string): boolean =>
  networks.length === 0 || isIn(listOf(networks), address)
