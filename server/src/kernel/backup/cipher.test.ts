/** Encrypted backups return what was encrypted, and every failure to open one has its own sentence. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { createDatabase } from '#testing/postgres.ts'
import { createSeededDatabase } from '#testing/setup.ts'
import { encrypting, readPassphrase, readPlain } from './cipher.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-cipher-'))
after(() => rm(folder, { recursive: true }))
const passphrase = 'a quiet blue harbour'

async function encrypted(plain: Buffer, cut: number): Promise<Buffer> {
  async function* chunks() {
    for (let at = 0; at < plain.length; at += cut) yield plain.subarray(at, at + cut)
  }
  const parts: Buffer[] = []
  for await (const part of encrypting(passphrase)(chunks())) parts.push(part)
  return Buffer.concat(parts)
}
let files = 0
async function read(bytes: Buffer, secret: string | undefined = passphrase): Promise<Buffer> {
  const file = join(folder, `${++files}.backup`)
  await writeFile(file, bytes)
  const parts: Buffer[] = []
  for await (const part of readPlain(file, secret, 100_000)) parts.push(part)
  return Buffer.concat(parts)
}

suite('encrypted data is decrypted unchanged', () => {
  for (const size of [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000]) {
    test(`${size} bytes`, async () => {
      const plain = randomBytes(size)
      const sealed = await encrypted(plain, 10_007)
      assert.ok(size < 100 || !sealed.includes(plain.subarray(0, 50)))
      assert.deepEqual(await read(sealed), plain)
    })
  }
})

suite('what cannot be opened says why', () => {
  const plain = randomBytes(200_000)
  const whole = encrypted(plain, 65_536)

  test('no passphrase, and a wrong one', async () => {
    await assert.rejects(read(await whole, ''), /different passphrase/)
    await assert.rejects(read(await whole, 'another blue harbour'), /different passphrase/)
    const file = join(folder, 'closed.backup')
    await writeFile(file, await whole)
    await assert.rejects(readPlain(file, undefined, 1000).next(), /is encrypted\. Set WAYMARK_BACKUP_PASSPHRASE_FILE/)
  })

  test('a file that is cut short at any point', async () => {
    const bytes = await whole
    const piece = 4 + 65_536 + 16
    for (const length of [25, 60, 61, 64, 1000, 60 + piece, 60 + 2 * piece, bytes.length - 20, bytes.length - 1]) {
      await assert.rejects(read(bytes.subarray(0, length)), /is cut short/, String(length))
    }
  })

  test('a changed bit, a piece that was moved, and bytes after the end', async () => {
    const bytes = await whole
    const piece = 4 + 65_536 + 16
    for (const at of [21, 40, 55, 70, 60 + piece + 5, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await assert.rejects(read(changed), /is damaged/, String(at))
    }
    const [head, one, two, rest] = [
      bytes.subarray(0, 60),
      bytes.subarray(60, 60 + piece),
      bytes.subarray(60 + piece, 60 + 2 * piece),
      bytes.subarray(60 + 2 * piece),
    ]
    await assert.rejects(read(Buffer.concat([head, two, one, rest])), /is damaged/)
    await assert.rejects(read(Buffer.concat([bytes, Buffer.from('more than nothing')])), /is damaged/)
  })
})

test('a passphrase is the text of its file, and not too short', async () => {
  const file = join(folder, 'passphrase')
  await writeFile(file, `${passphrase}\n`)
  assert.equal(await readPassphrase(file), passphrase)
  assert.equal(await readPassphrase(undefined), undefined)
  await writeFile(file, 'short\n')
  await assert.rejects(readPassphrase(file), /at least 12 characters/)
  await assert.rejects(readPassphrase(join(folder, 'none')), /cannot be read \(ENOENT\)/)
})

test('an encrypted backup of a database is restored with its passphrase only', async () => {
  const [from, to] = [await createSeededDatabase(), await createDatabase('template1')]
  try {
    const about = { at: '2026-03-01T12:00:00.000Z', fingerprint: 'aabbccdd00112233' }
    const file = join(folder, 'whole.backup')
    const { opening, closing } = await writeBackup(from.url, file, about, { passphrase })
    assert.match((await readFile(file)).toString('latin1'), /^waymark-encrypted-1\n/)
    const check = (secret?: string) => checkBackup(file, about.fingerprint, 'keys/master.key', secret)
    await assert.rejects(check(), /is encrypted/)
    await assert.rejects(check('another blue harbour'), /different passphrase/)
    assert.deepEqual(await check(passphrase), opening)
    const restored = await restoreBackup(to.url, file, opening, { isReplacing: false, passphrase })
    assert.deepEqual(restored.closing.tables, closing.tables)
  } finally {
    await from.drop()
    await to.drop()
  }
})
