/** A dealer's own domain, and when it is checked. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'

export interface Domain {
  readonly dealerId: number
  readonly host: string
  /** Proves in DNS who owns the domain. */
  readonly code: string
  readonly createdAt: Date
  /** Null: nothing is served there yet. */
  readonly verifiedAt: Date | null
  readonly checkedAt: Date | null
  readonly failure: string | null
  readonly failingSince: Date | null
  readonly nextLookAt: Date
}

export const hostLengthMax = 253
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Normalised as DNS compares it, with other scripts in their ASCII form; undefined: not a possible domain name. */
export function hostOf(text: string): string | undefined {
  const typed = text.trim().replace(/\.$/, '')
  if (typed === '' || /[\s/:@?#[\]\\%]/.test(typed) || !URL.canParse(`http://${typed}`)) return undefined
  const { hostname } = new URL(`http://${typed}`)
  const labels = hostname.split('.')
  const isName = labels.length > 1 && labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName && hostname.length <= hostLengthMax ? hostname : undefined
}

/** `own` are the names of the installation, which no dealer can claim. */
export function hostProblems(text: string, own: readonly string[]): Problem[] {
  const host = hostOf(text)
  if (host === undefined) {
    return [invalidField('domain', 'domain must be a name such as track.example.com, without https:// or a port.')]
  }
  return own.includes(host)
    ? [invalidField('domain', 'domain must not be the address of this installation. Enter a domain of your own.')]
    : []
}

/** The code has its own name because a CNAME allows no other record next to it. */
export const codeName = (host: string): string => `_waymark.${host}`

const minuteMs = 60_000
const dayMs = 86_400_000
/** After failing for this long, links use the installation's address again. */
const patienceMs = 3 * dayMs

/** A dealer waits for a new domain. Working domains are checked daily, and those that have failed for weeks too. */
function waitMs({ createdAt, verifiedAt, failingSince }: Domain, now: Date): number {
  if (verifiedAt !== null) return failingSince === null ? dayMs : 60 * minuteMs
  const age = now.getTime() - createdAt.getTime()
  return age < dayMs ? 10 * minuteMs : age < 14 * dayMs ? 60 * minuteMs : dayMs
}

const unanswered = 'DNS did not answer. The check is repeated automatically.'

/**
 * The domain after a check; `found` is what the check found missing. A verified domain may fail for a while before it
 * counts as lost, and a check without an answer says nothing about it.
 */
export function checked(domain: Domain, found: string | null | undefined, now: Date): Domain {
  if (found === undefined) {
    const failure = domain.verifiedAt === null ? unanswered : domain.failure
    return { ...domain, checkedAt: now, failure, nextLookAt: new Date(now.getTime() + 10 * minuteMs) }
  }
  const failure = found
  const failingSince = failure === null || domain.verifiedAt === null ? null : (domain.failingSince ?? now)
  const isOver = failingSince !== null && now.getTime() - failingSince.getTime() >= patienceMs
  const after: Domain = {
    ...domain,
    checkedAt: now,
    failure,
    failingSince: isOver ? null : failingSince,
    verifiedAt: failure === null ? (domain.verifiedAt ?? now) : isOver ? null : domain.verifiedAt,
  }
  return { ...after, nextLookAt: new Date(now.getTime() + waitMs(after, now)) }
}
