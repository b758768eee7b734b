/** Clients with units, as a dealer would register them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createPlan } from '#billing/plans/actions.ts'
import { createManagedAccount } from '#customers/accounts/actions.ts'
import { openForCommand } from '#entry/installation.ts'
import { createDealer } from '#identity/dealers/actions.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { createUnit } from '#tracking/units/actions.ts'
import { configOf, type Site } from './site.ts'
import type { Version } from './versions.ts'

export const firstIdent = 356_307_042_000_000
const customPlan = '019a0000-0000-7000-8000-000000000104'
const anyTracker = 101

/** A client of a new dealer. */
export async function registerClient(ctx: Context, name = 'chaos', modules: readonly string[] = []) {
  const { dealerId, accessToken } = await createDealer(ctx, { name: 'Chaos', dialect: 'provider', isVerified: true })
  const call: Call = {
    ...ctx,
    dealer: dealerId,
    apps: dialects.provider.apps,
    actor: operator('chaos'),
    validate: (problems = []) => {
      if (problems[0]) throw new Error(problems[0].message)
    },
  }
  const plan = await createPlan(call, {
    managedPlanId: customPlan,
    appId: fleetApp,
    name: 'Chaos',
    quotas: { unit: 10_000, geofence: 0, unit_storage: 204_800 },
    modules,
    description: null,
  })
  const account = await createManagedAccount(call, {
    regApps: [fleetApp],
    title: 'Chaos',
    description: undefined,
    user: { name, loginKey: name, description: null },
    tariffPlans: { [fleetApp]: plan.id },
  })
  return {
    call,
    accessToken,
    async addUnit(ident: string, hwId = anyTracker): Promise<number> {
      const known = { accountId: account.id, appId: fleetApp, name: `Unit ${ident}`, description: undefined }
      return (await createUnit(call, { ...known, ident, hwId })).id
    },
  }
}

export interface Registered {
  readonly id: number
  readonly ident: string
}

/** Creates this many units for a client of a new dealer. */
export async function register(site: Site, count: number, name?: string, first = firstIdent): Promise<Registered[]> {
  const visit = await openForCommand(configOf(site))
  try {
    const { addUnit } = await registerClient(visit.ctx, name)
    const units: Registered[] = []
    for (let index = 0; index < count; index++) {
      const ident = String(first + index)
      units.push({ id: await addUnit(ident), ident })
    }
    return units
  } finally {
    await visit.close()
  }
}

/** Where `register` is in this version and in earlier ones. */
const places = ['machinery/registration.ts', 'storing/kill.ts', 'kill.ts']

/** A database of an older version is filled by that version's own code. */
export async function registerOf({ root, commit }: Version): Promise<typeof register> {
  const file = places.map((place) => join(root, 'server/chaos', place)).find((path) => existsSync(path))
  if (!file) throw new Error(`Version ${commit} cannot register units.`)
  return ((await import(file)) as { register: typeof register }).register
}
