/**
 * Keys that are stored outside the database, so that a stolen dump alone opens nothing: a pepper for short secrets
 * people choose, and a key for values we must read back.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from './errors.ts'

export interface Vault {
  /** The key file that was created because there was none. */
  readonly madeKeyFile?: string
  /** Proves that a backup belongs to this key without revealing anything about it. */
  readonly fingerprint: string
  /** Encrypts automatic backups if no passphrase is set, so that nobody has to keep a second secret. */
  readonly backupSecret: string
  hashSecret(secret: string): Promise<string>
  isSecret(hashed: string, secret: string): Promise<boolean>
  /** `label` ties the ciphertext to its place: moved to another row it no longer opens. */
  seal(text: string, label: string): Buffer
  open(sealed: Buffer, label: string): string
  /** Proves later that we issued it, for this purpose. */
  sign(said: Buffer, label: string): Buffer
}

const keyBytes = 32

interface HashCost {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
}

const realCost: HashCost = { memoryCost: 19456, timeCost: 2 }

/** A deliberately slow hash; only tests, which create users by the thousand, use a faster one. */
export function createVault(master: Buffer, cost = realCost): Vault {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, keyBytes))
  const pepper = derive('pepper')
  const sealing = derive('sealing')
  const signing = derive('signing')
  // As text: the library hashes any bytes, but verifies only UTF-8.
  const peppered = (secret: string) => createHmac('sha256', pepper).update(secret).digest('base64')
  return {
    fingerprint: derive('fingerprint').toString('hex').slice(0, 16),
    backupSecret: derive('backups').toString('base64'),
    hashSecret: (secret) => oneOfTwo(() => hash(peppered(secret), { ...cost, parallelism: 1 })),
    isSecret: (hashed, secret) => oneOfTwo(() => verify(hashed, peppered(secret))),
    seal(text, label) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(label))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, label) {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, 12))
      decipher.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(12, 28))
      return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    },
    sign: (said, label) => createHmac('sha256', signing).update(`${label}\0`).update(said).digest(),
  }
}

export const masterKeyFile = (folder: string): string => join(folder, 'keys', 'master.key')

/** Reads the master key of the data folder, creating it on the very first start. */
export function openVault(folder: string): Vault {
  const file = masterKeyFile(folder)
  const isMissing = !existsSync(file)
  if (isMissing) createKeyFile(file)
  return { ...readVault(file), ...(isMissing && { madeKeyFile: file }) }
}

/** With a new key. An existing file is never overwritten: it may be the only copy of a key. */
export function createKeyFile(file: string): void {
  const keys = dirname(file)
  mkdirSync(keys, { recursive: true, mode: 0o700 })
  chmodSync(keys, 0o700)
  writeFileSync(file, `${randomBytes(keyBytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

export function readVault(file: string): Vault {
  const master = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (master.length !== keyBytes) throw new Error(`${file} does not hold a Waymark key. Put back the original file.`)
  return createVault(master)
}

/** Hashing a password costs 12 ms of a core: more than two at once would starve everything else. */
const runningMax = 2
/** About three seconds of work. A later caller would give up before its turn. */
export const waitingMax = 500
const retryAfterSeconds = 5
const waiting: (() => void)[] = []
let running = 0
async function oneOfTwo<T>(work: () => Promise<T>): Promise<T> {
  if (running >= runningMax && waiting.length >= waitingMax) throw tooBusy()
  if (running >= runningMax) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function tooBusy(): Refusal {
  const message = 'Too many passwords are being checked right now. Try again in a few seconds.'
  const refusal = new Refusal({ code: 'SERVICE_UNAVAILABLE', message })
  refusal.details = { retryAfterSeconds }
  return refusal
}
