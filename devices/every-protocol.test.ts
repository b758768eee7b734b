import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Protocol, protocolByName, protocols, transports } from './index.ts'

const distinct = (values: readonly unknown[]) => new Set(values).size === values.length

describe('the list of protocols', () => {
  test('gives no id, name, title or port to two protocols', () => {
    for (const key of ['id', 'name', 'title', 'port'] as const) {
      assert.ok(distinct(protocols.map((protocol) => protocol[key])), key)
    }
  })

  test('finds a protocol by its name and nothing by another', () => {
    assert.equal(protocolByName('teltonika').port, 27)
    assert.equal(protocolByName('carrier pigeon'), undefined)
    assert.equal(protocolByName('constructor'), undefined)
  })

  // Ids are stored with units and ports are written into trackers: neither may move when the list is edited.
  const known = [
    [1, 'teltonika', 27],
    [2, 'gt06', 23],
    [3, 'gl200', 4],
    [4, 'jt808', 15],
    [10, 'osmand', 55],
    [30, 'starlink', 136],
    [31, 'xexun2', 233],
  ] as const

  for (const [id, name, port] of known) {
    test(`keeps id ${id} and port ${port} for ${name}`, () => {
      assert.equal(protocolByName(name).id, id)
      assert.equal(protocolByName(name).port, port)
    })
  }
})

for (const protocol of protocols as readonly Protocol[]) {
  test(`the protocol ${protocol.name} is described well`, () => {
    assert.ok(Number.isInteger(protocol.id) && protocol.id > 0 && protocol.id < 1000)
    assert.match(protocol.name, /^[a-z][a-z0-9]*$/)
    assert.match(protocol.title, /^\S(.*\S)?$/)
    assert.ok(Number.isInteger(protocol.port) && protocol.port > 0 && protocol.port < 1000)
    assert.ok(transports.includes(protocol.transport))
  })
}
