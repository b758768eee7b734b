/**
 * Encrypts a backup on its way to the disk, and decrypts it on its way back, in pieces of 64 KiB.
 *
 *   waymark-encrypted-1⏎            Head: the mark,
 *   16 bytes                        the salt from which scrypt makes the key of the passphrase,
 *   16 bytes                        what only the right key gives (HMAC over the salt), so that a wrong one is known at once,
 *   8 bytes                         and the start of the SHA-256 of all of that, so that it is not taken for a damaged head.
 *   4 bytes · n bytes · 16 bytes    Then pieces: length, ciphertext and tag of AES-256-GCM. The nonce is the number of the
 *                                   piece, and its first byte says whether it is the last: none can be left out, moved or cut off.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Source, sourceOf } from './source.ts'

const mark = Buffer.from('waymark-encrypted-1\n')
const [saltBytes, proofBytes, sumBytes, tagBytes] = [16, 16, 8, 16]
const headBytes = mark.length + saltBytes + proofBytes + sumBytes
const pieceBytes = 64 * 1024
/** 64 MiB and a tenth of a second or two: nothing compared with a backup, much compared with a guess. */
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }
const passphraseMin = 12

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  (promisify(scrypt) as (secret: string, salt: Buffer, bytes: number, options: object) => Promise<Buffer>)(
    passphrase,
    salt,
    32,
    cost,
  )
const proofOf = (key: Buffer, salt: Buffer) => createHmac('sha256', key).update(salt).digest().subarray(0, proofBytes)
const sumOf = (head: Buffer) => createHash('sha256').update(head).digest().subarray(0, sumBytes)

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce[0] = isLast ? 1 : 0
  nonce.writeUIntBE(number, 6, 6)
  return nonce
}

/** Read from the file that the setting names; undefined without one. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new Error(`${file}, which WAYMARK_BACKUP_PASSPHRASE_FILE names, cannot be read (${error.code}).`)
  })
  const passphrase = text.trim()
  if (passphrase.length >= passphraseMin) return passphrase
  throw new Error(
    `${file}, which WAYMARK_BACKUP_PASSPHRASE_FILE names, must hold at least ${passphraseMin} characters.`,
  )
}

export const encrypting = (passphrase: string) =>
  async function* (plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(saltBytes)
    const key = await keyOf(passphrase, salt)
    const head = Buffer.concat([mark, salt, proofOf(key, salt)])
    yield Buffer.concat([head, sumOf(head)])
    let number = 0
    const piece = (bytes: Buffer, isLast: boolean) => {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast))
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return Buffer.concat([length, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    }
    let rest = Buffer.alloc(0)
    for await (const chunk of plain) {
      rest = Buffer.concat([rest, chunk])
      for (; rest.length > pieceBytes; rest = rest.subarray(pieceBytes))
        yield piece(rest.subarray(0, pieceBytes), false)
    }
    yield piece(rest, true)
  }

/** What a backup may have been encrypted with: one passphrase, or several to try in turn. */
export type Secrets = string | readonly string[] | undefined

/** The decrypted bytes of a backup; a plain one is passed through. */
export async function* readPlain(from: string | Source, secrets: Secrets, chunkBytes: number): AsyncGenerator<Buffer> {
  const source = sourceOf(from)
  let head = Buffer.alloc(0)
  let decoder: Decoder | undefined
  for await (const chunk of source.read(chunkBytes)) {
    if (decoder) {
      yield* decoder.take(chunk)
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < headBytes) continue
    decoder = await decoderOf(source.name, head, secrets)
    yield* decoder.take(head)
  }
  if (!decoder) {
    decoder = await decoderOf(source.name, head, secrets)
    yield* decoder.take(head)
  }
  decoder.end()
}

interface Decoder {
  /** The first bytes are those of the head. */
  take(chunk: Buffer): Iterable<Buffer>
  /** Throws if the end is missing. */
  end(): void
}

const asItIs: Decoder = { take: (chunk) => [chunk], end: () => {} }

async function decoderOf(file: string, head: Buffer, secrets: Secrets): Promise<Decoder> {
  if (!head.subarray(0, mark.length).equals(mark)) return asItIs
  if (head.length < headBytes) throw cutShort(file)
  const sum = head.subarray(headBytes - sumBytes, headBytes)
  if (!sumOf(head.subarray(0, headBytes - sumBytes)).equals(sum)) throw damaged(file)
  const tried = typeof secrets === 'string' ? [secrets] : (secrets ?? [])
  if (tried.length === 0) {
    throw new Error(
      `${file} is encrypted. Set WAYMARK_BACKUP_PASSPHRASE_FILE to the file that holds its passphrase. ` +
        'An automatic backup without a passphrase needs the master.key that it was made with.',
    )
  }
  const salt = head.subarray(mark.length, mark.length + saltBytes)
  const proof = head.subarray(mark.length + saltBytes, headBytes - sumBytes)
  for (const secret of tried) {
    const key = await keyOf(secret, salt)
    if (proofOf(key, salt).equals(proof)) return decrypter(file, key)
  }
  throw new Error(
    typeof secrets === 'string'
      ? `${file} was encrypted with a different passphrase from the one in WAYMARK_BACKUP_PASSPHRASE_FILE. Put the right one there.`
      : `${file} was encrypted with a different passphrase or a different master.key. Use the ones that it was made with.`,
  )
}

function decrypter(file: string, key: Buffer): Decoder {
  let rest = Buffer.alloc(0)
  let skip = headBytes
  let number = 0
  let isEnded = false
  return {
    *take(chunk) {
      const skipped = Math.min(skip, chunk.length)
      skip -= skipped
      if (skipped === chunk.length) return
      if (isEnded) throw damaged(file)
      rest = Buffer.concat([rest, chunk.subarray(skipped)])
      for (;;) {
        if (rest.length < 4) break
        const length = rest.readUInt32BE()
        if (length > pieceBytes) throw damaged(file)
        const end = 4 + length + tagBytes
        if (rest.length < end) break
        const [bytes, tag] = [rest.subarray(4, 4 + length), rest.subarray(4 + length, end)]
        const opened = openPiece(key, number, bytes, tag)
        if (!opened || isEnded) throw damaged(file)
        yield opened.plain
        isEnded = opened.isLast
        number++
        rest = rest.subarray(end)
      }
    },
    end() {
      if (isEnded && rest.length > 0) throw damaged(file)
      if (!isEnded) throw cutShort(file)
    },
  }
}

/**
 * Only the very last piece is shorter than the others or marked as the last, so one attempt is nearly always enough.
 */
function openPiece(key: Buffer, number: number, bytes: Buffer, tag: Buffer) {
  for (const isLast of bytes.length === pieceBytes ? [false, true] : [true]) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAuthTag(tag)
      return { plain: Buffer.concat([decipher.update(bytes), decipher.final()]), isLast }
    } catch {
      // The other kind, or a changed bit.
    }
  }
  return undefined
}

export const damaged = (file: string, cause?: unknown) =>
  new Error(`${file} is damaged and was not used. Take another copy or another backup.`, { cause })

const cutShort = (file: string) =>
  new Error(`${file} is cut short: its end is missing, and it was not used. Take another copy or another backup.`)
