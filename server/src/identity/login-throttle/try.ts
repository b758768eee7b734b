/** How often a secret may be tried. Pure. */
import { hash } from 'node:crypto'

/** So many wrong tries within the window close the bucket for the length of the window. */
export interface Bucket {
  readonly name: string
  readonly triesMax: number
  readonly windowSeconds: number
}

/** The buckets of one try: for what it is aimed at, where it comes from, and the whole installation. */
export interface Aim {
  readonly target: Bucket
  /** Undefined: the place cannot be told from others. */
  readonly address: Bucket | undefined
  readonly installation: Bucket
  /** By what whoever tries may be known from an earlier session: the browser, then the network. */
  readonly places: readonly string[]
}

const hour = 3600

interface Limits {
  readonly target: number
  readonly address: number
  readonly installation: number
}

/** Login keys may be four characters long, so the whole installation together gets few tries; passwords are longer. */
const limits = {
  'login key': { target: 10, address: 20, installation: 1000 },
  password: { target: 10, address: 60, installation: 5000 },
  'staff password': { target: 10, address: 60, installation: 5000 },
  // Of a second factor, by the person: whoever tries one knows the password already. Only the target's counts.
  code: { target: 10, address: 10, installation: 10 },
  link: { target: 10, address: 60, installation: 5000 },
  // Not guesses but requests for a mail: the target's own limit is that of its mailbox.
  reset: { target: 100, address: 20, installation: 5000 },
  // Only the target's counts: the dealer or client who asks is known, and has a limit of requests.
  'bill mail': { target: 10, address: 10, installation: 10 },
  'foreign ident': { target: 50, address: 50, installation: 50 },
  'notification code': { target: 10, address: 10, installation: 10 },
  'notification test': { target: 10, address: 10, installation: 10 },
} as const satisfies Record<string, Limits>

export type Secret = keyof typeof limits

export function aimOf(secret: Secret, target: string, address: string | null, device: string | null = null): Aim {
  const most = limits[secret]
  const bucket = (kind: keyof Limits, what: string): Bucket => ({
    name: `${secret}:${kind}:${what}`,
    triesMax: most[kind],
    windowSeconds: hour,
  })
  const network = address === null || isLoopback(address) ? undefined : networkOf(address)
  return {
    // A digest, because anybody may write anything of any length, and what people mistype should not be kept.
    target: bucket('target', digestOf(target.trim().toLowerCase())),
    address: network === undefined ? undefined : bucket('address', network),
    installation: bucket('installation', ''),
    places: [
      ...(device === null ? [] : [`device:${digestOf(device)}`]),
      ...(network === undefined ? [] : [`network:${network}`]),
    ],
  }
}

const digestOf = (text: string): string => hash('sha256', text, 'base64url')

/** Whoever was let in from this place before: as many tries as any target has, and nobody else's count. */
export const bucketAt = ({ target }: Pick<Aim, 'target'>, place: string): Bucket => ({
  ...target,
  name: `${target.name}:${place}`,
})

/** The secrets that whole installations close for. */
export const installationBuckets = (['login key', 'password', 'staff password', 'link'] as const).map((secret) => ({
  secret,
  bucket: aimOf(secret, '', null).installation,
}))

/**
 * This machine itself: the operator, or a proxy whose header is not believed. Behind it is everybody, and a few wrong
 * passwords must not close the door for all. The limits of target and installation hold.
 */
const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/i.test(address)

/** A household has a whole /64 of IPv6: its addresses are one place. */
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
