/** What an access token is. Pure. */
import { hash, randomBytes } from 'node:crypto'
import type { DialectName } from '#kernel/api/dialects.ts'

export const tokenLevels = ['full', 'read'] as const
export type TokenLevel = (typeof tokenLevels)[number]

export interface AccessToken {
  readonly id: string
  readonly dealerId: number
  readonly name: string
  readonly dialect: DialectName
  readonly level: TokenLevel
  readonly mayReadSecrets: boolean
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  /** Whether its dealer is suspended. */
  readonly isSuspended: boolean
}

export interface ListedToken extends Omit<AccessToken, 'isSuspended'> {
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const prefix = 'wm_'

/** 256 random bits; looked up by hash, so no comparison can leak them bit by bit. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64url')
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')
export const looksLikeSecret = (text: string): boolean => /^wm_[A-Za-z0-9_-]{43}$/.test(text)
