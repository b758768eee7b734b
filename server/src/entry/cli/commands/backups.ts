/** Automatic backups on the command line, even on a machine that has only the key and the settings. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { asOperator } from '#kernel/audit/actions.ts'
import { openPlace, type Place } from '#kernel/backup/places.ts'
import { verifyBackup } from '#kernel/backup/read.ts'
import { endingOf } from '#kernel/backup/retention.ts'
import { fileTarget } from '#kernel/backup/write.ts'
import { masterKeyFile, openVault } from '#kernel/vault.ts'
import { startBackup } from '#portals/backups/actions.ts'
import { listRestoreTests, startRestoreTest } from '#portals/backups/restore-test.ts'
import { command, optional, required, type Tool } from '../command.ts'
import { moment, size } from '../print.ts'
import { file, text } from '../values.ts'
import { secretsOf } from './backup.ts'

const chunkBytes = 256 * 1024

/** The operator's settings are in the database. A new machine has none yet, so the environment names the place. */
async function placeOf(tool: Tool): Promise<Place> {
  if (tool.config.backups.to !== undefined) return openPlace(tool.config)
  const { ctx } = await tool.open()
  return openPlace(ctx.config)
}

const endingFor = ({ config: { dataFolder } }: Tool): string =>
  existsSync(masterKeyFile(dataFolder)) ? endingOf(openVault(dataFolder).fingerprint) : '.backup'

export const automaticBackupCommands = [
  command({
    name: 'backups list',
    about: 'Lists the automatic backups in their folder or storage, newest first.',
    async run(tool) {
      const place = await placeOf(tool)
      const found = await place.list(endingFor(tool))
      return found
        .toSorted((one, other) => (one.name < other.name ? 1 : -1))
        .map(({ name, bytes, at }) => ({ name, bytes, stored_at: Math.floor(at.getTime() / 1000), place: place.title }))
    },
    show: (found) =>
      found.length === 0
        ? 'There are no automatic backups yet.'
        : found.map((one) => `${one.name}  ${size(one.bytes)}  ${moment(one.stored_at)}  ${one.place}`).join('\n'),
  }),
  command({
    name: 'backups run',
    about: 'Creates an automatic backup now, reads it back, and waits until it is done.',
    async run(tool) {
      const { ctx } = await tool.open()
      if (ctx.config.backups.time === undefined) {
        throw new Error('Automatic backups are off. Set WAYMARK_BACKUP_TIME, or run: npx waymark backup')
      }
      tool.report('Making a backup …')
      const { name, finished } = await startBackup(asOperator(ctx, 'backups run'))
      const failure = await finished
      if (failure !== undefined) throw new Error(`The backup failed: ${failure}`)
      return { name, place: openPlace(ctx.config).title }
    },
    show: ({ name, place }) => `Made ${name} in ${place}, and read it back.`,
  }),
  command({
    name: 'backups test',
    about: 'Restores the newest automatic backup into a separate database, compares every row, and deletes the copy.',
    async run(tool) {
      const { ctx } = await tool.open()
      tool.report('Restoring …')
      const { id, backup, finished } = await startRestoreTest(asOperator(ctx, 'backups test'))
      const failure = await finished
      if (failure !== undefined) throw new Error(`The test restore of ${backup} failed: ${failure}`)
      const report = (await listRestoreTests(ctx)).find((one) => one.id === id)?.report
      return { backup, ...report! }
    },
    show: ({ backup, rows, tables, checksums, migrations, seconds }) =>
      `Restored ${rows.toLocaleString('en-US')} rows of ${tables} tables from ${backup} in ${seconds} s: ` +
      `${checksums} checksums and ${migrations} migrations match.`,
  }),
  command({
    name: 'backups fetch',
    about: 'Copies an automatic backup to a file for npx waymark restore, and checks every byte of it.',
    takes: {
      name: required(text('NAME', 200), 'The name of the backup, as shown by backups list.'),
      file: optional(file, 'The file. Default: the same name in the current folder.'),
    },
    async run(tool, given) {
      const place = await placeOf(tool)
      const source = place.source(given.name)
      const target = await fileTarget(resolve(given.file ?? given.name))
      let done = 0
      async function* counted() {
        for await (const chunk of source.read(chunkBytes)) {
          done += chunk.length
          tool.report(`${size(done)} …`)
          yield chunk
        }
      }
      const bytes = await target.put(counted(), tool.signal)
      tool.report(`Checking ${target.name} …`)
      const { at } = await verifyBackup(target.name, await secretsOf(tool.config))
      return { file: target.name, bytes, at }
    },
    show: ({ file: path, bytes }) =>
      `Copied ${size(bytes)} to ${path}, and checked them. To restore the backup: npx waymark restore ${path}`,
  }),
]
