/** A token that lets devices in which speak MQTT or HTTP, and network servers that speak for theirs. Pure. */
import { hash, randomBytes } from 'node:crypto'

export interface IntakeToken {
  readonly id: string
  readonly dealerId: number
  readonly name: string
  readonly createdAt: Date
}

export const tokensMax = 100

const prefix = 'wi_'

/** 256 random bits; looked up by hash. It can only bring messages of the dealer's own units, never read anything. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64url')
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')
export const looksLikeSecret = (text: string): boolean => /^wi_[A-Za-z0-9_-]{43}$/.test(text)
