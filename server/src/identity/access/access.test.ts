/**
 * The table of access, cell by cell, against a second table that was written from the specifications and not from the
 * code: "Account kinds and who controls what", `appToken`, the states of accounts, and the rules of the client's side.
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
const holder = (app: AppId, state: State, isServiceMode: boolean): Holder => ({
  type: isManaged(app) ? 10 : null,
  ack: state === 'inactive' ? null : ack,
  blocked: state === 'blocked',
  serviceApps: isServiceMode ? [app] : [],
})

/**
 * One line per kind of account and state, in the order of the columns: for each caller that may ever do it, the cases
 * "service mode off" and "on". `y` may, `-` may not.
 *
 *                       fleet, tags                    consumer, pet
 *                       inactive  active  blocked      inactive  active  blocked
 *
 * An owned account cannot be blocked by anybody's wish; if it were, its client would be shut out as any other.
 */
type Cells = `${string} ${string} ${string}  ${string} ${string} ${string}`
const expected: Readonly<Record<Operation, Partial<Record<CallerKind, Cells>>>> = {
  // "By the provider, for fleet_app and tags_app accounts"; "an owned application: 403".
  'accounts.activate': { dealer: 'yy yy yy  -- -- --' },
  // "activated fleet_app or tags_app"; whether it is activated is a matter of state (409), not of ownership.
  'accounts.block': { dealer: 'yy yy yy  -- -- --' },
  // "DELETE: any account that is not owned-and-activated."
  'accounts.remove': { dealer: 'yy yy yy  yy -- --' },
  // "An owned, activated account … (detach it in the console instead)."
  'accounts.detach': { dealer: '-- -- --  -- yy yy' },
  // "Only consumer_app accounts have premium subscriptions"; bought by the dealer once its client is there.
  'subscriptions.buy': { dealer: '-- -- --  -- yy yy' },
  // "the provider … cannot change its user data" once the client has activated.
  'users.change': { dealer: 'yy yy yy  yy -- --' },
  // "set or change the password of a fleet_app or tags_app client".
  'users.set-password': { dealer: 'yy yy yy  -- -- --' },
  // Whom an owner lets in is the owner's business.
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
  // A link outlives service mode, so service mode is not enough for one.
  'units.share': { dealer: 'yy yy yy  yy -- --' },
  // A command changes what a vehicle does, which is its owner's business; what was sent can be looked at in service mode.
  'units.command': { dealer: 'yy yy yy  yy -- --' },
  'units.read-commands': { dealer: 'yy yy yy  yy -y -y' },
  // A client needs an activated account that is not blocked. A service token of an inactive managed account is
  // allowed, and `service` also on a blocked one.
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
  // Messages of an owned account are never the dealer's to read, service mode or not.
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
  // A dealer who is let in may put things in order.
  'client.arrange': {
    client: '-- yy --  -- yy --',
    service: 'yy yy yy  -- -y -y',
    service_as_user: 'yy yy --  -- -- --',
  },
  // The client's alone.
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
  // What was business and what private is for the people of the account to say.
  'client.keep-logbook': { client: '-- yy --  -- yy --' },
  'client.close-logbook': { client: '-- yy --  -- yy --' },
  'client.set-service-mode': { client: '-- yy --  -- yy --' },
  // "the provider cannot update or delete its units" once the client owns them; a managed client's dealer does it.
  'client.manage-units': { client: '-- -- --  -- yy --' },
  // What belongs to its client only its client can delete; "DELETE: any account that is not owned-and-activated" is the rest.
  'client.erase': { client: '-- -- --  -- yy --' },
  // "consumer_app and pet_app … buying premium by card": by the client itself, for what it owns.
  'client.buy': { client: '-- -- --  -- yy --' },
  // The card is the client's own: a dealer may ask for money, but cannot consent for the client.
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
            for (const isServiceMode of [false, true]) {
              cells += 1
              const account = holder(app, state, isServiceMode)
              const may = row[at]?.[isServiceMode ? 1 : 0] === 'y'
              const name = `${state}, service mode ${isServiceMode ? 'on' : 'off'}`
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

test('every cell was asked', () => {
  assert.equal(cells, Object.keys(expected).length * callerKinds.length * 4 * states.length * 2)
})

test('there is no operation that nobody may do, and no kind of account whose units nobody may change', () => {
  const accounts = Object.values(kinds).flatMap((app) =>
    states.flatMap((state) =>
      [false, true].map((isServiceMode) => ({ app, account: holder(app, state, isServiceMode) })),
    ),
  )
  for (const operation of operations) {
    const mayAnybody = accounts.some(({ app, account }) =>
      callerKinds.some((caller) => mayDo(operation, account, app, caller)),
    )
    assert.ok(mayAnybody, operation)
  }
  for (const app of Object.values(kinds)) {
    const account = holder(app, 'active', false)
    const hands = [mayDo('units.change', account, app), mayDo('client.manage-units', account, app, 'client')]
    assert.deepEqual(hands, isManaged(app) ? [true, false] : [false, true], app)
  }
})

test('the expectations above name every operation of the table', () => {
  assert.deepEqual(Object.keys(expected).sort(), [...operations].sort())
})

test('service mode in one application opens no other', () => {
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

test('a refusal says what would help', () => {
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
