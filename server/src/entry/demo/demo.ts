/** Demo dealers, one per dialect, with clients and units, so that a newcomer has something to look at. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createPlan } from '#billing/plans/actions.ts'
import { modulesOf } from '#billing/plans/modules.ts'
import { activateAccount, createAccount, createManagedAccount } from '#customers/accounts/actions.ts'
import { createDealer, listDealers } from '#identity/dealers/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { createOperator, createPerson } from '#identity/staff/actions.ts'
import { setPassword } from '#identity/users/actions.ts'
import { createLabel } from '#insights/labels/actions.ts'
import { type DialectName, dialects } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Config } from '#kernel/config/config.ts'
import { demoFile } from '#kernel/config/demo-file.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { createBuilding, createFloor, placeGateway, setPlan } from '#portals/buildings/actions.ts'
import { createAsset, registerSensor } from '#tracking/beacons/actions.ts'
import { createUnit } from '#tracking/units/actions.ts'
import type { Unit } from '#tracking/units/unit.ts'
import { rememberPast } from '../simulation/past.ts'
import { drawnPlan, planRooms } from '../simulation/plan.ts'
import { kindOf, tagIdOf } from '../simulation/tags.ts'
import { seedClient } from './client.ts'

export interface DemoDealer {
  readonly dealer_id: number
  readonly dialect: DialectName
  readonly access_token: string
  /** A client that can sign in, if this dealer has one. */
  readonly client_login: string | null
  readonly client_password: string | null
  /** A client of tags_app, with the same password. */
  readonly tags_client_login?: string
  /** An owner of the dealer's team, for the console. */
  readonly owner_login: string
  readonly owner_password: string
  /** A person of the platform's own team; with the first dealer only. */
  readonly operator_login: string | null
  readonly operator_password: string | null
}

/** Unless the settings say otherwise, an embedded installation without a dealer gets the demo. */
export async function isDemoWanted(ctx: Context): Promise<boolean> {
  const { config } = ctx
  if (existsSync(demoFile(config))) return false
  return config.demo ?? (config.databaseUrl === undefined && (await listDealers(ctx)).length === 0)
}

/**
 * Tokens and passwords are stored next to the keys, readable by the operator alone: a demo without a login is useless.
 */
export const readDemo = (config: Config): readonly DemoDealer[] =>
  existsSync(demoFile(config)) ? JSON.parse(readFileSync(demoFile(config), 'utf8')) : []

export async function seedDemo(context: Context, say: (sentence: string) => void): Promise<void> {
  const { dealers, fleet } = await inTransaction(context, async (ctx) => {
    const { demo, fleet } = await seedProvider(ctx)
    return { dealers: [{ ...demo, ...(await seedOperator(ctx)) }, await seedPartner(ctx)], fleet }
  })
  writeFileSync(demoFile(context.config), `${JSON.stringify(dealers, null, 2)}\n`, { mode: 0o600 })
  say('Access tokens of the demo dealers (also: npx waymark demo):')
  for (const { dialect, access_token } of dealers) say(`  ${dialect.padEnd(8)}  ${access_token}`)
  say('Logins:')
  for (const { page, who, login, password } of loginsOf(dealers)) {
    const base = page === '/login' ? context.config.loginUrl : context.config.publicUrl
    say(`  ${who.padEnd(19)}  ${base}${page}  ${login}  ${password}`)
  }
  // A test installation holds only what its tests have sent.
  if (!context.config.isTestInstallation) await rememberPast(context, fleet.units)
  const { call, account, user, units } = fleet
  await seedClient(
    { ...call, ...context, account, user },
    units.map(({ id }) => id),
  )
}

