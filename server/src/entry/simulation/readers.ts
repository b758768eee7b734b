/** Gateways that detect tags: existing ones, or new ones in their own account. */
import { randomBytes } from 'node:crypto'
import { createPlan } from '#billing/plans/actions.ts'
import { accountSorts, activateAccount, createManagedAccount, listAccounts } from '#customers/accounts/actions.ts'
import { tagsApp } from '#kernel/applications.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { createUnit } from '#tracking/units/actions.ts'
import { hardwareOf, type Unit } from '#tracking/units/unit.ts'
import type { Encoder } from './encoder.ts'
import { encoderOf } from './encoders.ts'
import type { FleetUnit } from './fleet.ts'
import { readerVehicle } from './tags.ts'
import { newIdent, unitsOf } from './units.ts'

export const readersName = 'Simulated tags'
/** The provider plan of tags_app with the largest quotas. */
const providerPlan = '019a0000-0000-7000-8000-000000000201'
export const readersMax = 100
export const tagsMax = 500

/** The gateways of an account, each with what it detects of the tags that are carried around. */
export function readersFor(units: readonly Unit[], tags: number): FleetUnit[] {
  const able = units
    .flatMap((unit) => {
      const encoder = encoderOf(hardwareOf(unit.hwId).model.protocol)
      return unit.type === 'gateway' && encoder?.hears ? [{ ident: unit.ident, encoder, kind: encoder.hears }] : []
    })
    // Those that detect the same tags are neighbours, and each stands where it last stood.
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.ident.localeCompare(b.ident))
  const readers = able.map(({ kind }, index) => ({ index, kind }))
  return able.map(({ ident, encoder }, index) => ({
    ident,
    encoder,
    vehicle: readerVehicle(readers[index]!, readers, tags),
  }))
}

/** As many gateways as requested, in their own account; missing ones are created. */
export async function readersForFleet(
  call: Call,
  encoders: readonly Encoder[],
  count: number,
  tags: number,
): Promise<FleetUnit[]> {
  const accountId = (await findAccount(call)) ?? (await makeAccount(call))
  const own = (await unitsOf(call, { accountIds: [accountId] })).filter(({ type }) => type === 'gateway')
  const chosen: Unit[] = []
  for (let index = 0; index < count; index++) {
    const { protocol, hwId } = encoders[index % encoders.length]!
    const free = own.findIndex((unit) => hardwareOf(unit.hwId).protocol.name === protocol)
    const [found] = free < 0 ? [] : own.splice(free, 1)
    chosen.push(found ?? (await createUnit(call, newReader(accountId, index + 1, hwId))))
  }
  return readersFor(chosen, tags)
}

const newReader = (accountId: number, number: number, hwId: number) => ({
  accountId,
  appId: tagsApp,
  name: `Reader ${number}`,
  ident: newIdent(),
  hwId,
  description: undefined,
})

async function findAccount(call: Call): Promise<number | undefined> {
  const page = { sort: accountSorts.id!, isDescending: false, after: undefined, size: 100 }
  const accounts = await listAccounts(call, { q: readersName, appId: tagsApp }, page)
  return accounts.find(({ title }) => title === readersName)?.id
}

const makeAccount = (caller: Call): Promise<number> =>
  inTransaction(caller, async (call) => {
    const plan = await createPlan(call, {
      managedPlanId: providerPlan,
      appId: tagsApp,
      name: readersName,
      quotas: { sensor: tagsMax, gateway: readersMax, asset: tagsMax, geofence: 10, unit_storage: 10240 },
      modules: ['geofence'],
      description: 'Gateways and tags that are simulated.',
    })
    const account = await createManagedAccount(call, {
      regApps: [tagsApp],
      tariffPlans: { [tagsApp]: plan.id },
      title: readersName,
      description: 'Gateways and tags that are simulated.',
      isPromo: false,
      // Nobody signs in here, so nobody needs to know the key.
      user: {
        name: `simulated-tags-${call.dealer}`,
        loginKey: randomBytes(24).toString('base64url'),
        description: null,
      },
    })
    await activateAccount(call, account.id)
    return account.id
  })
