/** `npx waymark upgrade` of an older version's installation, killed wherever possible, and back again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { writeBackup } from '#kernel/backup/write.ts'
import { listMigrations } from '#kernel/db/migrations/migrations.ts'
import { openVault } from '#kernel/vault.ts'
import { endHalted, haltAt, release, untilHalted } from '#testing/faults/halted-migration.ts'
import { until } from '#testing/until.ts'
import type { Check, Say } from '../check.ts'
import { Cluster } from '../machinery/cluster.ts'
import { type Fleet, startFleet } from '../machinery/ledger.ts'
import { registerOf } from '../machinery/registration.ts'
import { aSite, type Site } from '../machinery/site.ts'
import { startTracker, teltonikaOffset } from '../machinery/tracker.ts'
import { commitBefore, thisVersionWith, type Version, versionAt } from '../machinery/versions.ts'

/** The first migration after Waymark could be set up in a browser and installed from a package. */
const firstSincePackages = '0090-settings.sql'
const everyThird = 3

export const upgradeKilled: Check = {
  name: 'upgrade-killed',
  about:
    'Fills an installation of an older version through trackers, then runs npx waymark upgrade and kills it (kill -9) while it ' +
    'saves and at every migration, every third time with PostgreSQL. No message may be lost or changed. New messages come, and ' +
    'upgrade --back, killed once, must announce exactly those and restore every row of before, on which the older version runs.',
  numbers: { messages: 100_000, trackers: 40 },
  texts: { from: 'the older version, as a commit; by default the one before packages and set-up in the browser' },
  async run({ number, text }, say) {
    const older = versionAt(text('from') ?? commitBefore(firstSincePackages))
    const newer = thisVersionWith({})
    const folder = mkdtempSync(join(tmpdir(), 'waymark-upgrade-'))
    chmodSync(folder, 0o755)
    const cluster = await Cluster.create(folder)
    await cluster.start()
    await cluster.sql('create database waymark')
    const url = cluster.url('waymark')
    const site = await aSite({ settings: { WAYMARK_DATABASE_URL: url }, root: older.root })
    const sites = [site]
    try {
      const run: Run = { older, newer, cluster, url, site, say }
      const fleet = await fill(run, number('trackers'), number('messages'))
      const rows = await tableDigests(run)
      const killed = await upgradeWithKills(run)
      const afterUpgrade = await tableDigests(run)
      const compared = await fleet.compare()
      say(`Upgraded. ${compared.acknowledged} messages acknowledged, ${compared.lost.length} lost`)

      const onSameData = { WAYMARK_DATA: site.dataFolder, WAYMARK_DATABASE_URL: url }
      const upgraded = await aSite({ settings: onSameData, root: newer.root })
      sites.push(upgraded)
      const since = await sendMore(upgraded, fleet)
      const asked = JSON.parse((await waymark(run, '--back', '--json')).out)
      await killBack(run)
      const back = await waymark(run, '--back', '--yes', '--json')
      if (back.code !== 0) throw new Error(`It did not go back: ${back.err}`)
      const now = await tableDigests(run)
      const different = Object.keys({ ...rows, ...now }).filter((table) => rows[table] !== now[table])
      say(`Went back. Tables that are not as before: ${different.join(', ') || 'none'}`)
      const olderServed = await sendMore(site, fleet)

      const changed = rows.message_chunks === afterUpgrade.message_chunks ? 0 : 1
      const isAnnounced = asked.done === false && asked.losses.messages === since
      const bad = compared.lost.length + compared.doubled + changed + different.length
      return {
        pass: compared.acknowledged >= number('messages') && bad === 0 && isAnnounced && since > 0 && olderServed > 0,
        ...{ from: older.commit, migrations: killed.migrations },
        ...{ killed_upgrade: killed.kills, killed_postgres: killed.postgres, killed_back: 1 },
        ...{ messages: compared.acknowledged, lost: compared.lost.length, doubled: compared.doubled, changed },
        ...{ messages_since: since, announced_by_back: asked.losses.messages, tables_not_as_before: different.length },
        tables: Object.keys(now).length,
        older_version_served: olderServed,
      }
    } finally {
      for (const one of sites) {
        await one.killWaymark()
        one.remove()
      }
      await cluster.end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
      older.remove()
      newer.remove()
    }
  },
}

interface Run {
  readonly older: Version
  readonly newer: Version
  readonly cluster: Cluster
  readonly url: string
  readonly site: Site
  readonly say: Say
}

