/** The units of a simulated fleet: existing ones, or new ones created with the actions that dealers use. */
import { randomBytes } from 'node:crypto'
import { createPlan } from '#billing/plans/actions.ts'
import { accountSorts, activateAccount, createManagedAccount, listAccounts } from '#customers/accounts/actions.ts'
import { createDealer, listDealers } from '#identity/dealers/actions.ts'
import { applications, fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { readMessages, readTelemetry } from '#tracking/messages/actions.ts'
import { createUnit, listUnits, unitSorts } from '#tracking/units/actions.ts'
import { hardwareOf, type Unit } from '#tracking/units/unit.ts'
import type { Encoder } from './encoder.ts'
import { encoderOf } from './encoders.ts'
import type { FleetUnit } from './fleet.ts'
import type { Start } from './vehicle.ts'

export const fleetName = 'Simulated fleet'
/** The provider plan with the largest quota of units. */
const providerPlan = '019a0000-0000-7000-8000-000000000104'
export const unitsMax = 5_000

export function callOf(ctx: Context, dealer: number): Call {
  const apps = applications.map(({ id }) => id)
  return { ...ctx, dealer, apps, actor: operator('simulate'), validate: refuseNothing }
}

/** The values are ours; a problem with them is a bug. */
function refuseNothing(problems: readonly { message: string }[] = []): void {
  if (problems[0]) throw new Error(problems[0].message)
}

export async function unitsOf(call: Call, filter: { accountIds?: readonly number[] } = {}): Promise<Unit[]> {
  return listUnits(call, filter, { sort: unitSorts.id!, isDescending: false, after: undefined, size: 50_000 })
}

/** The default dealer of a fleet. */
export async function dealerForFleet(ctx: Context, preferred: number | undefined): Promise<number> {
  const dealers = await listDealers(ctx)
  const found = dealers.find(({ id }) => id === preferred) ?? dealers.find(({ name }) => name === fleetName)
  return found?.id ?? (await createDealer(ctx, { name: fleetName, dialect: 'provider', isVerified: true })).dealerId
}

export interface Wish {
  readonly encoders: readonly Encoder[]
  readonly count: number
  /** Includes units of the dealer that were not created for a fleet, but none that a real tracker reports to. */
  readonly takesOthers: boolean
}

/** As many units as requested, spread over the protocols; missing ones are created. */
export async function unitsForFleet(ctx: Context, dealer: number, wish: Wish): Promise<FleetUnit[]> {
  const call = callOf(ctx, dealer)
  const account = await findAccount(call)
  const made = account === undefined ? [] : await unitsOf(call, { accountIds: [account] })
  const others = wish.takesOthers ? (await unitsOf(call)).filter((unit) => unit.accountId !== account) : []
  const chosen: FleetUnit[] = []
  for (const [index, encoder] of wish.encoders.entries()) {
    const share = Math.floor((wish.count + wish.encoders.length - 1 - index) / wish.encoders.length)
    const own = await speakersOf(call, encoder, [...others, ...made], share)
    chosen.push(...own)
    if (own.length < share) chosen.push(...(await makeUnits(call, encoder, share - own.length, own.length)))
  }
  return chosen
}

async function speakersOf(call: Call, encoder: Encoder, units: readonly Unit[], most: number): Promise<FleetUnit[]> {
  const found: FleetUnit[] = []
  for (const unit of units) {
    if (found.length >= most) break
    if (hardwareOf(unit.hwId).protocol.name !== encoder.protocol || (await isSpokenFor(call, unit))) continue
    found.push({ ident: unit.ident, encoder, start: await startOf(call, unit.id) })
  }
  return found
}

/** A unit whose last message came from another machine has a real tracker: its history must stay true. */
async function isSpokenFor(call: Call, unit: Unit): Promise<boolean> {
  if (unit.lastActive === null) return false
  const [last] = JSON.parse((await readMessages(call, unit.id, 1, true)).toString()) as { peer?: string }[]
  return last?.peer !== undefined && !/^(127\.|\[::1\])/.test(last.peer)
}

/** A unit of the given dealers continues where it was. */
export async function speakerFor(call: Call, unit: Unit): Promise<FleetUnit | undefined> {
  const encoder = encoderOf(hardwareOf(unit.hwId).model.protocol)
  return encoder && { ident: unit.ident, encoder, start: await startOf(call, unit.id) }
}

async function startOf(call: Call, unitId: number): Promise<Start> {
  const telemetry = await readTelemetry(call, unitId)
  const place = telemetry.position?.value as { latitude?: number; longitude?: number } | undefined
  const mileage = telemetry['vehicle.mileage']?.value
  return { ...place, ...(typeof mileage === 'number' && { mileageKm: mileage }) }
}

async function findAccount(call: Call): Promise<number | undefined> {
  const page = { sort: accountSorts.id!, isDescending: false, after: undefined, size: 100 }
  const accounts = await listAccounts(call, { q: fleetName, appId: fleetApp }, page)
  return accounts.find(({ title }) => title === fleetName)?.id
}

const makeAccount = (caller: Call): Promise<number> =>
  inTransaction(caller, async (call) => {
    const plan = await createPlan(call, {
      managedPlanId: providerPlan,
      appId: fleetApp,
      name: fleetName,
      quotas: { unit: unitsMax * 2, geofence: 10, unit_storage: 10240 },
      modules: ['geofence', 'timeline'],
      description: 'Units whose trackers are simulated.',
    })
    const account = await createManagedAccount(call, {
      regApps: [fleetApp],
      tariffPlans: { [fleetApp]: plan.id },
      title: fleetName,
      description: 'Units whose trackers are simulated.',
      // Nobody signs in here, so nobody needs to know the key.
      user: {
        name: `simulated-fleet-${call.dealer}`,
        loginKey: randomBytes(24).toString('base64url'),
        description: null,
      },
    })
    await activateAccount(call, account.id)
    return account.id
  })

async function makeUnits(call: Call, encoder: Encoder, count: number, before: number): Promise<FleetUnit[]> {
  const accountId = (await findAccount(call)) ?? (await makeAccount(call))
  const units: FleetUnit[] = []
  while (units.length < count) {
    const number = before + units.length + 1
    const unit = await createUnit(call, {
      accountId,
      appId: fleetApp,
      name: `${encoder.protocol} ${number}`,
      ident: newIdent(),
      hwId: encoder.hwId,
      description: undefined,
    })
    units.push({ ident: unit.ident, encoder })
  }
  return units
}

/** Fifteen digits, as an IMEI has. */
export const newIdent = (): string => `864${String(randomBytes(6).readUIntBE(0, 6) % 1e12).padStart(12, '0')}`
