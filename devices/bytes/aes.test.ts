import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decryptedCbc, decryptionKey } from './aes.ts'
import { hex, toHex } from './bytes.ts'

// NIST SP 800-38A, F.2.2 (CBC-AES128.Decrypt).
const key = decryptionKey(hex('2b7e151628aed2a6abf7158809cf4f3c'))
const vector = hex('000102030405060708090a0b0c0d0e0f')
const cipher = hex('7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2 73bed6b8e3c1743b7116e69e22229516')
const plain = '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52ef'

test('decrypts the test vector of the standard', () => {
  assert.equal(toHex(decryptedCbc(key, vector, cipher)), plain)
})

test('continues in the middle of a ciphertext, given the block before', () => {
  const first = decryptedCbc(key, vector, cipher.subarray(0, 16))
  const rest = decryptedCbc(key, cipher.subarray(0, 16), cipher.subarray(16))
  assert.equal(toHex(first) + toHex(rest), plain)
})

test('ignores a partial block', () => {
  assert.equal(toHex(decryptedCbc(key, vector, cipher.subarray(0, 40))), plain.slice(0, 64))
})
