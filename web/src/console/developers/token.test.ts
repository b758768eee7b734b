import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intakeLine, shellLines, stateOf } from './token.ts'

test('a revoked token is revoked at any time', () => {
  assert.equal(stateOf({ expires_at: 100, revoked_at: null }, 99), 'active')
  assert.equal(stateOf({ expires_at: 100, revoked_at: null }, 100), 'expired')
  assert.equal(stateOf({ expires_at: 100, revoked_at: 50 }, 200), 'revoked')
})

test('the shell example is complete', () => {
  assert.equal(
    shellLines('wm_secret', 'partner', 'https://tracking.example.com'),
    `TOKEN='wm_secret'\ncurl 'https://tracking.example.com/partner/accounts?limit=3' \\\n  -H "X-AccessToken: $TOKEN"`,
  )
  assert.match(
    intakeLine('wi_1', 'https://tracking.example.com'),
    /\/intake\/IDENT' \\\n {2}-H 'Authorization: Bearer wi_1'/,
  )
})
