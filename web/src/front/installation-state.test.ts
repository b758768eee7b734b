import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askForState, stateOf } from './installation-state.ts'

for (const [what, status, text, kind, parts] of [
  ['an installation that is ready says so', 200, '{"status":"ready"}', 'ready', []],
  ['no body is needed to be ready', 204, '', 'ready', []],
  ['plain text is as good as JSON', 200, 'ready', 'ready', []],
  [
    'the parts are listed with their own words',
    200,
    '{"status":"ready","checks":{"database":"ok","disk_space":{"ok":false},"free":12}}',
    'ready',
    [
      ['database', 'ok'],
      ['disk space', 'not ok'],
    ],
  ],
  ['parts may stand at the top', 503, '{"database":false}', 'notReady', [['database', 'not ok']]],
  ['an installation that starts is not ready yet', 503, '', 'notReady', []],
  ['an odd answer is shown as what it is', 404, '<html>', 'unreachable', []],
] as const) {
  test(what, () => {
    const state = stateOf(status, text)
    assert.equal(state.kind, kind)
    assert.deepEqual(state.parts, parts)
  })
}

test('an installation that does not answer is distinguished from one that is not ready', async () => {
  const state = await askForState(() => Promise.reject(new TypeError('fetch failed')))
  assert.equal(state.kind, 'unreachable')
})
