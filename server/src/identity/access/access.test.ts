/**
 * Checks the access table cell by cell against a second table, written from the specifications and not from the code:
 * "Account kinds and who controls what", `appToken`, the states of accounts, and the rules for clients.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type AppId, consumerApp, fleetApp, isManaged, petApp, tagsApp } from '#kernel/applications.ts'
import { Refusal } from '#kernel/errors.ts'
import {
  type CallerKind,
  callerKinds,
  type Holder,
  holdingOf,
  mayDo,
  type Operation,
  operations,
  requireAccess,
} from './access.ts'

const kinds = { consumer: consumerApp, pet: petApp, fleet: fleetApp, tags: tagsApp } as const
const states = ['inactive', 'active', 'blocked'] as const
type State = (typeof states)[number]

const ack = new Date('2026-03-01T12:00:00Z')
const holder = (app: AppId, state: State, hasSupportAccess: boolean): Holder => ({
  type: isManaged(app) ? 10 : null,
  ack: state === 'inactive' ? null : ack,
  blocked: state === 'blocked',
  serviceApps: hasSupportAccess ? [app] : [],
})

/**
 * One line per kind of account and state, in the order of the columns: for each caller that may ever do it, the cases
 * support access off and on. `y` may, `-` may not.
 *
 *                       fleet, tags                    consumer, pet
 *                       inactive  active  blocked      inactive  active  blocked
 *
 * An owned account cannot be blocked by anyone; if it were, its client would be locked out like any other.
 */
type Cells = `${string} ${string} ${string}  ${string} ${string} ${string}`
const expected: Readonly<Record<Operation, Partial<Record<CallerKind, Cells>>>> = {
  // "By the provider, for fleet_app and tags_app accounts"; "an owned application: 403".
  'accounts.activate': { dealer: 'yy yy yy  -- -- --' },
  // "activated fleet_app or tags_app"; whether it is activated is a question of state (409), not of ownership.
  'accounts.block': { dealer: 'yy yy yy  -- -- --' },
  // "DELETE: any account that is not owned-and-activated."
  'accounts.remove': { dealer: 'yy yy yy  yy -- --' },
  // "An owned, activated account … (detach it in the console instead)."
  'accounts.detach': { dealer: '-- -- --  -- yy yy' },
  // "Only consumer_app accounts have premium subscriptions"; the dealer can buy them once the client has activated.
  'subscriptions.buy': { dealer: '-- -- --  -- yy yy' },
  // "the provider … cannot change its user data" once the client has activated.
  'users.change': { dealer: 'yy yy yy  yy -- --' },
  // "set or change the password of a fleet_app or tags_app client".
  'users.set-password': { dealer: 'yy yy yy  -- -- --' },
  // The owner alone decides who else has access.
  'users.view-people': { dealer: 'yy yy yy  yy -- --' },
  // "only while the client has service mode enabled … no token for an inactive consumer_app account".
  'users.enter': { dealer: 'yy yy yy  -- -y -y' },
  // "service_as_user … not applicable to consumer_app"; "on a blocked account … service_as_user is 403".
  'users.enter-as-user': { dealer: 'yy yy --  -- -- --' },
  // "cannot update or delete its units, cannot read unit messages".
  'units.change': { dealer: 'yy yy yy  yy -- --' },
  'units.remove': { dealer: 'yy yy yy  yy -- --' },
  'units.read-messages': { dealer: 'yy yy yy  yy -- --' },
  // "can read unit telemetry and channel data only while the client has enabled service mode".
  'units.read-telemetry': { dealer: 'yy yy yy  yy -y -y' },
  'units.read-channel': { dealer: 'yy yy yy  yy -y -y' },
  // A link outlives support access, so support access is not enough to create one.
  'units.share': { dealer: 'yy yy yy  yy -- --' },
  // A command changes what a vehicle does, so only its owner may send one; support access shows what was sent.
  'units.command': { dealer: 'yy yy yy  yy -- --' },
  'units.read-commands': { dealer: 'yy yy yy  yy -y -y' },
  // A client needs an activated account that is not blocked. A support token works on an inactive managed account, and
  // a `service` token also on a blocked one.
  'client.enter': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -y -y',
    service_as_user: 'yy yy --  -- -- --',
  },
  'client.view-bills': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -y -y',
    service_as_user: 'yy yy --  -- -- --',
  },
  'client.view-visits': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -y -y',
    service_as_user: 'yy yy --  -- -- --',
  },
  'client.view': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -y -y',
    service_as_user: 'yy yy --  -- -- --',
  },
  // A dealer never reads messages of an owned account, with or without support access.
  'client.read-messages': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -- --',
    service_as_user: 'yy yy --  -- -- --',
  },
  'client.acknowledge': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -- --',
    service_as_user: 'yy yy --  -- -- --',
  },
  // "service (client-hidden elements are visible to the provider)"; "service_as_user exactly what the client sees".
  'client.view-hidden': { service: 'yy yy yy  -- -y -y' },
  // A dealer with support access may arrange things.
  'client.arrange': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -y -y',
    service_as_user: 'yy yy --  -- -- --',
  },
  // Only the client.
  'client.read-commands': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -y -y',
    service_as_user: 'yy yy --  -- -- --',
  },
  'client.command': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -- --',
    service_as_user: 'yy yy --  -- -- --',
  },
  // A share link shows where vehicles are to anyone: for an owned account only its client may create one.
  'client.share': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -- --',
    service_as_user: 'yy yy --  -- -- --',
  },
  // Only the people of the account say which trips were business and which private.
  'client.keep-logbook': { client: '-- yy --  -- yy --' },
  'client.close-logbook': { client: '-- yy --  -- yy --' },
  'client.set-service-mode': { client: '-- yy --  -- yy --' },
  // "the provider cannot update or delete its units" once the client owns them; a managed client's dealer does it.
  'client.manage-units': { client: '-- -- --  -- yy --' },
  // Only the client deletes an owned account; "DELETE: any account that is not owned-and-activated" covers the rest.
  'client.erase': { client: '-- -- --  -- yy --' },
  // "consumer_app and pet_app … buying premium by card": the client buys, for what it owns.
  'client.buy': { client: '-- -- --  -- yy --' },
  // It is the client's card: a dealer may ask for money, but cannot consent for the client.
  'client.collect': { client: '-- yy --  -- yy --' },
  'client.manage-self': { client: '-- yy --  -- yy --' },
  'client.manage-account': { client: '-- yy --  -- yy --' },
  'client.manage-people': { client: '-- yy --  -- yy --' },
}

