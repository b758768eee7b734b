import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstSteps } from './first-steps.ts'

test('the commands use the installation that shows them, in the chosen dialect', () => {
  const commands = firstSteps('https://tracking.example', 'partner').map((step) => step.command)
  assert.equal(commands[1], 'curl -H "$AUTH" https://tracking.example/partner/company')
  assert.ok(commands.every((command) => !command.includes('provider')))
})

test('a body is JSON once the capitals are replaced', () => {
  for (const { command } of firstSteps('http://127.0.0.1:8080', 'provider')) {
    const body = command.match(/-d '([^']*)'/)?.[1]
    if (body) JSON.parse(body.replaceAll(/(ACCOUNT_ID|HW_ID)/g, '1'))
  }
})
