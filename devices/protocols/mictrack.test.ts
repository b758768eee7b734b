import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ascii } from '../bytes/bytes.ts'
import mictrack from './mictrack.ts'

const report = 'MT;6;864504031916915;R0;10+260517115958+54.687157+25.279800+43.2+90+1+3976+113'

test('a report without a line end ends where the next begins', () => {
  const state = mictrack.start('tcp')
  assert.equal(mictrack.frame(ascii(report), state), 0)
  assert.equal(mictrack.frame(ascii(`${report}${report}`), state), report.length)
  assert.equal(mictrack.frame(ascii(`${report}\r\n${report}`), state), report.length + 2)
})
