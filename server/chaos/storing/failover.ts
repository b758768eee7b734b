import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Check } from '../check.ts'
import { Cluster, Relay } from '../machinery/cluster.ts'
import { startFleet } from '../machinery/ledger.ts'
import { openPooler } from '../machinery/pooler.ts'
import { aSite } from '../machinery/site.ts'

const patienceMs = 60_000

export const failover: Check = {
  name: 'failover',
  about:
    'Uses an external PostgreSQL with a synchronous standby. Kills the primary under load; the standby is promoted and gets ' +
    'its own standby. Every acknowledged record must be stored, and none twice.',
  numbers: { cycles: 60, trackers: 30 },
  switches: {
    hosts: 'names primary and standby in the URL instead of one address that always leads to the primary',
    session: 'connects through PgBouncer in session mode',
    transaction: 'connects through PgBouncer in transaction mode',
  },
  async run({ number, isOn }, say) {
    const cycles = number('cycles')
    const folder = mkdtempSync(join(tmpdir(), 'waymark-failover-'))
    // As root, PostgreSQL runs as another user, who must be able to enter.
    chmodSync(folder, 0o755)
    const first = await Cluster.create(folder)
    let primary = first
    await primary.start()
    await primary.sql('create database waymark')
    // Two addresses that stay, whatever the ports of the clusters behind them.
    const relays = [await Relay.open(primary.port), await Relay.open(primary.port)] as const
    const ports = isOn('hosts') ? relays.map(({ port }) => port) : [relays[0].port]
    const mode = isOn('session') ? 'session' : isOn('transaction') ? 'transaction' : undefined
    const pooler = mode && (await openPooler(folder, mode, relays[0].port))
    const direct = primary.url('waymark', ...ports)
    const settings = {
      WAYMARK_DATABASE_URL: pooler ? primary.url('waymark', pooler.port) : direct,
      ...(mode === 'transaction' && { WAYMARK_DATABASE_DIRECT_URL: direct }),
    }
    const site = await aSite({ settings })
    let standby: Cluster | undefined
    try {
      await site.start()
      const fleet = await startFleet(site, number('trackers'))
      let stuck = 0
      for (let cycle = 1; cycle <= cycles; cycle++) {
        standby = await primary.addStandby(`standby${cycle}`)
        if (isOn('hosts')) relays[cycle % 2 === 1 ? 1 : 0].moveTo(standby.port)
        if (!(await fleet.goesOn(patienceMs))) stuck += 1
        await wait(Math.random() * 1000)
        await primary.end(cycle % 2 === 0 ? 'SIGKILL' : 'SIGQUIT')
        await standby.promote()
        if (!isOn('hosts')) relays[0].moveTo(standby.port)
        primary.remove()
        primary = standby
        standby = undefined
        if (!(await fleet.goesOn(patienceMs))) stuck += 1
        if (cycle % 5 === 0) say(`${cycle} of ${cycles} failovers, ${fleet.acknowledged()} records acknowledged`)
      }
      say('Letting the trackers finish …')
      await fleet.finish()
      const { acknowledged, doubled, lost } = await fleet.compare()
      const crashed = site.crashes()
      const pass = acknowledged > 0 && doubled + lost.length + stuck + crashed === 0
      return { pass, cycles, acknowledged, lost: lost.length, doubled, stuck, crashed }
    } finally {
      await site.stop()
      site.remove()
      await pooler?.close()
      for (const relay of relays) relay.close()
      await standby?.end('SIGKILL')
      await primary.end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
