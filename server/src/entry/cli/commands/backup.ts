import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPassphrase, type Secrets } from '#kernel/backup/cipher.ts'
import { makeFolder, nameOf } from '#kernel/backup/folder.ts'
import { recordLastBackup } from '#kernel/backup/last.ts'
import type { Progress } from '#kernel/backup/options.ts'
import { openPlace } from '#kernel/backup/places.ts'
import { checkBackup, type Query, restoreBackup } from '#kernel/backup/restore.ts'
import { writeBackup } from '#kernel/backup/write.ts'
import type { Config } from '#kernel/config/config.ts'
import { runningEmbedded, startEmbedded } from '#kernel/db/embedded/embedded.ts'
import { masterKeyFile, openVault } from '#kernel/vault.ts'
import { turnBackupsOff } from '#portals/operator/settings/settings-actions.ts'
import { command, flag, optional, required, type Tool } from '../command.ts'
import { size } from '../print.ts'
import { file } from '../values.ts'

export const backupCommands = [
  command({
    name: 'backup',
    about: 'Saves the whole database to one file. The server can keep running.',
    takes: { file: optional(file, 'The file, or a folder for it. Default: a new file in the data folder.') },
    async run(tool, given) {
      const { ctx, databaseUrl } = await tool.open()
      const at = new Date()
      const target = await targetOf(tool.config, given.file, at)
      const about = { at: at.toISOString(), fingerprint: ctx.vault.fingerprint }
      const passphrase = await readPassphrase(tool.config.backupPassphraseFile)
      const { file, bytes, closing } = await writeBackup(databaseUrl, target, about, { ...optionsOf(tool), passphrase })
      await recordLastBackup(tool.config, { file, at: about.at })
      return {
        file,
        bytes,
        at: about.at,
        tables: closing.tables.length,
        rows: sum(closing.tables.map(({ rows }) => rows)),
        key_file: masterKeyFile(tool.config.dataFolder),
        key_fingerprint: about.fingerprint,
        encrypted: passphrase !== undefined,
      }
    },
    show: (backup) =>
      `Saved ${count(backup.rows)} rows of ${backup.tables} tables in ${backup.file} (${size(backup.bytes)}).\n` +
      `Keep ${backup.key_file} too, in another place: without this key you cannot restore the backup.` +
      (backup.encrypted ? '\nThe backup is encrypted: keep its passphrase too, in another place.' : ''),
  }),
  command({
    name: 'restore',
    about: 'Restores a backup into the empty database of this installation. Stop the server first.',
    takes: { file: required(file, 'The backup.') },
    options: { replace: flag('Erases the database before restoring.') },
    async run(tool, { file, replace }) {
      const path = resolve(file)
      tool.report(`Checking ${path} …`)
      const passphrase = await secretsOf(tool.config)
      const keyFile = masterKeyFile(tool.config.dataFolder)
      const opening = await checkBackup(path, fingerprintOf(tool.config), keyFile, passphrase)
      const database = await openDatabase(tool)
      try {
        let backupTime: string | undefined
        const beforeCommit = async (query: Query) => {
          backupTime = await turnBackupsOff(query)
        }
        const options = { ...optionsOf(tool), passphrase, isReplacing: replace, beforeCommit }
        const { closing, migrations } = await restoreBackup(database.url, path, opening, options)
        const rows = sum(closing.tables.map((table) => table.rows))
        return {
          ...{ file: path, at: opening.at, tables: closing.tables.length, rows, migrations },
          automatic_backups: backupsAfter(tool.config, backupTime),
        }
      } finally {
        await database.close()
      }
    },
    show: ({ rows, tables, at, automatic_backups: { says } }) =>
      `Restored ${count(rows)} rows of ${tables} tables, as they were at ${at}. Start the server.` +
      (says === null ? '' : `\n${says}`),
  }),
]

/** A copy next to the original must not delete its backups. Only the environment can still enable them. */
function backupsAfter(config: Config, storedTime: string | undefined) {
  const turnedOff = storedTime ?? null
  if (config.backups.time !== undefined) {
    const says =
      `Warning: WAYMARK_BACKUP_TIME is set in the environment, so this installation makes automatic backups in ${openPlace(config).title} ` +
      'and deletes old ones there. If the original is still in use, remove that setting or change WAYMARK_BACKUP_TO before you start the server.'
    return { on: true, turned_off: turnedOff, says }
  }
  const says =
    storedTime === undefined
      ? null
      : 'Automatic backups are off now, so that a copy does not delete the backups of the original. To turn them on again, ' +
        `use Settings → Backups in the operator console, or run: npx waymark settings set WAYMARK_BACKUP_TIME ${storedTime}`
  return { on: false, turned_off: turnedOff, says }
}

async function targetOf(config: Config, given: string | undefined, at: Date): Promise<string> {
  const name = nameOf(at)
  if (given !== undefined) return existsSync(given) && statSync(given).isDirectory() ? join(given, name) : given
  return join(await makeFolder(config), name)
}

/** The operator's passphrase, and what automatic backups are encrypted with if there is none. */
export async function secretsOf({ backupPassphraseFile, dataFolder }: Config): Promise<Secrets> {
  const passphrase = await readPassphrase(backupPassphraseFile)
  if (!existsSync(masterKeyFile(dataFolder))) return passphrase
  return [...(passphrase === undefined ? [] : [passphrase]), openVault(dataFolder).backupSecret]
}

export const fingerprintOf = ({ dataFolder }: Config): string | undefined =>
  existsSync(masterKeyFile(dataFolder)) ? openVault(dataFolder).fingerprint : undefined

/** Unlike other commands, this needs no existing data: a restore may be the first thing on a new machine. */
export async function openDatabase({ config, report }: Tool): Promise<{ url: string; close(): Promise<void> }> {
  const running = config.databaseDirectUrl ?? config.databaseUrl ?? (await runningEmbedded(config.dataFolder))
  if (running !== undefined) return { url: running, close: async () => {} }
  const { url, stop } = await startEmbedded(config.dataFolder, { log: report })
  return { url, close: stop }
}

export const optionsOf = ({ signal, report }: Tool) => ({
  signal,
  onProgress: ({ table, rows }: Progress) => report(rows === 0 ? `${table} …` : `${table}: ${count(rows)} rows …`),
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
export const count = (number: number) => number.toLocaleString('en-US')
