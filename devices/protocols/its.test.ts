import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ascii, concat } from '../bytes/bytes.ts'
import its from './its.ts'

const state = its.start('tcp')
const packet = '$,HLM,WAYM,0.0.1,864504031916915,97,30,0.5,5,600,0001,12.6,'

for (const [what, tail, size] of [
  ['a star', '*', 1],
  ['a byte of sum that is a star', '**', 2],
  ['a byte of sum', ':*', 2],
  ['two digits of sum', 'CD*', 3],
  ['words behind the star, which are skipped', '*,O,S,+37060000000', 1],
  ['two digits behind the star and a line end', '()*34\r\n', 7],
  ['two digits behind the star, ended by the next packet', '()*34', 5],
  ['eight digits behind the star', '36EF*226F7BD1', 13],
  ['nothing', '', 0],
] as const) {
  test(`a packet ends with ${what}`, () => {
    assert.equal(its.frame(ascii(`${packet}${tail}${packet}`), state), packet.length + size)
  })
}

test('what comes between packets is skipped up to the next', () => {
  assert.equal(its.frame(ascii(`,O,S,+37060000000${packet}`), state), 17)
  assert.equal(its.frame(ascii('34\r\n'), state), 4)
})

test('waits for a packet whose end is not known yet', () => {
  for (const tail of ['', '12', '()*', '()*3', '()*34\r', '$']) {
    assert.equal(its.frame(ascii(`${packet}${tail}`), state), 0, tail)
  }
})

test('a checksum byte of any value belongs to its packet', () => {
  for (let sum = 0; sum < 256; sum++) {
    const frame = concat(ascii(packet), [sum, 0x2a])
    const length = its.frame(concat(frame, ascii(packet)), state)
    assert.equal(length, frame.length, String(sum))
  }
})
