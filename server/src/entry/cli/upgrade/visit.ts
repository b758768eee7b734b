/** The database as an upgrade uses it: of any version, and by one upgrade at a time. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readPassphrase } from '#kernel/backup/cipher.ts'
import { makeFolder, nameOf } from '#kernel/backup/folder.ts'
import { recordLastBackup } from '#kernel/backup/last.ts'
import { verifyBackup } from '#kernel/backup/read.ts'
import { openClient } from '#kernel/backup/schema.ts'
import { writeBackup } from '#kernel/backup/write.ts'
import { openVault, type Vault } from '#kernel/vault.ts'
import type { Tool } from '../command.ts'
import { openDatabase, optionsOf, secretsOf } from '../commands/backup.ts'
import { requireKey } from '../run.ts'

export type Client = Awaited<ReturnType<typeof openClient>>

const upgradeLock = 7_229_031

export interface Visit {
  readonly tool: Tool
  readonly url: string
  readonly client: Client
  readonly vault: Vault
  /** Names of the migrations that have run, with what each requires older versions to know. */
  readonly done: readonly { readonly name: string; readonly needs: string | null }[]
}

export async function visit<R>(tool: Tool, work: (visit: Visit) => Promise<R>): Promise<R> {
  const { config } = tool
  requireKey(config)
  const vault = openVault(config.dataFolder)
  const { url, close } = await openDatabase(tool)
  try {
    const client = await openClient(url, tool.signal)
    try {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [upgradeLock])
      if (!rows[0].mine) throw new Error('Another upgrade is running on this database. Wait until it ends.')
      const done = await readDone(client)
      await requireOwnKey(client, vault)
      return await work({ tool, url, client, vault, done })
    } finally {
      await client.end()
    }
  } finally {
    await close()
  }
}

async function readDone(client: Client): Promise<Visit['done']> {
  const { rows: columns } = await client.query(
    "select attname as name from pg_attribute where attrelid = to_regclass('migrations') and attnum > 0",
  )
  if (columns.length === 0) {
    throw new Error('The database has no tables of Waymark yet. There is nothing to upgrade: start the server.')
  }
  const needs = columns.some(({ name }) => name === 'needs') ? 'needs' : 'null as needs'
  return (await client.query(`select name, ${needs} from migrations order by name`)).rows
}

/** A backup with another key could not be restored. */
async function requireOwnKey(client: Client, { fingerprint }: Vault): Promise<void> {
  const { rows: found } = await client.query("select to_regclass('installation') as name")
  if (found[0].name === null) return
  const { rows } = await client.query('select vault_fingerprint as key from installation')
  if (rows.length === 0 || rows[0].key === fingerprint) return
  throw new Error('keys/master.key is not the key of this database. Put back the original file, then upgrade.')
}

export async function backupFile({ tool: { config } }: Visit, what: string): Promise<string> {
  const name = nameOf(new Date()).replace(/\.backup$/, `-${what}.backup`)
  return join(await makeFolder(config), name)
}

/** Always encrypted, as automatic backups are, and verified before it counts. */
export async function save({ tool, url, vault }: Visit, file: string): Promise<void> {
  const { config } = tool
  const at = new Date().toISOString()
  const passphrase = (await readPassphrase(config.backupPassphraseFile)) ?? vault.backupSecret
  tool.report(`Saving the database to ${file} …`)
  await writeBackup(url, file, { at, fingerprint: vault.fingerprint }, { ...optionsOf(tool), passphrase })
  tool.report(`Checking ${file} …`)
  await verifyBackup(file, await secretsOf(config))
  await recordLastBackup(config, { file, at })
}

/** What a killed upgrade has left of its backup. */
export const removeUnfinished = (file: string): Promise<void> => rm(`${file}.tmp`, { force: true })
