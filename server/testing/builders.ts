/** Things that a test needs, created through the API as a dealer would. */
import assert from 'node:assert/strict'
import type { Message } from '@waymark/devices'
import { modulesOf } from '#billing/plans/modules.ts'
import { approveCompany } from '#identity/company/actions.ts'
import type { DialectName } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import type { Caller, TestApi } from './api.ts'

let counter = 0
/** A text that is unique in this process. */
export const fresh = (word: string): string => `${word}-${process.pid}-${++counter}`

export const starterPlanId = '019a0000-0000-7000-8000-000000000101'
export const tagsPlanId = '019a0000-0000-7000-8000-000000000201'

async function made(answer: ReturnType<Caller['ask']>) {
  const { status, body, text } = await answer
  assert.ok(status === 200 || status === 201, text)
  return body.data ?? body
}

export const newUser = () => ({ name: fresh('user'), login_key: 'secret-key' })

export const newPlan = (change: object = {}) => ({
  managed_plan_id: starterPlanId,
  app_id: fleetApp,
  name: fresh('plan'),
  quotas: { unit: 5, geofence: 5, unit_storage: 10240 },
  modules: ['notification', 'geofence'],
  ...change,
})

export const aPlan = (dealer: Caller, change: object = {}) => made(dealer.ask('POST', '/client-plans', newPlan(change)))

/** With every module of the fleet application, and room for everything that a test creates. */
export const aFleetPlan = (dealer: Caller) =>
  aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 1000, geofence: 20, unit_storage: 204800 },
    modules: modulesOf(fleetApp).map(({ name }) => name),
  })

/** With commands, which the starter plan lacks. */
export const aCommandPlan = (dealer: Caller) =>
  aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 100, geofence: 1, unit_storage: 10240 },
    modules: ['notification', 'command'],
  })

export const aTagsPlan = (dealer: Caller) =>
  aPlan(dealer, {
    managed_plan_id: tagsPlanId,
    app_id: tagsApp,
    quotas: { sensor: 50, gateway: 2, asset: 50, geofence: 4, unit_storage: 20480 },
    modules: ['geofence'],
  })

export async function aManagedAccount(dealer: Caller, planId?: string, app: string = fleetApp) {
  const plan = planId ?? (await aPlan(dealer)).id
  return made(
    dealer.ask('POST', '/accounts/managed', { reg_apps: [app], tariff_plans: { [app]: plan }, user: newUser() }),
  )
}

/** Activated by its dealer. Only the provider dialect has that operation, so the state is set directly. */
export async function anActivatedAccount(api: TestApi, dealer: Caller, planId?: string, app: string = fleetApp) {
  const account = await aManagedAccount(dealer, planId, app)
  const provider = dealer.dialect === 'provider' ? dealer : await api.tokenOf(dealer.dealer, 'provider')
  await made(provider.ask('PUT', `/accounts/${account.id}/activate`))
  return { ...(await made(dealer.ask('GET', `/accounts/${account.id}`))), user: account.user }
}

export const anUnclaimedAccount = (dealer: Caller, apps: readonly string[] = [consumerApp], user: object = newUser()) =>
  made(dealer.ask('POST', '/accounts', { reg_apps: apps, user }))

/** The result of a client's activation, whose own part is not in the dealer's API. */
export async function anOwnedAccount(api: TestApi, dealer: Caller, apps: readonly string[] = [consumerApp]) {
  const account = await anUnclaimedAccount(dealer, apps)
  const now = api.ctx.clock.now()
  await api.ctx.db.updateTable('accounts').set({ ack: now }).where('id', '=', account.id).execute()
  await api.ctx.db.updateTable('users').set({ enabled: true }).where('accountId', '=', account.id).execute()
  return account
}

export async function setServiceMode(api: TestApi, accountId: number, apps: readonly string[]): Promise<void> {
  await api.ctx.db
    .updateTable('accounts')
    .set({ serviceApps: [...apps] })
    .where('id', '=', accountId)
    .execute()
}