/** The pages with a login. A demo created by an older version has fewer. */
export const loginsOf = (dealers: readonly DemoDealer[]) =>
  dealers
    .flatMap((demo) => [
      { page: '/login', who: 'a client', login: demo.client_login, password: demo.client_password },
      { page: '/login', who: 'a client’s tags', login: demo.tags_client_login, password: demo.client_password },
      { page: '/console', who: `a dealer (${demo.dialect})`, login: demo.owner_login, password: demo.owner_password },
      { page: '/operator', who: 'the operator', login: demo.operator_login, password: demo.operator_password },
    ])
    .filter(({ login }) => login)

const newPassword = () => randomBytes(9).toString('base64url')

async function seedOperator(ctx: Context): Promise<Pick<DemoDealer, 'operator_login' | 'operator_password'>> {
  const [email, password] = ['operator@demo.example', newPassword()]
  await createOperator(ctx, { email, name: 'Demo operator', password })
  return { operator_login: email, operator_password: password }
}

/** The client whose vehicles have driven for days. */
interface DemoFleet {
  readonly call: Call
  readonly account: number
  readonly user: string
  readonly units: readonly Unit[]
}

async function seedProvider(ctx: Context): Promise<{ demo: DemoDealer; fleet: DemoFleet }> {
  const { demo, call } = await openDealer(ctx, 'Demo provider', 'provider')
  const fleetPlan = await createPlan(call, {
    managedPlanId: '019a0000-0000-7000-8000-000000000104',
    appId: fleetApp,
    name: 'Fleet standard',
    quotas: { unit: 50, geofence: 20, unit_storage: 51200 },
    // The demo shows everything there is.
    modules: modulesOf(fleetApp).map(({ name }) => name),
    description: 'Vehicles of a small company.',
  })
  const tagsPlan = await createPlan(call, {
    managedPlanId: '019a0000-0000-7000-8000-000000000201',
    appId: tagsApp,
    name: 'Tags standard',
    quotas: { sensor: 100, gateway: 5, asset: 100, geofence: 10, unit_storage: 10240 },
    modules: ['geofence', 'report', 'building'],
    description: 'Equipment in one building.',
  })
  const fleet = await createManagedAccount(call, managed('Demo transport', fleetApp, fleetPlan.id))
  await activateAccount(call, fleet.id)
  const password = newPassword()
  await setPassword(call, fleet.user.id, password, password)
  const units: Unit[] = []
  for (const [index, hwId] of [101, 102, 201, 301, 4101].entries()) {
    units.push(await createUnit(call, unit(fleet.id, fleetApp, `Van ${index + 1}`, `86412305000001${index}`, hwId)))
  }
  const waiting = await createManagedAccount(call, managed('Demo couriers', fleetApp, fleetPlan.id))
  await createUnit(call, unit(waiting.id, fleetApp, 'Scooter 1', '864123050000020', 301))
  const tags = await createManagedAccount(call, managed('Demo warehouse', tagsApp, tagsPlan.id))
  await activateAccount(call, tags.id)
  await setPassword(call, tags.user.id, password, password)
  await seedTags(call, tags.id)
  const family = await createAccount(call, owned('Demo family', consumerApp))
  await createUnit(call, unit(family.id, consumerApp, 'Family car', '864123050000040', 801))
  return {
    demo: { ...demo, client_login: fleet.user.name, client_password: password, tags_client_login: tags.user.name },
    fleet: { call, account: fleet.id, user: fleet.user.id, units },
  }
}

/** This many tags are carried from reader to reader (simulation/tags.ts). Some are attached to assets. */
export const demoTags = 12

/** What is carried; Eview's readers identify tags by their address, Teltonika's by the iBeacon's contents. */
const carried = [
  ['Night guard', 'Person', 1],
  ['Forklift', 'Equipment', 2],
  ['Label printer', 'Equipment', 3],
  ['Pallet jack', 'Equipment', 4],
  ['First-aid kit', 'Equipment', 6],
] as const

