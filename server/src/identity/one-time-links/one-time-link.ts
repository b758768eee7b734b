/** A link that comes by mail and works once. Pure. */
import { hash, randomBytes } from 'node:crypto'

const linkPurposes = ['registration', 'email', 'password', 'invitation', 'staff-password'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** Whose login it is about: a client's user, or a person of a team. */
export type Owner = { readonly userId: string } | { readonly personId: string }

export interface Link {
  readonly id: string
  readonly purpose: LinkPurpose
  /** Of a client. */
  readonly userId: string | null
  /** Of a person of a team. */
  readonly personId: string | null
  /** Where it was sent, and for registration and e-mail the address that it proves. */
  readonly email: string
  readonly passwordHash: string | null
}

const day = 24 * 3600

/** Who is invited to a team may be away for some days. */
export const linkSeconds = (purpose: LinkPurpose): number => (purpose === 'invitation' ? 7 * day : day)

/** 256 random bits; looked up by hash. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url')
export const linkHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')
