/** The two kinds of login: clients into their application, staff into the console. Only these values differ. Pure. */
import { hash, randomBytes } from 'node:crypto'

export interface Realm {
  /** The throttle that counts wrong passwords. */
  readonly throttle: 'password' | 'staff password'
  /** The purpose of reset links. */
  readonly resetLink: 'password' | 'staff-password'
  /** The prefix of session secrets. */
  readonly prefix: string
  /** A session lasts this long after its last use… */
  readonly idleSeconds: number
  /** …but at most this long. */
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

/** A session in the console ends after twelve hours without use, and after a week in any case. */
export const staffRealm: Realm = {
  throttle: 'staff password',
  resetLink: 'staff-password',
  prefix: 'wp_',
  idleSeconds: 12 * hour,
  sessionSeconds: 7 * day,
}

/** The precision of the last use: a write for every request would cost more than the request. */
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
