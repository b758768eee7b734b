import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCount, isDays, retentionFields, retentionOf } from './retention.ts'

test('days and seconds mean the same', () => {
  const kept = { messages_ttl: 31_536_000, messages_rotate: 0 }
  assert.deepEqual(retentionFields(kept), { messages_ttl: '365', messages_rotate: '0' })
  assert.deepEqual(retentionOf(retentionFields(kept)), kept)
})

test('only what the server accepts is accepted', () => {
  assert.deepEqual(['0', '1', '3650', '3651', '1.5', ''].map(isDays), [false, true, true, false, false, false])
  assert.deepEqual(['-1', '0', '100000000', '100000001', ''].map(isCount), [false, true, true, false, false])
})
