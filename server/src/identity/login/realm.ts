/** The two kinds of login: a client's into its application, a person's into the console. They differ in these values alone. Pure. */
import { hash, randomBytes } from 'node:crypto'

export interface Realm {
  /** How wrong passwords are counted. */
  readonly throttle: 'password' | 'staff password'
  /** The link that comes with a reset. */
  readonly resetLink: 'password' | 'staff-password'
  /** What each session's secret begins with. */
  readonly prefix: string
  /** A session goes on for this long after its last use… */
  readonly idleSeconds: number
  /** …but not for ever. */
  readonly sessionSeconds: number
}

const hour = 3600
const day = 24 * hour

export const clientRealm: Realm = {
  throttle: 'password',
  resetLink: 'password',
  prefix: 'wc_',
  idleSeconds: 30 * day,
  sessionSeconds: 180 * day,
}

/** A working day without a touch ends a session in the console, and a week whatever is done. */
export const staffRealm: Realm = {
  throttle: 'staff password',
  resetLink: 'staff-password',
  prefix: 'wp_',
  idleSeconds: 12 * hour,
  sessionSeconds: 7 * day,
}

/** How exactly the last use is noted: a write at every request would cost more than the request. */
const touchSeconds = 60

export interface Times {
  readonly createdAt: Date
  readonly lastUsedAt: Date
}

export const isToTouch = ({ lastUsedAt }: Times, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= touchSeconds * 1000

export const expiryOf = ({ idleSeconds, sessionSeconds }: Realm, createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + idleSeconds * 1000, createdAt.getTime() + sessionSeconds * 1000))

/** 256 random bits; looked up by hash, so no comparison can leak them bit by bit. */
export const newKey = (): string => randomBytes(32).toString('base64url')
export const newSecret = ({ prefix }: Realm): string => prefix + newKey()
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const looksLikeKey = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
export const looksLikeSecret = ({ prefix }: Realm, text: string): boolean =>
  text.startsWith(prefix) && looksLikeKey(text.slice(prefix.length))
