/**
 * What the last upgrade began with, in a file of the data folder: a restored database would have forgotten it. It is on
 * the disk before the step that it describes.
 */
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#kernel/config/config.ts'

export interface UpgradeRecord {
  /**
   * `saving`: the backup is being written. `saved`: it is complete, and migrations may have run. `done`: all of them
   * have. `going back`: the current state is saved in `kept`. `back`: the database is as it was before.
   */
  readonly state: 'saving' | 'saved' | 'done' | 'going back' | 'back'
  /** The release that upgraded. */
  readonly version: string
  readonly backup: string
  /** Names of the migrations that had run before. */
  readonly before: readonly string[]
  /** Names of the migrations that it runs. */
  readonly migrations: readonly string[]
  /** The backup of the state before going back. */
  readonly kept: string | null
}

const fileOf = ({ dataFolder }: Config) => join(dataFolder, 'upgrade.json')

export async function readRecord(config: Config): Promise<UpgradeRecord | undefined> {
  const text = await readFile(fileOf(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return text === undefined ? undefined : JSON.parse(text)
}

export async function writeRecord(config: Config, record: UpgradeRecord): Promise<void> {
  const path = fileOf(config)
  const file = await open(`${path}.tmp`, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(record, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.tmp`, path)
  const folder = await open(config.dataFolder, 'r')
  await folder.sync().finally(() => folder.close())
}
