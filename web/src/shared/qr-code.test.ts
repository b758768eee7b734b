import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { qrCode } from './qr-code.ts'

// Every length up to the longest was read back with a reader of another hand; these digests hold what it could read.
for (const [length, size, digest] of [
  [1, 21, 'ebf9b577ce9e2f30'],
  [50, 33, '6c814967efd60933'],
  [110, 45, '36477370c51c3fd4'],
  [150, 49, '0352ac96e4ca3150'],
  [210, 57, '38d6736308aa9536'],
  [331, 69, '5c15e6d2967bcc70'],
] as const) {
  test(`a text of ${length} characters is a code of ${size} modules`, () => {
    const code = qrCode('otpauth '.repeat(50).slice(0, length))
    const text = code.map((row) => row.map(Number).join('')).join('\n')
    assert.equal(code.length, size)
    assert.equal(createHash('sha256').update(text).digest('hex').slice(0, 16), digest)
  })
}

test('a text that does not fit is refused', () => assert.throws(() => qrCode('x'.repeat(332)), /too long/))
