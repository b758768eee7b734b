/** Saves, migrates and checks. Killed at any moment, it can be repeated, and can still go back to where it began. */
import { existsSync } from 'node:fs'
import { verifyBackup } from '#kernel/backup/read.ts'
import { migrate } from '#kernel/db/migrations/migrate.ts'
import { listMigrations } from '#kernel/db/migrations/migrations.ts'
import { release } from '#kernel/runtime/version.ts'
import type { Finding } from '#portals/operator/upkeep/upkeep.ts'
import { secretsOf } from '../commands/backup.ts'
import { examineInstallation } from '../commands/doctor.ts'
import { readRecord, type UpgradeRecord, writeRecord } from './record.ts'
import { backupFile, removeUnfinished, save, type Visit } from './visit.ts'

export interface Upgraded {
  readonly action: 'upgrade'
  readonly version: string
  /** Null: there was nothing to migrate, so nothing was saved. */
  readonly backup: string | null
  readonly migrations: readonly string[]
  /** False for a dry run. */
  readonly done: boolean
  readonly checks: readonly Finding[]
}

export async function goForward(visit: Visit, isDry: boolean): Promise<Upgraded> {
  const { tool, url, done } = visit
  const names = done.map(({ name }) => name)
  const known = listMigrations().map(({ name }) => name)
  if (names.some((name) => !known.includes(name))) {
    throw new Error(
      'The database belongs to a newer Waymark. Use that version’s command, or go back: npx waymark upgrade --back',
    )
  }
  const pending = known.filter((name) => !names.includes(name))
  const answer = { action: 'upgrade', version: release() } as const
  const record = await readRecord(tool.config)
  if (isDry) return { ...answer, backup: null, migrations: pending, done: false, checks: [] }
  if (pending.length === 0) {
    // It was interrupted after its last migration, or a start ran the rest.
    const isOver = record?.state === 'saved' && names.length > record.before.length
    if (isOver) await writeRecord(tool.config, { ...record, state: 'done' })
    const backup = isOver ? record.backup : null
    return { ...answer, backup, migrations: [], done: true, checks: await check(visit) }
  }
  const saved = (await begun(visit, record, pending)) ?? (await saveFirst(visit, record, pending))
  const onMigration = (name: string, number: number, of: number) =>
    tool.report(`Migration ${number} of ${of}: ${name} …`)
  const migrations = await migrate(url, { say: tool.report, onMigration })
  await writeRecord(tool.config, { ...saved, state: 'done' })
  return { ...answer, backup: saved.backup, migrations, done: true, checks: await check(visit) }
}

/**
 * The upgrade that was interrupted after some of its migrations: only its backup has the former state. If all of them
 * ran, it is complete, and this is the next one, with its own backup.
 */
async function begun(
  { tool, done }: Visit,
  record: UpgradeRecord | undefined,
  pending: readonly string[],
): Promise<UpgradeRecord | undefined> {
  if (record?.state !== 'saved' || done.length === record.before.length) return undefined
  if (record.migrations.every((name) => done.some((one) => one.name === name))) return undefined
  if (!existsSync(record.backup)) return undefined
  tool.report(`Checking ${record.backup} …`)
  await verifyBackup(record.backup, await secretsOf(tool.config))
  const all = { ...record, version: release(), migrations: [...new Set([...record.migrations, ...pending])] }
  await writeRecord(tool.config, all)
  return all
}

async function saveFirst(
  visit: Visit,
  last: UpgradeRecord | undefined,
  migrations: readonly string[],
): Promise<UpgradeRecord> {
  const { config } = visit.tool
  if (last?.state === 'saving') await removeUnfinished(last.backup)
  const backup = await backupFile(visit, 'before-upgrade')
  const before = visit.done.map(({ name }) => name)
  const record = { state: 'saving', version: release(), backup, before, migrations, kept: null } as const
  await writeRecord(config, record)
  await save(visit, backup)
  const saved = { ...record, state: 'saved' } as const
  await writeRecord(config, saved)
  return saved
}

function check({ tool }: Visit): Promise<readonly Finding[]> {
  tool.report('Checking the installation …')
  return examineInstallation(tool)
}