export const newUnit = (accountId: number, change: object = {}) => ({
  name: 'Van 1',
  ident: fresh('ident'),
  hw_id: 101,
  app_id: fleetApp,
  account_id: accountId,
  ...change,
})

export const aUnit = (dealer: Caller, accountId: number, change: object = {}) =>
  made(dealer.ask('POST', '/units', newUnit(accountId, change)))

export const aSensor = (dealer: Caller, accountId: number, change: object = {}) =>
  made(dealer.ask('POST', '/units/sensors', { account_id: accountId, name: 'Tag', ident: fresh('tag'), ...change }))

export const anAsset = (dealer: Caller, accountId: number, change: object = {}) =>
  made(dealer.ask('POST', '/units/assets', { account_id: accountId, name: 'Pallet jack', ...change }))

/** The unit's tracker has sent these messages, each in its own frame. */
export async function received(
  { ctx }: TestApi,
  unit: { id: number; ident: string; name: string },
  messages: readonly Message[],
): Promise<void> {
  const writer = startWriter(ctx)
  const tracked = { id: unit.id, ident: unit.ident, name: unit.name, deviceTypeId: 101, protocolId: 1 }
  // In order, but not one flush each.
  await Promise.all(
    messages.map((message) =>
      writer.append({ unit: tracked, messages: [message], frame: Buffer.from('frame'), peer: '192.0.2.1:4000' }),
    ),
  )
  await writer.close()
}

/** A frame in quarantine that can be stored now. */
export async function aQuarantinedFrame({ ctx }: TestApi, dealer: Caller): Promise<number> {
  const unit = await aUnit(dealer, (await aManagedAccount(dealer)).id)
  const timestamp = seconds(ctx.clock.now())
  const said = { unit: { ...unit, deviceTypeId: 101, protocolId: 1 }, peer: '192.0.2.1:1', openers: [] }
  const delivery = { ...said, serverTime: timestamp, messages: [{ timestamp, 'position.speed': 5 }] }
  const held = { unitId: unit.id, at: ctx.clock.now(), code: '22003', reason: 'value out of range', triedBy: '0.0.1' }
  const { id } = await ctx.db
    .insertInto('quarantine')
    .values({ ...held, frame: Buffer.from('frame'), delivery: Buffer.from(JSON.stringify(delivery)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The same, from a tracker that sends everything it has stored in one frame. */
export async function receivedAtOnce(
  { ctx }: TestApi,
  { id, ident, name }: { id: number; ident: string; name: string },
  messages: readonly Message[],
): Promise<void> {
  const writer = startWriter(ctx)
  const unit = { id, ident, name, deviceTypeId: 101, protocolId: 1 }
  await writer.append({ unit, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:4000' })
  await writer.close()
}

/** Its company profile is approved, its billing details are not: it may use trial plans. */
export async function anApprovedDealer(api: TestApi, dialect: DialectName): Promise<Caller> {
  const dealer = await api.dealer(dialect, false)
  await approveCompany({ ...api.ctx, actor: operator('company approve') }, dealer.dealer)
  return dealer
}

export const newBill = (accountId: number, change: object = {}) => ({
  app_id: fleetApp,
  account_id: accountId,
  name: 'March',
  prices: [{ quantity: 2, unit_amount: 1250, currency: 'eur', name: 'Tracking' }],
  ...change,
})

export const aBill = (dealer: Caller, accountId: number, change: object = {}) =>
  made(dealer.ask('POST', '/billing/cardpay-payments', newBill(accountId, change)))

/** The client has entered its address, as on its own pages. */
export async function anAddress(api: TestApi, accountId: number): Promise<string> {
  const email = `${fresh('payer')}@example.com`
  await api.ctx.db.updateTable('users').set({ email }).where('accountId', '=', accountId).execute()
  return email
}
