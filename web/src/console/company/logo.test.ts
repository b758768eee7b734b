import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataUrlLength, logoCharactersMax, logoFault } from './logo.ts'

test('the length of a data URL is known before it is created', () => {
  for (const size of [0, 1, 2, 3, 100, 4097]) {
    const url = `data:image/png;base64,${Buffer.alloc(size).toString('base64')}`
    assert.equal(dataUrlLength(size, 'image/png'), url.length)
  }
})

test('a picture that the server would refuse for its type or size is rejected early', () => {
  const largest = Math.floor((logoCharactersMax - 'data:image/png;base64,'.length) / 4) * 3
  assert.equal(logoFault({ type: 'image/png', size: largest }), undefined)
  assert.equal(logoFault({ type: 'image/png', size: largest + 1 }), 'size')
  assert.equal(logoFault({ type: 'image/jpeg', size: 10 }), 'kind')
  assert.equal(logoFault({ type: 'image/svg+xml', size: 10 }), undefined)
})
