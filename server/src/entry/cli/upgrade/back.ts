/** Restores the database as it was before the last upgrade, after saving its current state. */
import { existsSync } from 'node:fs'
import { checkBackup, restoreBackup } from '#kernel/backup/restore.ts'
import { masterKeyFile } from '#kernel/vault.ts'
import { fingerprintOf, optionsOf, secretsOf } from '../commands/backup.ts'
import { findLosses, type Losses } from './losses.ts'
import { readRecord, type UpgradeRecord, writeRecord } from './record.ts'
import { backupFile, removeUnfinished, save, type Visit } from './visit.ts'

export interface WentBack {
  readonly action: 'back'
  /** False: nothing was changed, because it was not confirmed. */
  readonly done: boolean
  readonly backup: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly losses: Losses
  /** True: the older version also runs on the current database, so nothing is lost. */
  readonly older_version_fits: boolean
  /** A backup of the state before going back. */
  readonly kept: string | null
}

export async function goBack(visit: Visit, isConfirmed: boolean): Promise<WentBack> {
  const { tool, client, url, done } = visit
  const { config } = tool
  const record = requireUpgrade(await readRecord(config), done)
  const passphrase = await secretsOf(config)
  tool.report(`Checking ${record.backup} …`)
  const opening = await checkBackup(record.backup, fingerprintOf(config), masterKeyFile(config.dataFolder), passphrase)
  tool.report('Counting changes since then …')
  const options = { ...optionsOf(tool), passphrase }
  const losses = await findLosses(client, record.backup, opening, options)
  const answer = {
    ...({ action: 'back', backup: record.backup, at: opening.at, losses } as const),
    older_version_fits: done.every(
      ({ name, needs }) => record.before.includes(name) || needs === null || record.before.includes(needs),
    ),
  }
  if (!isConfirmed) return { ...answer, done: false, kept: null }
  // It was killed after the commit.
  if (record.state === 'going back' && done.length === record.before.length) {
    await writeRecord(config, { ...record, state: 'back' })
    return { ...answer, done: true, kept: record.kept }
  }
  await refuseWhileServing(visit)
  if (record.kept !== null) await removeUnfinished(record.kept)
  const kept = await backupFile(visit, 'before-going-back')
  await writeRecord(config, { ...record, kept })
  await save(visit, kept)
  await writeRecord(config, { ...record, state: 'going back', kept })
  tool.report('Restoring …')
  await restoreBackup(url, record.backup, opening, { ...options, isReplacing: true, isMigrating: false })
  await writeRecord(config, { ...record, state: 'back', kept })
  return { ...answer, done: true, kept }
}

function requireUpgrade(record: UpgradeRecord | undefined, done: Visit['done']): UpgradeRecord {
  const instead = 'To restore another backup, run: npx waymark restore FILE --replace'
  if (record === undefined || record.state === 'saving') {
    throw new Error(`There is no upgrade here to go back from. ${instead}`)
  }
  if (record.state === 'back') throw new Error(`The database is already as it was before the upgrade. ${instead}`)
  if (!existsSync(record.backup)) {
    throw new Error(`The backup ${record.backup}, made before the upgrade, is missing. Put it back there. ${instead}`)
  }
  if (record.state === 'saved' && done.length === record.before.length) {
    throw new Error(`The upgrade has not changed the database yet, so there is nothing to go back from. ${instead}`)
  }
  // A start migrates too, and leaves no record.
  const later = done.find(({ name }) => !record.before.includes(name) && !record.migrations.includes(name))
  if (later) {
    throw new Error(`The database was migrated again since the last upgrade (${later.name}). ${instead}`)
  }
  return record
}

/** Before the backup, which may take long. */
async function refuseWhileServing({ client }: Visit): Promise<void> {
  const { rows } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name = 'waymark' limit 1",
  )
  if (rows.length > 0) throw new Error('Waymark is running on this database. Stop it, then run this command again.')
}
