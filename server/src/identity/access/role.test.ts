/** What each role may do, cell by cell, against a second table that was written from the words of decision 0063. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOperations, clientRoles, requireRole, roleMay } from './role.ts'

/** In the order of the roles: owner, dispatcher, driver, accountant, read-only. */
const expected = {
  // Everybody gets in, and has a password, a language and a second factor of its own.
  'client.enter': 'yyyyy',
  'client.manage-self': 'yyyyy',
  // An accountant sees no positions.
  'client.view': 'yyy-y',
  'client.read-messages': 'yyy-y',
  'client.view-hidden': 'yyy-y',
  // Read-only changes nothing, also not who has seen what.
  'client.acknowledge': 'yyy--',
  'client.read-commands': 'yy--y',
  // A dispatcher does everything operational.
  'client.command': 'yy---',
  'client.arrange': 'yy---',
  // A driver says what the own trips were for; months are closed by who operates the fleet.
  'client.keep-logbook': 'yyy--',
  'client.close-logbook': 'yy---',
  'client.share': 'yy---',
  // A driver sees no bills; a dispatcher neither.
  'client.view-bills': 'y--yy',
  'client.buy': 'y--y-',
  'client.collect': 'y--y-',
  // The account itself is its owners'.
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

test('an owner may do everything that is done inside, and nothing else is', () => {
  assert.deepEqual(clientOperations.toSorted(), operations.toSorted())
  for (const role of clientRoles) assert.equal(roleMay(role, 'units.remove'), false)
})
