import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii } from '../bytes/bytes.ts'
import { recognise } from '../recognition.ts'

const post = (body: string, address = '/') =>
  ascii(`POST ${address} HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
const named = (bytes: Uint8Array) => {
  const found = recognise(bytes, 'tcp')
  return typeof found === 'string' ? found : found.name
}
const location = '{"_type":"location","tid":"JP","lat":54.687157,"lon":25.2798}'

describe('requests on the port that takes any protocol', () => {
  test('are those of OwnTracks when their body says its type', () => {
    assert.equal(named(post(location)), 'owntracks')
    assert.equal(named(post(location).subarray(0, 60)), 'more')
  })

  test('stay with OsmAnd otherwise', () => {
    assert.equal(named(post(location, '/?id=phone-17')), 'osmand')
    assert.equal(named(post('{"device_id":"phone-17"}')), 'osmand')
    assert.equal(named(post(`{"_type":"location","x":"${'x'.repeat(3000)}"}`)), 'osmand')
    assert.equal(named(ascii('GET /?id=phone-17&lat=54.7')), 'osmand')
    assert.equal(named(ascii('POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n')), 'osmand')
  })
})
