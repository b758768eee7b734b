/** A token for devices that send MQTT or HTTP, and for network servers that report for their devices. Pure. */
import { hash, randomBytes } from 'node:crypto'

export interface IntakeToken {
  readonly id: string
  readonly dealerId: number
  readonly name: string
  readonly createdAt: Date
}

export const tokensMax = 100

const prefix = 'wi_'

/** 256 random bits; looked up by hash. It can only send messages for the dealer's own units, and never read anything. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64url')
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')
export const looksLikeSecret = (text: string): boolean => /^wi_[A-Za-z0-9_-]{43}$/.test(text)
