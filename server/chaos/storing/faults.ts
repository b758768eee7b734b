import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Check } from '../check.ts'
import { Cluster } from '../machinery/cluster.ts'
import { startFleet } from '../machinery/ledger.ts'
import { aSite } from '../machinery/site.ts'
import { type Fault, faults as kinds } from './fault-kinds.ts'

const recoveryMs = 60_000

export const faults: Check = {
  name: 'faults',
  about:
    'Makes every class of SQL error and every table of a flush fail in turn while trackers send; also a full disk, a read-only ' +
    'database, a clock that jumps, damaged pages and no file descriptors. Every acknowledged record must be stored.',
  numbers: { ms: 700, trackers: 12, from: 1, to: kinds.length },
  switches: {
    'quarantine-all': 'takes every SQL error for the fault of a message; the run then passes when it sees the loss',
  },
  async run({ number, isOn }, say) {
    const isPlanted = isOn('quarantine-all')
    const chosen = kinds.slice(number('from') - 1, number('to'))
    const folder = mkdtempSync(join(tmpdir(), 'waymark-faults-'))
    // As root, PostgreSQL runs as another user, who must be able to enter.
    chmodSync(folder, 0o755)
    const disk = mountDisk(folder)
    if (!disk) say('Cannot mount a separate disk without root: skipping the full disk.')
    const cluster = await Cluster.create(disk ?? folder)
    const clockFile = join(folder, 'clock')
    await cluster.start()
    await cluster.sql('create database waymark')
    const site = await aSite({
      clockFile,
      ...(isPlanted && { planted: 'quarantine-all' }),
      settings: {
        WAYMARK_DATABASE_URL: cluster.url('waymark'),
        // Each fault is logged many times; the figures are compared at the end.
        WAYMARK_LOG: 'silent',
      },
    })
    const wrong: string[] = []
    /** The acknowledgements of each tracker when each fault began. */
    const begun: number[][] = []
    try {
      await site.start()
      const fleet = await startFleet(site, number('trackers'), { pauseMs: 50 })
      await fleet.goesOn(recoveryMs)
      for (const [index, fault] of chosen.entries()) {
        begun.push(fleet.trackers.map(({ acknowledged }) => acknowledged.size))
        const undo = await fault.inject({ site, cluster, fleet, clockFile, disk })
        await wait(fault.name.startsWith('the clock') ? 12_000 : number('ms'))
        if (fault.isHarmless && !(await fleet.goesOn(recoveryMs))) wrong.push(`${fault.name}: trackers were not served`)
        await retried(undo)
        if (!(await fleet.goesOn(recoveryMs))) wrong.push(`${fault.name}: trackers were not served afterwards`)
        if ((index + 1) % 10 === 0 || chosen.length < 20)
          say(`${index + 1} of ${chosen.length} faults (${fault.name}), ${fleet.acknowledged()} records acknowledged`)
      }
      say('Letting the trackers finish …')
      await fleet.finish()
      const during = (tracker: number, place: number): Fault | undefined =>
        chosen[begun.findLastIndex((sizes) => sizes[tracker]! <= place)]
      const { lost } = await fleet.compare()
      const causes = new Map<string, number>()
      for (const { tracker, place } of lost) {
        const fault = during(tracker, place)
        if (fault?.isAboutValues && !isPlanted) continue
        const name = fault?.name ?? 'before the first fault'
        causes.set(name, (causes.get(name) ?? 0) + 1)
      }
      for (const [name, count] of causes) wrong.push(`${name}: ${count} acknowledged and not stored`)
      const inQuarantine = Number((await cluster.sql('select count(*) from quarantine', 'waymark'))[0]?.count)
      if (inQuarantine > 0 && !isPlanted) replayQuarantine(site.environment)
      const final = await fleet.compare()
      const notStored = isPlanted ? lost.length : final.lost.length
      const figures = {
        faults: chosen.length,
        ...(disk ? {} : { left_out: 'the full disk' }),
        acknowledged: final.acknowledged,
        quarantined: inQuarantine,
        lost: notStored,
        doubled: final.doubled,
        crashed: site.crashes(),
        wrong,
      }
      const isSound = final.acknowledged > 0 && wrong.length + notStored + final.doubled + site.crashes() === 0
      return { ...figures, pass: isPlanted ? notStored > 0 : isSound }
    } finally {
      await site.stop()
      site.remove()
      await cluster.end('SIGKILL')
      if (disk) spawnSync('umount', ['--lazy', disk])
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** A disk in memory that can be filled without harm. Undefined: not allowed here. */
function mountDisk(folder: string): string | undefined {
  const disk = join(folder, 'disk')
  mkdirSync(disk, { mode: 0o755 })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6g,mode=755', 'waymark-faults', disk]).status === 0
    ? disk
    : undefined
}

/** A database that has just come back may refuse the first attempt. */
async function retried(undo: () => Promise<unknown>): Promise<void> {
  for (let left = 40; ; left--) {
    try {
      await undo()
      return
    } catch (error) {
      if (left === 0) throw error
      await wait(250)
    }
  }
}

/** As an operator would. */
function replayQuarantine(environment: Readonly<Record<string, string>>): void {
  const root = join(import.meta.dirname, '../../..')
  const { status, stderr } = spawnSync(process.execPath, ['server/bin/waymark.mjs', 'quarantine', 'replay'], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  if (status !== 0) throw new Error(`The quarantine was not replayed: ${stderr}`)
}
