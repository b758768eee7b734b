/** DNS queries with a deadline, to the servers that the settings name. */
import { Resolver } from 'node:dns/promises'
import type { Config } from '../config/config.ts'

const timeouts = { timeout: 3_000, tries: 2 }

export function resolverOf({ dnsServers }: Pick<Config, 'dnsServers'>): Resolver {
  const resolver = new Resolver(timeouts)
  if (dnsServers.length > 0) resolver.setServers([...dnsServers])
  return resolver
}

/** A missing record is an answer; no answer from DNS is an error. */
export async function recordsOf<T>(ask: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await ask()
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (['ENOTFOUND', 'ENODATA', 'NXDOMAIN', 'EBADNAME', 'ENONAME'].includes(code)) return []
    throw new Unanswered(code)
  }
}

export class Unanswered extends Error {}
