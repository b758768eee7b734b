import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ascii } from '../bytes/bytes.ts'
import { recognise } from '../recognition.ts'

const nameOf = (text: string, link: 'tcp' | 'udp'): string => {
  const found = recognise(ascii(text), link)
  return typeof found === 'string' ? found : found.name
}

const place = '1,0,99,1,0.0,354,18.5,25.279800,54.687157,20260517115958,0246,0002,05C1,934F,00'
const young = `+RESP:GTTRI,864504031916915,${place},0103010203,20260517120000,3E7D$`

test('a newer relative without a version is left to gl200', () => {
  assert.equal(nameOf(young, 'tcp'), 'gl200')
  assert.equal(nameOf(young, 'udp'), 'gl200')
  for (let size = 1; size < young.length; size++)
    assert.match(nameOf(young.slice(0, size), 'tcp'), /^(more|gl200)$/, `after ${size} bytes`)
})

test('a report with a version is recognised before its end', () => {
  assert.equal(nameOf('+RESP:GTFRI,2C0204,', 'tcp'), 'gl200')
})
