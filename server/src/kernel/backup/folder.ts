/** The default folder of backups. Names sort by time, so they are easy to distinguish. */
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'

export const folderOf = ({ dataFolder }: Pick<Config, 'dataFolder'>): string => join(dataFolder, 'backups')

export const nameOf = (at: Date): string =>
  `waymark-${at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}.backup`

export async function makeFolder(config: Pick<Config, 'dataFolder'>): Promise<string> {
  const folder = folderOf(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

export interface KeptBackup {
  readonly name: string
  /** False: it is being written, or was when the machine went down. */
  readonly isWhole: boolean
  readonly bytes: number
  readonly at: Date
}

/** Newest first. Ignores other files. */
export async function listBackups(config: Pick<Config, 'dataFolder'>): Promise<KeptBackup[]> {
  const folder = folderOf(config)
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.backup(\.tmp)?$/.test(name))
  const kept = await Promise.all(
    names.map(async (name) => {
      // It may have been deleted or renamed to its final name since the folder was read.
      const file = await stat(join(folder, name)).catch(() => undefined)
      return (
        file && { name: name.replace(/\.tmp$/, ''), isWhole: !name.endsWith('.tmp'), bytes: file.size, at: file.mtime }
      )
    }),
  )
  return kept.filter((one) => one !== undefined).toSorted((one, other) => other.at.getTime() - one.at.getTime())
}
