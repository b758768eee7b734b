/** Checks that need no database: folders, keys, space, the last backup. */
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readLastBackup } from '../../backup/last.ts'
import type { Config } from '../../config.ts'
import { masterKeyFile, openVault } from '../../vault.ts'
import { bad, type Check, good } from './examine.ts'

const gibibyte = 1024 ** 3
/** Below this PostgreSQL may soon be unable to write, and recovering from a full disk is no fun. */
const freeBytesMin = 2 * gibibyte
const dayMs = 86_400_000
const backupDaysMax = 7

export const machineChecks: readonly Check<Config>[] = [
  {
    name: 'data folder',
    async run({ dataFolder, databaseUrl }) {
      const folder = await stat(dataFolder).catch(() => undefined)
      if (!folder?.isDirectory()) {
        return bad(`There is no folder ${dataFolder}. Start the server once (npm start), or set WAYMARK_DATA.`)
      }
      const me = process.getuid?.()
      if (me !== 0 && folder.uid !== me) {
        return bad(
          `${dataFolder} belongs to another user (number ${folder.uid}). Run this, and the server, as that user.`,
        )
      }
      const isWritable = await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      )
      if (!isWritable) return bad(`${dataFolder} is not writable. Give its owner the rights: chmod u+rwx ${dataFolder}`)
      const cluster = databaseUrl ? undefined : await stat(join(dataFolder, 'postgres')).catch(() => undefined)
      if (cluster && cluster.mode & 0o027) {
        const path = join(dataFolder, 'postgres')
        return bad(`Others may look into ${path}, and PostgreSQL will not start: chmod 700 ${path}`)
      }
      return good(`${dataFolder} is there and writable.`)
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
      if (trouble === 'EACCES') return bad(`${file} is not yours to read. Run this as the user who runs the server.`)
      if (trouble) {
        return bad(
          `There is no key at ${file}. If it was lost, put back your copy; a new installation makes one itself.`,
        )
      }
      for (const [path, mode] of [
        [file, 0o600],
        [dirname(file), 0o700],
      ] as const) {
        if ((await stat(path)).mode & 0o077) return bad(`Others may read ${path}: chmod ${mode.toString(8)} ${path}`)
      }
      // Throws its own sentence when the file holds something else.
      const { fingerprint } = openVault(dataFolder)
      return good(`The key ${fingerprint} is there, and nobody else can read it.`)
    },
  },
  {
    name: 'disk space',
    async run({ dataFolder }) {
      const disk = await statfs(dataFolder).catch(() => undefined)
      // Without the folder, the first check has said so.
      if (!disk) return undefined
      const { bavail, blocks, bsize } = disk
      const free = bavail * bsize
      const says = `${(free / gibibyte).toFixed(1)} GiB (${Math.round((bavail / blocks) * 100)} %) are free.`
      return free < freeBytesMin ? bad(`${says} Make room, or move the data folder to a larger disk.`) : good(says)
    },
  },
  {
    name: 'last backup',
    async run(config) {
      const last = await readLastBackup(config)
      if (last) {
        const days = (Date.now() - Date.parse(last.at)) / dayMs
        const says = `The last backup was made ${daysAgo(days)}: ${last.file}.`
        return days > backupDaysMax ? bad(`${says} Make another: npx waymark backup`) : good(says)
      }
      // The key is as old as the installation.
      const key = await stat(masterKeyFile(config.dataFolder)).catch(() => undefined)
      const days = key ? (Date.now() - key.mtimeMs) / dayMs : 0
      const says = 'No backup was made yet.'
      return days > backupDaysMax ? bad(`${says} Make one: npx waymark backup`) : good(`${says} Make one this week.`)
    },
  },
]

const daysAgo = (days: number) => (days < 1 ? 'less than a day ago' : `${Math.floor(days)} days ago`)
