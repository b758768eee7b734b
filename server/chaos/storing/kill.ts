import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '#entry/simulation/random.ts'
import type { Check, Say } from '../check.ts'
import { startFleet } from '../machinery/ledger.ts'
import { aSite } from '../machinery/site.ts'

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

async function killCycles({ cycles, trackers, seed, isAckEarly, say }: KillOptions): Promise<KillResult> {
  const random = randomFrom(String(seed))
  const site = await aSite(isAckEarly ? { planted: 'ack-early' } : {})
  let killedWaymark = 0
  let killedPostgres = 0
  try {
    await site.start()
    const fleet = await startFleet(site, trackers)
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
      if (cycle % 5 === 0) say(`${cycle} of ${cycles} cycles, ${fleet.acknowledged()} records acknowledged`)
    }
    say('Letting the trackers finish …')
    await fleet.finish()
    await site.ready()
    const { acknowledged, lost, doubled } = await fleet.compare()
    const killed = { killed_waymark: killedWaymark, killed_postgres: killedPostgres }
    return { cycles, ...killed, acknowledged, lost: lost.length, doubled, crashed: site.crashes() }
  } finally {
    await site.stop()
    site.remove()
  }
}
