/** A link that comes by mail and works once. Pure. */
import { hash, randomBytes } from 'node:crypto'

export const linkPurposes = ['registration', 'email', 'password'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

export interface Link {
  readonly id: string
  readonly purpose: LinkPurpose
  readonly userId: string
  /** Where it was sent, and for registration and e-mail the address that it proves. */
  readonly email: string
  readonly passwordHash: string | null
}

export const linkSeconds = 24 * 3600

/** 256 random bits; looked up by hash. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url')
export const linkHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')
