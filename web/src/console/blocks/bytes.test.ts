import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes } from './bytes.ts'

test('sizes are rounded to a useful number of digits', () => {
  const cases: readonly [number, string][] = [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [8_440, '8.4 KB'],
    [84_400, '84 KB'],
    [912_000_000, '912 MB'],
    [8_400_000_000_000_000, '8,400 TB'],
  ]
  for (const [bytes, text] of cases) assert.equal(formatBytes(bytes), text)
})
