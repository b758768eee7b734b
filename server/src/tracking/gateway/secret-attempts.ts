/**
 * Limits the secrets that one network may try for one ident. Counted in memory: a device sends its secret with every
 * message, and a query for each would cost more than the message.
 */
import { hash } from 'node:crypto'
import { networkOf } from '#identity/login-throttle/throttle.ts'
import type { Context } from '#kernel/context.ts'

/** The same wrong secret again comes from a misconfigured device, and counts once. */
const secretsMax = 10
export const windowSeconds = 3600
const keptMax = 100_000

export interface SecretAttempts {
  /** No secret is checked any more, right or wrong. */
  isBlocked(ident: string, address: string): boolean
  recordFailure(ident: string, address: string, secret: string): void
}

interface Failures {
  since: number
  readonly secrets: Set<string>
}

export function secretAttempts({ clock }: Pick<Context, 'clock'>): SecretAttempts {
  const byKey = new Map<string, Failures>()
  const keyOf = (ident: string, address: string) => `${networkOf(address)} ${ident}`

  function find(key: string): Failures | undefined {
    const failures = byKey.get(key)
    if (!failures || clock.now().getTime() - failures.since < windowSeconds * 1000) return failures
    byKey.delete(key)
    return undefined
  }

  return {
    isBlocked: (ident, address) => (find(keyOf(ident, address))?.secrets.size ?? 0) >= secretsMax,
    recordFailure(ident, address, secret) {
      const key = keyOf(ident, address)
      const now = clock.now().getTime()
      const failures = find(key) ?? { since: now, secrets: new Set() }
      failures.secrets.add(hash('sha256', secret, 'base64url').slice(0, 16))
      if (failures.secrets.size >= secretsMax) failures.since = now
      byKey.set(key, failures)
      // The oldest entry is dropped: to be forgotten, an attacker has to fill all the others.
      if (byKey.size > keptMax) byKey.delete(byKey.keys().next().value as string)
    },
  }
}
