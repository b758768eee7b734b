/** How often a secret may be attempted. Pure. */
import { hash } from 'node:crypto'

/** This many wrong attempts within the window lock the bucket for the length of the window. */
export interface Bucket {
  readonly name: string
  readonly attemptsMax: number
  readonly windowSeconds: number
}

/** The buckets of one attempt: its target, its address, and the whole installation. */
export interface ThrottleKey {
  readonly target: Bucket
  /** Undefined: everyone may share this address. */
  readonly address: Bucket | undefined
  readonly installation: Bucket
  /** The browser, then the network; an earlier session may have made them known. */
  readonly origins: readonly string[]
}

const hour = 3600

interface Limits {
  readonly target: number
  readonly address: number
  readonly installation: number
}

/** Login keys may be four characters long, so the whole installation gets few attempts; passwords are longer. */
const limits = {
  'login key': { target: 10, address: 20, installation: 1000 },
  password: { target: 10, address: 60, installation: 5000 },
  'staff password': { target: 10, address: 60, installation: 5000 },
  // For a two-factor code only the target counts: the person already knows the password.
  code: { target: 10, address: 10, installation: 10 },
  link: { target: 10, address: 60, installation: 5000 },
  // These are requests for an email, not guesses: the mailbox has its own limit.
  reset: { target: 100, address: 20, installation: 5000 },
  // The same, from outsiders: limited by address and by the email that is entered.
  'sign-up': { target: 5, address: 10, installation: 500 },
  // Only the target counts: the dealer or client is known and has a request limit.
  'bill mail': { target: 10, address: 10, installation: 10 },
  'foreign ident': { target: 50, address: 50, installation: 50 },
  'foreign ident of a client': { target: 10, address: 10, installation: 10 },
  // A client looks for a device that it holds; more queries than this are a search for devices of others.
  'nearby device': { target: 20, address: 60, installation: 5000 },
  'notification code': { target: 10, address: 10, installation: 10 },
  'notification test': { target: 10, address: 10, installation: 10 },
} as const satisfies Record<string, Limits>

export type ThrottleKind = keyof typeof limits

export function throttleKey(
  secret: ThrottleKind,
  target: string,
  address: string | null,
  device: string | null = null,
): ThrottleKey {
  const most = limits[secret]
  const bucket = (kind: keyof Limits, what: string): Bucket => ({
    name: `${secret}:${kind}:${what}`,
    attemptsMax: most[kind],
    windowSeconds: hour,
  })
  const network = address === null || isLoopback(address) ? undefined : networkOf(address)
  return {
    // A digest: input can have any content and length, and mistyped secrets must not be stored.
    target: bucket('target', digestOf(lowerOf(target.trim()))),
    address: network === undefined ? undefined : bucket('address', network),
    installation: bucket('installation', ''),
    origins: [
      ...(device === null ? [] : [`device:${digestOf(device)}`]),
      ...(network === undefined ? [] : [`network:${network}`]),
    ],
  }
}

/** As PostgreSQL does it, letter by letter: `İ` is an `i` there, and must not be another login here. */
const lowerOf = (text: string): string =>
  Array.from(text, (char) => String.fromCodePoint(char.toLowerCase().codePointAt(0) as number)).join('')

const digestOf = (text: string): string => hash('sha256', text, 'base64url')

/** A known origin gets as many attempts as any target, counted on their own. */
export const bucketOfOrigin = ({ target }: Pick<ThrottleKey, 'target'>, place: string): Bucket => ({
  ...target,
  name: `${target.name}:${place}`,
})

/** The kinds of secrets for which a whole installation can lock. */
export const installationBuckets = (['login key', 'password', 'staff password', 'link'] as const).map((secret) => ({
  secret,
  bucket: throttleKey(secret, '', null).installation,
}))

/**
 * This machine itself: the operator, or a proxy whose header is not trusted. Everyone may be behind it, and a few wrong
 * passwords must not lock out all of them. The limits of target and installation apply.
 */
const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/i.test(address)

/** A household has a whole /64 of IPv6, so its addresses count as one network. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('%')[0]!.split('::') as [string, string?]
  const parts = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':').length : 0
  const filled =
    tail === undefined ? parts : [...parts, ...Array<string>(Math.max(0, 8 - parts.length - after)).fill('0')]
  return `${filled
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`
}
