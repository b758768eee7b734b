/** Networks from which trackers may speak, as dealers write them: 203.0.113.0/24, 2001:db8::/48, or one address. */
import { isNetwork } from './config/problems.ts'
import { badValue, type Fault } from './errors.ts'
import { isIn, networks as listOf } from './outbound.ts'

export function networkFaults(networks: readonly string[]): Fault[] {
  const wrong = networks.find((network) => network.includes('%') || !isNetwork(network))
  if (wrong === undefined) return []
  const named = JSON.stringify(wrong.slice(0, 50))
  return [badValue('networks', `${named} in networks is not a network. Write it like 203.0.113.0/24 or 2001:db8::/48.`)]
}

/** An empty list lets everybody in. */
export const isFrom = (networks: readonly string[], address: string): boolean =>
  networks.length === 0 || isIn(listOf(networks), address)