const never = '-- -- --  -- -- --'
let cells = 0

for (const [operation, callers] of Object.entries(expected) as [Operation, (typeof expected)[Operation]][]) {
  suite(operation, () => {
    for (const caller of callerKinds) {
      const [managed = '', owned = ''] = (callers[caller] ?? never).split('  ')
      for (const [kind, app] of Object.entries(kinds)) {
        const row = (isManaged(app) ? managed : owned).split(' ')
        test(`${caller}, ${kind}: ${row.join(' ')}`, () => {
          for (const [at, state] of states.entries()) {
            for (const hasSupportAccess of [false, true]) {
              cells += 1
              const account = holder(app, state, hasSupportAccess)
              const may = row[at]?.[hasSupportAccess ? 1 : 0] === 'y'
              const name = `${state}, support access ${hasSupportAccess ? 'on' : 'off'}`
              assert.equal(mayDo(operation, account, app, caller), may, name)
              if (may) requireAccess(operation, account, app, caller)
              else {
                assert.throws(
                  () => requireAccess(operation, account, app, caller),
                  (error) => error instanceof Refusal && error.code === 'FORBIDDEN',
                  name,
                )
              }
            }
          }
        })
      }
    }
  })
}

test('every cell was checked', () => {
  assert.equal(cells, Object.keys(expected).length * callerKinds.length * 4 * states.length * 2)
})

test('someone may do each operation, and someone may change the units of each kind of account', () => {
  const accounts = Object.values(kinds).flatMap((app) =>
    states.flatMap((state) =>
      [false, true].map((hasSupportAccess) => ({ app, account: holder(app, state, hasSupportAccess) })),
    ),
  )
  for (const operation of operations) {
    const mayAnyone = accounts.some(({ app, account }) =>
      callerKinds.some((caller) => mayDo(operation, account, app, caller)),
    )
    assert.ok(mayAnyone, operation)
  }
  for (const app of Object.values(kinds)) {
    const account = holder(app, 'active', false)
    const hands = [mayDo('units.change', account, app), mayDo('client.manage-units', account, app, 'client')]
    assert.deepEqual(hands, isManaged(app) ? [true, false] : [false, true], app)
  }
})

test('the expectations above list every operation of the table', () => {
  assert.deepEqual(Object.keys(expected).sort(), [...operations].sort())
})

test('support access to one application opens no other', () => {
  const account = holder(petApp, 'active', true)
  assert.equal(mayDo('users.enter', account, consumerApp), false)
  assert.equal(mayDo('client.view', account, consumerApp, 'service'), false)
  assert.equal(mayDo('units.read-telemetry', account), false)
})

test('an account is managed by its type, and owned by its activation', () => {
  assert.equal(holdingOf(holder(fleetApp, 'inactive', false)), 'managed')
  assert.equal(holdingOf(holder(tagsApp, 'active', false)), 'managed')
  assert.equal(holdingOf(holder(consumerApp, 'inactive', false)), 'unclaimed')
  assert.equal(holdingOf(holder(petApp, 'active', false)), 'owned')
})

test('a refusal says what to do', () => {
  const owned = holder(consumerApp, 'active', false)
  const waiting = holder(consumerApp, 'inactive', false)
  const blocked = holder(fleetApp, 'blocked', false)
  assert.throws(() => requireAccess('units.read-telemetry', owned, consumerApp), /support access/)
  assert.throws(() => requireAccess('units.change', owned, consumerApp), /belongs to its client/)
  assert.throws(() => requireAccess('accounts.activate', waiting), /client must activate/)
  assert.throws(() => requireAccess('users.enter-as-user', blocked, fleetApp), /blocked/)
  assert.throws(() => requireAccess('client.view', waiting, undefined, 'client'), /not activated/)
  assert.throws(() => requireAccess('client.manage-self', owned, consumerApp, 'service'), /Only the client/)
})
