import { setTimeout as wait } from 'node:timers/promises'
import { createPlan } from '#billing/plans/actions.ts'
import { createManagedAccount } from '#customers/accounts/actions.ts'
import { openForCommand } from '#entry/installation.ts'
import { createDealer } from '#identity/dealers/actions.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { parseConfig } from '#kernel/config/config.ts'
import type { Call } from '#kernel/context.ts'
import { readMessages } from '#tracking/messages/actions.ts'
import { createUnit } from '#tracking/units/actions.ts'
import type { Check, Say } from '../check.ts'
import { aSite, type Site } from '../machinery/site.ts'
import { startTracker } from '../machinery/tracker.ts'

export const kill: Check = {
  name: 'kill',
  about:
    'Kills Waymark and its PostgreSQL with kill -9 at random moments while trackers send. Every acknowledged record must be ' +
    'stored, and none twice.',
  numbers: { cycles: 60, trackers: 40 },
  switches: {
    'ack-early': 'moves the acknowledgement before the commit; the run then passes when it sees the loss',
  },
  async run({ seed, number, isOn }, say) {
    const isAckEarly = isOn('ack-early')
    const result = await killCycles({
      cycles: number('cycles'),
      trackers: number('trackers'),
      seed,
      isAckEarly,
      say,
    })
    const isSound = result.lost === 0 && result.doubled === 0 && result.crashed === 0 && result.acknowledged > 0
    return { ...result, pass: isAckEarly ? result.lost > 0 : isSound }
  },
}

interface KillOptions {
  readonly cycles: number
  readonly trackers: number
  readonly seed: number
  readonly isAckEarly: boolean
  readonly say: Say
}

interface KillResult {
  readonly cycles: number
  readonly killed_waymark: number
  readonly killed_postgres: number
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  /** How often Waymark ended on its own when only PostgreSQL was killed. */
  readonly crashed: number
}

export const teltonikaOffset = 27

async function killCycles({ cycles, trackers, seed, isAckEarly, say }: KillOptions): Promise<KillResult> {
  const random = randomFrom(seed)
  const site = await aSite(isAckEarly ? { planted: 'ack-early' } : {})
  let killedWaymark = 0
  let killedPostgres = 0
  try {
    await site.start()
    const units = await register(site, trackers)
    const firstTime = Math.floor(Date.now() / 1000) - 80_000
    const fleet = units.map(({ ident }) => startTracker(ident, site.gatewayPort + teltonikaOffset, firstTime))
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await wait(300 + random() * 1500)
      if (random() < 0.3) {
        site.killPostgres()
        killedPostgres += 1
      } else {
        await site.killWaymark()
        killedWaymark += 1
        // Sometimes both at once, so that nothing can shut down cleanly.
        if (random() < 0.2) site.killPostgres()
        await site.start()
      }
      const acknowledged = fleet.reduce((sum, tracker) => sum + tracker.acknowledged.size, 0)
      if (cycle % 5 === 0) say(`${cycle} of ${cycles} cycles, ${acknowledged} records acknowledged`)
    }
    say('Letting the trackers finish …')
    await Promise.all(fleet.map((tracker) => tracker.finish()))
    await site.ready()
    const visit = await openForCommand(configOf(site))
    let [lost, doubled, acknowledged] = [0, 0, 0]
    try {
      for (const [index, { id }] of units.entries()) {
        const stored = await timesOf(visit.ctx, id)
        const known = new Set(stored)
        doubled += stored.length - known.size
        for (const at of fleet[index]!.acknowledged) if (!known.has(at)) lost += 1
        acknowledged += fleet[index]!.acknowledged.size
      }
    } finally {
      await visit.close()
    }
    const killed = { killed_waymark: killedWaymark, killed_postgres: killedPostgres }
    return { cycles, ...killed, acknowledged, lost, doubled, crashed: site.crashes() }
  } finally {
    await site.stop()
    site.remove()
  }
}

export async function timesOf(ctx: Parameters<typeof readMessages>[0], unitId: number): Promise<number[]> {
  const text = (await readMessages(ctx, unitId, Number.MAX_SAFE_INTEGER, false)).toString()
  return (JSON.parse(text) as { timestamp: number }[]).map(({ timestamp }) => timestamp)
}

export const configOf = (site: Site) => parseConfig(site.environment)

/** Creates this many units in an account of a new dealer. */
export async function register(
  site: Site,
  count: number,
  name = 'chaos',
  firstIdent = 356_307_042_000_000,
): Promise<{ id: number; ident: string }[]> {
  const visit = await openForCommand(configOf(site))
  try {
    const { dealerId } = await createDealer(visit.ctx, { name: 'Chaos', dialect: 'provider', isVerified: true })
    const call: Call = {
      ...visit.ctx,
      dealer: dealerId,
      apps: dialects.provider.apps,
      actor: operator('chaos'),
      validate: (problems = []) => {
        if (problems[0]) throw new Error(problems[0].message)
      },
    }
    const plan = await createPlan(call, {
      managedPlanId: '019a0000-0000-7000-8000-000000000104',
      appId: fleetApp,
      name: 'Chaos',
      quotas: { unit: 10_000, geofence: 0, unit_storage: 204_800 },
      modules: [],
      description: null,
    })
    const account = await createManagedAccount(call, {
      regApps: [fleetApp],
      title: 'Chaos',
      description: undefined,
      user: { name, loginKey: name, description: null },
      tariffPlans: { [fleetApp]: plan.id },
    })
    const units: { id: number; ident: string }[] = []
    for (let index = 0; index < count; index++) {
      const ident = String(firstIdent + index)
      const input = {
        accountId: account.id,
        appId: fleetApp,
        name: `Unit ${index}`,
        ident,
        hwId: 101,
        description: undefined,
      }
      units.push({ id: (await createUnit(call, input)).id, ident })
    }
    return units
  } finally {
    await visit.close()
  }
}

/** The same seed gives the same moments (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
