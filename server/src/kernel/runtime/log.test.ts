import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Log, logRepeated, silentLog } from './log.ts'

type Line = readonly [level: string, entry: Record<string, unknown>, sentence: string]

function memory(): { log: Log; lines: Line[] } {
  const lines: Line[] = []
  const note = (level: string) => (entry: unknown, sentence?: string) =>
    void lines.push([level, entry as Record<string, unknown>, sentence ?? ''])
  return { log: { ...silentLog, warn: note('warn'), error: note('error') }, lines }
}

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('the same problem a thousand times is one line at once, and one per minute with its count', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { log, lines } = memory()
  for (let at = 0; at < 1000; at++) logRepeated(log, away(), 'A tracker could not be served.', { protocol: 'x' })
  assert.deepEqual(lines, [['warn', { reason: 'ECONNREFUSED', protocol: 'x' }, 'A tracker could not be served.']])
  t.mock.timers.tick(60_000)
  assert.deepEqual(lines.slice(1), [
    ['warn', { reason: 'ECONNREFUSED', count: 999, seconds: 60 }, 'A tracker could not be served.'],
  ])
  t.mock.timers.tick(60_000)
  assert.equal(lines.length, 2, 'when it is over, nothing more is said')
  logRepeated(log, away(), 'A tracker could not be served.')
  assert.equal(lines.length, 3, 'and when it comes back it is said at once')
})

test('another reason, another sentence and another log have their own lines', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { log, lines } = memory()
  const other = memory()
  logRepeated(log, away(), 'One.')
  logRepeated(log, away(), 'Two.')
  logRepeated(log, Object.assign(new Error('full'), { code: '53100' }), 'One.')
  logRepeated(other.log, away(), 'One.')
  assert.deepEqual(
    lines.map(([, { reason }, sentence]) => `${reason} ${sentence}`),
    ['ECONNREFUSED One.', 'ECONNREFUSED Two.', '53100 One.'],
  )
  assert.equal(other.lines.length, 1)
})

test('a bug of ours is an error with its stack; an unavailable database is not', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { log, lines } = memory()
  const bug = new TypeError('x is not a function')
  logRepeated(log, bug, 'A tracker could not be served.')
  logRepeated(log, new Error('refused', { cause: away() }), 'A tracker could not be served.')
  assert.deepEqual(lines[0]?.slice(0, 2), ['error', { reason: 'x is not a function', err: bug }])
  assert.deepEqual(lines[1]?.slice(0, 2), ['warn', { reason: 'refused' }])
})

test('an endless variety of reasons is gathered under one', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { log, lines } = memory()
  for (let at = 0; at < 1000; at++) logRepeated(log, new Error(`reason ${at}`), 'It failed.')
  assert.ok(lines.length <= 101, String(lines.length))
})
