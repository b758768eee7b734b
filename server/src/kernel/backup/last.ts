/** Which backup was the last, wherever it is stored, so that its age can be monitored. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'

export interface LastBackup {
  readonly file: string
  /** ISO 8601, UTC. */
  readonly at: string
}

const fileOf = ({ dataFolder }: Config) => join(dataFolder, 'backups', 'last.json')

export async function recordLastBackup(config: Config, last: LastBackup): Promise<void> {
  await mkdir(join(config.dataFolder, 'backups'), { recursive: true, mode: 0o700 })
  // Half of it could not be read, by monitoring at this moment or by anyone after a crash.
  const unfinished = `${fileOf(config)}.${randomUUID()}.tmp`
  await writeFile(unfinished, `${JSON.stringify(last)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, fileOf(config))
}

export async function readLastBackup(config: Config): Promise<LastBackup | undefined> {
  const text = await readFile(fileOf(config), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
