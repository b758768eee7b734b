/** Codes that an authenticator application shows: RFC 6238 with SHA-1, six digits, thirty seconds. Pure. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as the RFC advises. */
export const newTotpSecret = (): Buffer => randomBytes(20)

export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
    }
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[19]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The step of the code, within one step of now to allow for clock differences; each step is accepted once. */
export function matchingStep(secret: Buffer, code: string, now: Date, lastStep: number): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ''))
  if (given.length !== digits) return undefined
  return [0, -1, 1]
    .map((shift) => stepOf(now) + shift)
    .find((step) => step > lastStep && timingSafeEqual(Buffer.from(codeAt(secret, step)), given))
}

/** What an authenticator application reads from a QR code. */
export const totpUri = (secret: Buffer, issuer: string, account: string): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    digits: String(digits),
    period: String(stepSeconds),
  })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}

export const recoveryCodesMax = 10

/** Fifty random bits each, in case the phone is lost. */
export const newRecoveryCode = (): string =>
  base32(randomBytes(7))
    .slice(0, 10)
    .replace(/^(.{5})/, '$1-')
    .toLowerCase()

/** Ignores how it is typed. */
export const recoveryHash = (code: string): Buffer =>
  hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''), 'buffer')
