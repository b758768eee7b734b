/**
 * Messages that only one browser can read, signed by this installation: RFC 8291 (encryption) and RFC 8292 (VAPID).
 * Pure, apart from the random numbers.
 */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

/** From a browser: where to send, and for whom to encrypt. */
export interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushKeys {
  /** An uncompressed point, as browsers require. */
  readonly publicKey: Buffer
  /** PKCS#8, as PEM. */
  readonly privateKey: string
}

const curve = 'prime256v1'
const pointBytes = 65
const authBytes = 16
const recordBytes = 4096
/** What every push service accepts, minus the header, the tag and the delimiter. */
export const payloadBytesMax = recordBytes - 86 - 16 - 1

export function newPushKeys(): PushKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve })
  // The point is the end of the key's DER.
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return {
    publicKey: der.subarray(-pointBytes),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function newPair(): ECDH {
  const pair = createECDH(curve)
  pair.generateKeys()
  return pair
}

/** Whether anything can be encrypted for it at all. */
export function areKeys({ p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>): boolean {
  try {
    newPair().computeSecret(Buffer.from(p256dh, 'base64url'))
    return Buffer.from(p256dh, 'base64url').length === pointBytes && Buffer.from(auth, 'base64url').length === authBytes
  } catch {
    return false
  }
}

const derived = (key: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** One record of `aes128gcm`, with the header that says how it was made. */
export function encrypt(text: string, to: Subscription, salt = randomBytes(16), own = newPair()): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > payloadBytesMax) throw new Error(`A push message has ${payloadBytesMax} bytes at most.`)
  const point = Buffer.from(to.p256dh, 'base64url')
  const ownPoint = own.getPublicKey()
  const shared = own.computeSecret(point)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, ownPoint])
  const material = derived(shared, Buffer.from(to.auth, 'base64url'), info, 32)
  const key = derived(material, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(material, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The delimiter of the last record, and no padding.
  const body = Buffer.concat([cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final()])
  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordBytes)
  header.writeUInt8(ownPoint.length, 4)
  return Buffer.concat([salt, header, ownPoint, body, cipher.getAuthTag()])
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** At most a day by the standard; clocks differ. */
const validSeconds = 12 * 3600

/**
 * The sender: the push service keeps others from sending to the same browser. `contact` is a web address or `mailto:`.
 */
export function authorization(endpoint: string, keys: PushKeys, contact: string, nowSeconds: number): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(nowSeconds) + validSeconds, sub: contact }
  const said = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const key = createPrivateKey(keys.privateKey)
  const signature = sign('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${said}.${signature}, k=${keys.publicKey.toString('base64url')}`
}
