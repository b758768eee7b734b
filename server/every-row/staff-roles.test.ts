/** Which role may do what: every row of the route table with every role, against a second, handwritten table. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { rightsOf, type TeamRole, teamRoles } from '#identity/staff/right.ts'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { rights } from '#kernel/api/right.ts'
import { openApi } from '#testing/api.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { isChange, type Row, rows, urlOf } from '#testing/checks/rows.ts'
import { aPerson, type StaffMember } from '#testing/people/staff.ts'
import { keptSamples, samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'

/** Units and everything attached to them, users and how they get access, and unclaimed devices. */
const isOfSupport = ({ key }: Row) =>
  key === 'POST /console/accounts/:id/invitation' ||
  /^[A-Z]+ (\/console)?\/(units|deleted-units|users|lobby)(\/|$)/.test(key)
const ofBilling = [
  'PATCH /accounts/:id/set-blocked',
  'PATCH /accounts/:id/set-blocked-at',
  'PATCH /accounts/:id/set-payment-lifecycle',
  'POST /billing/cardpay-payments',
  'POST /billing/cardpay-payments/:payment_id/send',
  'POST /billing/cardpay-payments/:payment_id/expire',
  'POST /console/accounts/:id/payment-link',
  'PUT /console/accounts/:id/collection',
  'PUT /console/accounts/:id/profile',
  'POST /console/accounts/:id/credit',
  'DELETE /console/accounts/:id/credit/:credit_id',
  'PUT /console/accounts/:id/reminders',
]
const isOfBilling = ({ key }: Row) =>
  ofBilling.includes(key) ||
  /^\w+ \/console\/(client-invoices|bank-statements|bank-lines|collection|unit-terms)(\/|$)/.test(key)
/** A POST that changes nothing: its query is too long for a URL. */
const isQuestion = ({ key }: Row) =>
  ['POST /lifecycle/simulate', 'POST /console/client-invoices/:id/reminders/preview'].includes(key)
const isOfPositions = ({ key }: Row) =>
  /^GET (\/console)?\/units\/:id\/(messages|telemetry|sensors|address|channel|traffic|connections|tokens|protocol-suggestions)$/.test(
    key,
  )
const ofOwnerAlone = [
  'POST /staff',
  'PATCH /staff/:id',
  'DELETE /staff/:id',
  'POST /tokens',
  'DELETE /tokens/:id',
  'POST /billing/secret-key',
]

const may: Readonly<Record<TeamRole, (row: Row) => boolean>> = {
  owner: () => true,
  manager: ({ key }) => !ofOwnerAlone.includes(key),
  billing: (row) => (!isChange(row) && !isOfPositions(row)) || isQuestion(row) || isOfBilling(row),
  support: (row) => !isChange(row) || isQuestion(row) || isOfSupport(row),
  read_only: (row) => !isChange(row) || isQuestion(row),
}

const api = await openApi()
interface Scene {
  readonly world: World
  readonly team: Record<TeamRole, StaffMember>
  /** Owner of another dealer. */
  readonly outsider: StaffMember
}

const scenes = {} as Record<DialectName, Scene>

before(async () => {
  for (const dialect of dialectNames) {
    const world = await aWorld(api, await api.dealer(dialect))
    const team = {} as Record<TeamRole, StaffMember>
    for (const role of teamRoles) team[role] = await aPerson(api, world.caller.dealer, role)
    const outsider = await aPerson(api, (await api.dealer(dialect)).dealer, 'owner')
    scenes[dialect] = { world, team, outsider }
  }
})

test('the second table names only existing rows', () => {
  const keys = new Set(rows.map(({ key }) => key))
  assert.deepEqual(
    [...ofBilling, ...ofOwnerAlone].filter((key) => !keys.has(key)),
    [],
  )
})

test('every row that changes something has a right', () => {
  const unnamed = rows.filter((row) => isChange(row) && row.route.right === undefined)
  assert.deepEqual(
    unnamed.map(({ name }) => name),
    [],
  )
})

const unused = keptSamples()

suite('a role may do what the table says and nothing else', () => {
  for (const row of rows) {
    test(row.name, async () => {
      const { world, team } = scenes[row.dialect]
      const ask = async (role: TeamRole, [sample]: Awaited<ReturnType<typeof samplesOf>>) =>
        team[role].ask(row.route.method, urlOf(row, sample), sample.body)
      for (const role of teamRoles.filter((role) => may[role](row))) {
        const answer = await ask(role, await samplesOf(row, world))
        assert.equal(answer.status, row.reply.status, `${role}: ${answer.text}`)
      }
      const refused = teamRoles.filter((role) => !may[role](row))
      if (refused.length === 0) return
      const samples = await unused(row, world)
      const state = await digestOf(api.ctx.db)
      for (const role of refused) {
        const answer = await ask(role, samples)
        assert.equal(answer.status, 403, `${role}: ${answer.text}`)
        assert.match(
          answer.body.errors[0].message,
          new RegExp(`^This needs the role owner\\b.*, and yours is ${role}\\. Ask someone who has it\\.$`),
        )
      }
      assert.equal(await digestOf(api.ctx.db), state)
    })
  }
})

suite('a session gives no access to another dealer', () => {
  for (const row of rows.filter(({ route }) => route.params?.properties.id)) {
    test(row.name, async () => {
      const { world, outsider } = scenes[row.dialect]
      const [sample] = await unused(row, world)
      // An unclaimed device has no dealer yet, and claiming it needs the account of a unit.
      const state = await digestOf(api.ctx.db)
      const answer = await outsider.ask(row.route.method, urlOf(row, sample), sample.body)
      assert.deepEqual([answer.status, answer.body.errors?.[0].code], [404, 'NOT_FOUND'], answer.text)
      assert.equal(await digestOf(api.ctx.db), state)
    })
  }
})

test('every right belongs to some role, and an operator has none in a dealer’s team', () => {
  assert.deepEqual(rightsOf('owner'), rights)
  assert.deepEqual(rightsOf('read_only'), ['read', 'positions'])
  assert.deepEqual(rightsOf('operator'), [])
})
