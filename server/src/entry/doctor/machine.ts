/** Checks that need no database: folders, keys, space, the last backup. */
import { randomUUID } from 'node:crypto'
import { access, constants, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readLastBackup } from '#kernel/backup/last.ts'
import type { Config } from '#kernel/config/config.ts'
import { readRoom, watermarkOf } from '#kernel/runtime/disk.ts'
import { masterKeyFile, openVault } from '#kernel/vault.ts'
import { bad, type Check, good } from './check.ts'

const gibibyte = 1024 ** 3
const dayMs = 86_400_000
const backupDaysMax = 7
/** Clocks differ a little. */
const daysAheadMax = 1 / 24

export const machineChecks: readonly Check<Config>[] = [
  {
    name: 'data folder',
    async run({ dataFolder, databaseUrl }) {
      // A failing disk is a different problem from a missing folder, and has its own sentence.
      const folder = await stat(dataFolder).catch(ifMissing)
      if (!folder?.isDirectory()) {
        return bad(`There is no folder ${dataFolder}. Start the server once, or set WAYMARK_DATA.`)
      }
      const me = process.getuid?.()
      if (me !== 0 && folder.uid !== me) {
        return bad(`${dataFolder} belongs to another user (ID ${folder.uid}). Run this, and the server, as that user.`)
      }
      const isWritable = await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      )
      if (!isWritable)
        return bad(`${dataFolder} is not writable. Give its owner full access: chmod u+rwx ${dataFolder}`)
      await tryWriting(dataFolder)
      const cluster = databaseUrl ? undefined : await stat(join(dataFolder, 'postgres')).catch(ifMissing)
      if (cluster && cluster.mode & 0o027) {
        const path = join(dataFolder, 'postgres')
        return bad(`Other users have access to ${path}, so PostgreSQL will not start. Run: chmod 700 ${path}`)
      }
      return good(`${dataFolder} exists, and what is written to it reaches the disk.`)
    },
  },
  {
    name: 'key',
    async run({ dataFolder }) {
      const file = masterKeyFile(dataFolder)
      const trouble = await access(file, constants.R_OK).then(
        () => undefined,
        (error) => error.code,
      )
      if (trouble === 'EACCES') return bad(`No permission to read ${file}. Run this as the user who runs the server.`)
      if (trouble) {
        return bad(
          `There is no key at ${file}. Restore your copy of it. A new installation creates its key at the first start.`,
        )
      }
      for (const [path, mode] of [
        [file, 0o600],
        [dirname(file), 0o700],
      ] as const) {
        if ((await stat(path)).mode & 0o077)
          return bad(`Other users have access to ${path}. Run: chmod ${mode.toString(8)} ${path}`)
      }
      // Throws its own sentence if the file contains something else.
      const { fingerprint } = openVault(dataFolder)
      return good(`The key ${fingerprint} is present and readable only by its owner.`)
    },
  },
  {
    name: 'disk space',
    async run(config) {
      const room = await readRoom(config.dataFolder)
      // Without the folder, the first check has already said so.
      if (!room) return undefined
      const { freeBytes, totalBytes } = room
      const says = `${(freeBytes / gibibyte).toFixed(1)} GiB (${Math.round((freeBytes / totalBytes) * 100)} %) are free.`
      const mark = watermarkOf(config, totalBytes)
      if (freeBytes < mark) return bad(`${says} Trackers are refused until there is enough again. Free some space.`)
      // Time enough to do something about it.
      return freeBytes < 2 * mark
        ? bad(`${says} Free some space, or move the data folder to a larger disk.`)
        : good(says)
    },
  },
  {
    name: 'last backup',
    async run(config) {
      // Automatic ones have their own check.
      if (config.backups.time !== undefined) return undefined
      const last = await readLastBackup(config)
      if (last) {
        const days = (Date.now() - Date.parse(last.at)) / dayMs
        const says = `The last backup was made ${daysAgo(days)}: ${last.file}.`
        if (days < -daysAheadMax) {
          return bad(
            `The last backup is dated in the future: ${last.file}. Check the clock of this machine, then make another: npx waymark backup`,
          )
        }
        return days > backupDaysMax ? bad(`${says} Make another: npx waymark backup`) : good(says)
      }
      // The key is as old as the installation.
      const key = await stat(masterKeyFile(config.dataFolder)).catch(() => undefined)
      const days = key ? (Date.now() - key.mtimeMs) / dayMs : 0
      const says = 'There is no backup yet.'
      return days > backupDaysMax ? bad(`${says} Make one: npx waymark backup`) : good(`${says} Make one this week.`)
    },
  },
]

/** Throws the disk's error. */
async function tryWriting(folder: string): Promise<void> {
  const path = join(folder, `doctor-${randomUUID()}.tmp`)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.write('x')
    await file.sync()
  } finally {
    await file.close().catch(() => {})
    await rm(path, { force: true })
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

function daysAgo(days: number): string {
  if (days < 1) return 'less than a day ago'
  return days < 2 ? 'a day ago' : `${Math.floor(days)} days ago`
}
