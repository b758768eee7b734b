import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Check } from '../check.ts'
import { Cluster } from '../machinery/cluster.ts'
import { startFleet } from '../machinery/ledger.ts'
import { aSite } from '../machinery/site.ts'
import { teltonikaOffset } from '../machinery/tracker.ts'
import { addGeofence, compareWithOrderedRun, isComputed } from './ordered-run.ts'

const patienceMs = 60_000

export const nodes: Check = {
  name: 'nodes',
  about:
    'Runs several nodes on one external PostgreSQL. Trackers move between them at random and repeat what was acknowledged; ' +
    'nodes are killed with kill -9. Every acknowledged record must be stored, none twice, latest values must be the latest, ' +
    'and trips and visits must equal those of one run over all messages in their order.',
  numbers: { nodes: 3, cycles: 30, trackers: 30 },
  async run({ number }, say) {
    const cycles = number('cycles')
    const folder = mkdtempSync(join(tmpdir(), 'waymark-nodes-'))
    // As root, PostgreSQL runs as another user, who must be able to enter.
    chmodSync(folder, 0o755)
    const cluster = await Cluster.create(folder)
    await cluster.start()
    await cluster.sql('create database waymark')
    const settings = { WAYMARK_DATABASE_URL: cluster.url('waymark') }
    const sites = await Promise.all(Array.from({ length: number('nodes') }, () => aSite({ settings })))
    const [first, ...others] = sites
    try {
      await first!.start()
      for (const site of others) {
        // All nodes of an installation have one key.
        cpSync(join(first!.dataFolder, 'keys'), join(site.dataFolder, 'keys'), { recursive: true })
        await site.start()
      }
      const ports = sites.map(({ gatewayPort }) => gatewayPort + teltonikaOffset)
      const fleet = await startFleet(first!, number('trackers'), { ports })
      await addGeofence(cluster, fleet.firstTime)
      let stuck = 0
      for (let cycle = 1; cycle <= cycles; cycle++) {
        if (!(await fleet.goesOn(patienceMs))) stuck += 1
        const victim = sites[Math.floor(Math.random() * sites.length)]!
        await victim.killWaymark()
        await wait(Math.random() * 1000)
        await victim.start()
        if (cycle % 5 === 0) say(`${cycle} of ${cycles} kills, ${fleet.acknowledged()} records acknowledged`)
      }
      say('Letting the trackers finish …')
      await fleet.finish()
      // Latest values may be gathered for a second.
      await wait(3_000)
      const { acknowledged, doubled, lost, behind } = await fleet.compare()
      say('Letting the nodes compute …')
      const isLate = !(await isComputed(cluster))
      for (const site of sites) await site.stop()
      const { results, different } = await compareWithOrderedRun(first!)
      const crashed = sites.reduce((sum, site) => sum + site.crashes(), 0)
      const wrong = doubled + lost.length + behind + stuck + crashed + different
      const pass = acknowledged > 0 && results > 0 && wrong === 0 && !isLate
      const stored = { acknowledged, lost: lost.length, doubled, behind, stuck, crashed }
      return { pass, nodes: sites.length, cycles, ...stored, results, different, is_late: isLate }
    } finally {
      for (const site of sites) {
        await site.stop()
        site.remove()
      }
      await cluster.end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
