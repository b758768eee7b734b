/** A link that comes by email and works once. Pure. */
import { hash, randomBytes } from 'node:crypto'

const linkPurposes = ['registration', 'email', 'password', 'invitation', 'staff-password'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** Whose login it is for: a client's user, or a member of staff. */
export type Owner = { readonly userId: string } | { readonly personId: string }

export interface Link {
  readonly id: string
  readonly purpose: LinkPurpose
  /** A client's user. */
  readonly userId: string | null
  /** A member of staff. */
  readonly personId: string | null
  /** Where it was sent; for registration and email changes it is the address that the link proves. */
  readonly email: string
  readonly passwordHash: string | null
}

const day = 24 * 3600

/** People who are invited to a team may be away for some days. */
export const linkSeconds = (purpose: LinkPurpose): number => (purpose === 'invitation' ? 7 * day : day)

/** 256 random bits; looked up by hash. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url')
export const linkHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')
