import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type AppId, consumerApp, petApp } from '../applications.ts'
import { Refusal } from '../errors.ts'
import { type Holder, holdingOf, mayDo, type Operation, requireAccess } from './access.ts'

const ack = new Date('2026-03-01T12:00:00Z')
const holder = (type: 10 | null, isActivated: boolean, ...serviceApps: AppId[]): Holder => ({
  type,
  ack: isActivated ? ack : null,
  serviceApps,
})

/** The columns of the table below. */
const holders: readonly [name: string, account: Holder][] = [
  ['managed, not activated', holder(10, false)],
  ['managed and activated', holder(10, true)],
  ['owned, not activated', holder(null, false)],
  ['owned', holder(null, true)],
  ['owned, in service mode', holder(null, true, consumerApp)],
  ['owned, in service mode elsewhere', holder(null, true, petApp)],
]

const table: Readonly<Record<Operation, readonly boolean[]>> = {
  'accounts.activate': [true, true, false, false, false, false],
  'accounts.block': [true, true, false, false, false, false],
  'accounts.remove': [true, true, true, false, false, false],
  'users.change': [true, true, true, false, false, false],
  'users.set-password': [true, true, false, false, false, false],
  'users.enter': [true, true, false, false, true, false],
  'units.change': [true, true, true, false, false, false],
  'units.remove': [true, true, true, false, false, false],
  'units.read-messages': [true, true, true, false, false, false],
  'units.read-telemetry': [true, true, true, false, true, false],
  'units.read-channel': [true, true, true, false, true, false],
}

for (const [operation, row] of Object.entries(table) as [Operation, readonly boolean[]][]) {
  suite(operation, () => {
    for (const [index, [name, account]] of holders.entries()) {
      test(`${name}: ${row[index] ? 'yes' : 'no'}`, () => {
        assert.equal(mayDo(operation, account, consumerApp), row[index])
        if (row[index]) requireAccess(operation, account, consumerApp)
        else {
          assert.throws(
            () => requireAccess(operation, account, consumerApp),
            (error) => error instanceof Refusal && error.code === 'FORBIDDEN',
          )
        }
      })
    }
  })
}

test('an account is managed by its type, and owned by its activation', () => {
  assert.deepEqual(
    holders.map(([, account]) => holdingOf(account)),
    ['managed', 'managed', 'unclaimed', 'owned', 'owned', 'owned'],
  )
})

test('a refusal says whether service mode would help', () => {
  const closed = holder(null, true)
  assert.throws(() => requireAccess('units.read-telemetry', closed, consumerApp), /service mode/)
  assert.throws(() => requireAccess('units.change', closed, consumerApp), /belongs to its client/)
  assert.throws(() => requireAccess('accounts.activate', holder(null, false)), /for its client to activate/)
})
