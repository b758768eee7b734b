/** Checks what each role may do, cell by cell, against a second table written from decision 0063. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOperations, clientRoles, requireRole, roleMay } from './role.ts'

/** In the order of the roles: owner, dispatcher, driver, accountant, read-only. */
const expected = {
  // Everyone can sign in, and has their own password, language and two-factor authentication.
  'client.enter': 'yyyyy',
  'client.manage-self': 'yyyyy',
  // An accountant sees no positions.
  'client.view': 'yyy-y',
  'client.read-messages': 'yyy-y',
  'client.view-hidden': 'yyy-y',
  // Read-only changes nothing, not even who has seen what.
  'client.acknowledge': 'yyy--',
  'client.read-commands': 'yy--y',
  // A dispatcher does everything operational.
  'client.command': 'yy---',
  'client.arrange': 'yy---',
  // Drivers say what their own trips were for; dispatchers and owners close months.
  'client.keep-logbook': 'yyy--',
  'client.close-logbook': 'yy---',
  'client.share': 'yy---',
  // Neither drivers nor dispatchers see bills.
  'client.view-bills': 'y--yy',
  'client.buy': 'y--y-',
  'client.collect': 'y--y-',
  // Only owners manage the account itself.
  'client.view-visits': 'y----',
  'client.set-service-mode': 'y----',
  'client.manage-units': 'y----',
  'client.erase': 'y----',
  'client.manage-account': 'y----',
  'client.manage-people': 'y----',
} as const
const operations = Object.keys(expected) as (keyof typeof expected)[]

for (const operation of operations) {
  test(`${operation}: ${expected[operation]}`, () => {
    for (const [at, role] of clientRoles.entries()) {
      const may = expected[operation][at] === 'y'
      assert.equal(roleMay(role, operation), may, role)
      if (may) requireRole(role, operation)
      else assert.throws(() => requireRole(role, operation), /Ask an owner/, role)
    }
  })
}

test('an owner may do everything inside the application, and the table has nothing else', () => {
  assert.deepEqual(clientOperations.toSorted(), operations.toSorted())
  for (const role of clientRoles) assert.equal(roleMay(role, 'units.remove'), false)
})