/** Its own code fills it, through its own gateway. */
async function fill({ older, site, say }: Run, trackers: number, messages: number): Promise<Fleet> {
  await site.start()
  const fleet = await startFleet(site, trackers, { pauseMs: 0 }, await registerOf(older))
  for (let said = 0; fleet.acknowledged() < messages; await wait(200)) {
    if (Date.now() - said < 5_000) continue
    said = Date.now()
    say(`${older.commit}: ${fleet.acknowledged()} of ${messages} messages acknowledged`)
  }
  await fleet.finish()
  // Projections and latest values take a moment.
  await wait(3_000)
  await site.stop()
  return fleet
}

function startUpgrade({ newer, site }: Run, ...words: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['server/src/entry/cli/main.ts', 'upgrade', ...words], {
    cwd: newer.root,
    env: { ...process.env, ...site.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function waymark(run: Run, ...words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const child = startUpgrade(run, ...words)
  let [out, err] = ['', '']
  child.stdout!.on('data', (chunk) => {
    out += chunk
  })
  child.stderr!.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, out, err }
}

async function kill(child: ChildProcess): Promise<void> {
  const over = once(child, 'exit')
  child.kill('SIGKILL')
  await over
}

async function upgradeWithKills(run: Run): Promise<{ migrations: number; kills: number; postgres: number }> {
  const { cluster, url, older, site, say } = run
  const pending = listMigrations().filter(({ name }) => !older.migrations.includes(name))
  const [first] = await messagesOf(run)
  const backups = join(site.dataFolder, 'backups')
  const saving = startUpgrade(run)
  const isSaving = () => existsSync(backups) && readdirSync(backups).some((name) => name.endsWith('.tmp'))
  await until('The backup', isSaving)
  await kill(saving)
  say('Killed while it saved')
  let postgres = 0
  for (const [index, { name }] of pending.entries()) {
    await haltAt(url, name)
    const child = startUpgrade(run)
    await untilHalted(url)
    await kill(child)
    if (index % everyThird === everyThird - 1) {
      await cluster.end('SIGKILL')
      await cluster.start()
      postgres += 1
    } else {
      await endHalted(url)
    }
    const [now] = await messagesOf(run)
    if (now!.digest !== first!.digest) throw new Error(`Messages changed when ${name} was killed.`)
    say(`Killed at ${name} (${index + 1} of ${pending.length}): ${now!.count} messages, as before`)
  }
  await release(url)
  const { code, err } = await waymark(run, '--json')
  if (code !== 0) throw new Error(`The upgrade failed: ${err}`)
  return { migrations: pending.length, kills: pending.length + 1, postgres }
}

const messagesOf = ({ cluster }: Run) =>
  cluster.sql(
    'select sum(count)::int as count, sum(hashtextextended(m::text, 0))::text as digest from message_chunks m',
    'waymark',
  )

/** Through the server of this site; returns the number of acknowledged messages. */
async function sendMore(site: Site, { units, firstTime }: Fleet): Promise<number> {
  await site.start()
  const [unit] = units
  const tracker = startTracker(unit!.ident, site.gatewayPort + teltonikaOffset, firstTime + 40_000)
  await until('An acknowledgement', () => tracker.acknowledged.size >= 100)
  await tracker.finish()
  await site.stop()
  return tracker.acknowledged.size
}

/** During the restore: its transaction is rolled back. */
async function killBack(run: Run): Promise<void> {
  const child = startUpgrade(run, '--back', '--yes')
  const restoring = "from pg_stat_activity where query ilike 'copy % from stdin%' and pid <> pg_backend_pid()"
  await until('The restore', async () => (await run.cluster.sql(`select ${restoring}`, 'waymark')).length > 0, 300_000)
  await kill(child)
  await until(
    'The end of the restore',
    async () => (await run.cluster.sql(`select ${restoring}`, 'waymark')).length === 0,
  )
  run.say('Killed while it went back')
}

/** Of every table, as a backup reads it. */
async function tableDigests({ url, site }: Run): Promise<Readonly<Record<string, string>>> {
  const { fingerprint } = openVault(site.dataFolder)
  const file = join(site.dataFolder, `digests-${Date.now()}.backup`)
  const { closing } = await writeBackup(url, file, { at: new Date().toISOString(), fingerprint })
  rmSync(file)
  return Object.fromEntries(closing.tables.map(({ name, digest }) => [name, digest]))
}