async function seedTags(call: Call, accountId: number): Promise<void> {
  const readers = [
    ['Gate reader', 101],
    ['Hall reader', 110],
    ['Dock reader', 2703],
    ['Yard reader', 2703],
  ] as const
  const gateways = new Map<string, number>()
  for (const [index, [name, hwId]] of readers.entries()) {
    const { id } = await createUnit(call, unit(accountId, tagsApp, name, `86412305000003${index}`, hwId))
    gateways.set(name, id)
  }
  const rented: number[] = []
  for (const [name, category, tag] of carried) {
    const own = { accountId, description: undefined }
    const sensor = await registerSensor(call, { ...own, name: `Tag ${tag}`, ident: tagIdOf(kindOf(tag), tag) })
    const asset = await createAsset(call, { ...own, name, category, ident: undefined, deviceLink: sensor.id })
    if (category === 'Equipment') rented.push(asset.id)
  }
  await seedBuilding({ ...call, account: accountId } as ClientCall, gateways)
  await createLabel({ ...call, account: accountId } as ClientCall, { name: 'Rented', unitIds: rented.slice(0, 2) })
}

/** One floor with the rooms of its plan, and a reader in each. */
async function seedBuilding(call: ClientCall, gateways: ReadonlyMap<string, number>): Promise<void> {
  const building = await createBuilding(call, { name: 'Hall 2' })
  const floor = await createFloor(call, building.id, { name: 'Ground floor' })
  await setPlan(call, floor.id, drawnPlan())
  for (const { reader, room, x, y } of planRooms) {
    await placeGateway(call, gateways.get(reader)!, { floorId: floor.id, x, y, room })
  }
}

async function seedPartner(ctx: Context): Promise<DemoDealer> {
  const { demo, call } = await openDealer(ctx, 'Demo partner', 'partner')
  const plan = await createPlan(call, {
    managedPlanId: '019a0000-0000-7000-8000-000000000101',
    appId: fleetApp,
    name: 'Fleet basic',
    quotas: { unit: 10, geofence: 5, unit_storage: 10240 },
    modules: ['notification', 'geofence', 'timeline'],
    description: null,
  })
  const taxi = await createManagedAccount(call, managed('Demo taxi', fleetApp, plan.id))
  await createUnit(call, unit(taxi.id, fleetApp, 'Taxi 1', '864123050000050', 101))
  const pets = await createAccount(call, owned('Demo pets', petApp))
  await createUnit(call, unit(pets.id, petApp, 'Dog collar', '864123050000060', 1107))
  return demo
}

async function openDealer(ctx: Context, name: string, dialect: DialectName): Promise<{ demo: DemoDealer; call: Call }> {
  const { dealerId, accessToken } = await createDealer(ctx, { name, dialect, isVerified: true })
  const call: Call = {
    ...ctx,
    dealer: dealerId,
    apps: dialects[dialect].apps,
    actor: operator('demo'),
    validate: refuseNothing,
  }
  const [email, password] = [`owner@${dialect}.demo.example`, newPassword()]
  await createPerson(ctx, operator('demo'), { dealerId, role: 'owner', name: `${name} owner`, email, password })
  const demo = {
    dealer_id: dealerId,
    dialect,
    access_token: accessToken,
    client_login: null,
    client_password: null,
    owner_login: email,
    owner_password: password,
    operator_login: null,
    operator_password: null,
  }
  return { demo, call }
}

/** The demo's values are ours; a problem with them is a bug. */
function refuseNothing(problems: readonly { message: string }[] = []): void {
  if (problems[0]) throw new Error(problems[0].message)
}

const userOf = (title: string) => ({
  name: title.toLowerCase().replaceAll(' ', '-'),
  loginKey: 'demo-key',
  description: null,
})
const owned = (title: string, app: string) => ({ regApps: [app], title, description: undefined, user: userOf(title) })
const managed = (title: string, app: string, planId: string) => ({
  ...owned(title, app),
  tariffPlans: { [app]: planId },
})
const unit = (accountId: number, appId: string, name: string, ident: string, hwId: number) => ({
  accountId,
  appId,
  name,
  ident,
  hwId,
  description: undefined,
})
