import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hex, toHex } from '../bytes/bytes.ts'
import type { CommandKind } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import gator from './gator.ts'

const heartbeat = hex('24242100060c2238ceff0d')
const start = gator.start('tcp')
const { state } = gator.decode(heartbeat, start, receivedAt)

test('commands carry the id of the tracker', () => {
  const sent = (kind: CommandKind) => toHex(gator.encode!({ kind }, state!)!)
  assert.equal(sent('position'), '24243000060c2238ceee0d')
  assert.equal(sent('engine.stop'), '24243900060c2238cee70d')
  assert.equal(sent('engine.resume'), '24243800060c2238cee60d')
})

test('a tracker that has not identified itself gets none', () => {
  assert.equal(gator.encode!({ kind: 'position' }, start), undefined)
})
