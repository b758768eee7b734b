import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFresh, layerOf, type MapSession, sessionIn, sessionRequest } from './map.ts'

const session: MapSession = {
  layer: 'satellite',
  language: 'de',
  keyHash: Buffer.alloc(32),
  session: 'a b&c',
  tileSize: 256,
  expiresAt: new Date('2026-11-29T10:00:00Z'),
}

test('a session is requested in the viewer’s language; satellite images with names', () => {
  assert.deepEqual(sessionRequest('roadmap', 'en'), { mapType: 'roadmap', language: 'en', region: 'US' })
  assert.deepEqual(sessionRequest('satellite', 'de'), {
    mapType: 'satellite',
    language: 'de',
    region: 'DE',
    layerTypes: ['layerRoadmap'],
  })
})

test('only a valid answer is a session', () => {
  const good = { session: 'abc', expiry: '1795946400', tileWidth: 256, tileHeight: 256, imageFormat: 'png' }
  assert.deepEqual(sessionIn(JSON.stringify(good)), {
    session: 'abc',
    tileSize: 256,
    expiresAt: new Date(1_795_946_400_000),
  })
  for (const bad of [
    '',
    '[]',
    'null',
    '{}',
    { ...good, session: 7 },
    { ...good, expiry: 'soon' },
    { ...good, tileWidth: '1' },
  ])
    assert.equal(sessionIn(typeof bad === 'string' ? bad : JSON.stringify(bad)), undefined, JSON.stringify(bad))
})

test('a session lasts as long as a page may stay open', () => {
  assert.equal(isFresh(session, new Date('2026-11-28T09:59:00Z')), true)
  assert.equal(isFresh(session, new Date('2026-11-28T10:00:00Z')), false)
})

test('tile URLs have placeholders for the tile, and everything else escaped', () => {
  const { tiles, copyright } = layerOf(session, 'https://tiles.example', 'k-1')
  assert.equal(tiles, 'https://tiles.example/v1/2dtiles/{z}/{x}/{y}?session=a+b%26c&key=k-1')
  assert.equal(copyright, 'https://tiles.example/tile/v1/viewport?session=a+b%26c&key=k-1')
})
