import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Refusal } from './errors.ts'
import { createVault, waitingMax } from './vault.ts'

const vault = createVault(Buffer.alloc(32, 1))
const other = createVault(Buffer.alloc(32, 2))

suite('a secret that people choose', () => {
  for (const secret of ['key-1', 'correct horse', 'ąčęėįšųūž', '👨‍👩‍👧‍👦', 'x'.repeat(128), '']) {
    test(`is recognised, and no other is: ${JSON.stringify(secret.slice(0, 20))}`, async () => {
      const hashed = await vault.hashSecret(secret)
      assert.match(hashed, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      assert.equal(await vault.isSecret(hashed, secret), true)
      assert.equal(await vault.isSecret(hashed, `${secret} `), false)
    })
  }

  test('is never hashed to the same text twice', async () => {
    assert.notEqual(await vault.hashSecret('key-1'), await vault.hashSecret('key-1'))
  })

  test('cannot be guessed offline without the key of the installation', async () => {
    assert.equal(await other.isSecret(await vault.hashSecret('key-1'), 'key-1'), false)
  })
})

test('beyond the queue’s length more secrets are refused, and the others are hashed', async () => {
  const cheap = createVault(Buffer.alloc(32, 1), { memoryCost: 8, timeCost: 1 })
  const [room, late] = [2 + waitingMax, 7]
  const done = await Promise.allSettled(Array.from({ length: room + late }, () => cheap.hashSecret('key-1')))
  assert.ok(done.slice(0, room).every(({ status }) => status === 'fulfilled'))
  for (const one of done.slice(room)) {
    assert.ok(one.status === 'rejected' && one.reason instanceof Refusal)
    assert.deepEqual([one.reason.code, one.reason.details], ['SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 }])
  }
  assert.match(await cheap.hashSecret('key-1'), /^\$argon2id/)
})

suite('a value that must be read back', () => {
  test('opens with the same key and the same label', () => {
    const sealed = vault.seal('the text', 'units.password:1')
    assert.equal(vault.open(sealed, 'units.password:1'), 'the text')
    assert.ok(!sealed.includes('the text'))
  })

  test('does not open elsewhere, with another key, or changed', () => {
    const sealed = vault.seal('the text', 'units.password:1')
    assert.throws(() => vault.open(sealed, 'units.password:2'))
    assert.throws(() => other.open(sealed, 'units.password:1'))
    for (const place of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[place]! ^= 1
      assert.throws(() => vault.open(changed, 'units.password:1'))
    }
  })
})

test('the fingerprint distinguishes two keys and is constant for one', () => {
  assert.equal(createVault(Buffer.alloc(32, 1)).fingerprint, vault.fingerprint)
  assert.notEqual(other.fingerprint, vault.fingerprint)
})
