/**
 * Restores the newest automatic backup into a separate PostgreSQL in the data folder, and compares every row. The
 * installation's database is not touched. Afterwards the copy is deleted.
 */
import { existsSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { operatorAddresses } from '#identity/staff/actions.ts'
import { operatorPage } from '#identity/staff/set-up.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { openPlace } from '#kernel/backup/places.ts'
import { checkBackup, type Restored, restoreBackup } from '#kernel/backup/restore.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { removeEmbedded, startEmbedded } from '#kernel/db/embedded/embedded.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict } from '#kernel/errors.ts'
import { postMails } from '#kernel/mail/outbox.ts'
import { watermarkOf } from '#kernel/runtime/disk.ts'
import { masterKeyFile } from '#kernel/vault.ts'
import { readingSecrets, whileAlive } from './actions.ts'
import { type KnownBackup, latestOf, nextRestoreTest, type RestoreReport } from './backup.ts'
import { restoreTestFailedMail } from './mail.ts'
import * as store from './store.ts'

const shownTables = 12
const folderOf = ({ dataFolder }: Context['config']) => join(dataFolder, 'restore-test')

const newestOf = ({ db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>) =>
  store.findVerified(db, clock.now(), openPlace(config).title)

export async function nextTest(ctx: Pick<Context, 'db' | 'config' | 'clock'>): Promise<Date | undefined> {
  if (ctx.config.backups.time === undefined) return undefined
  const [last] = await store.listTests(ctx.db, 1)
  const isFuture = last && last.state !== 'running' && last.startedAt > latestOf(ctx.clock.now())
  return nextRestoreTest(ctx.config.backups.testDays, await newestOf(ctx), isFuture ? undefined : last)
}

export async function runDueTest(acting: ActorContext): Promise<number> {
  await store.releaseAbandoned(acting.db, acting.clock.now())
  const due = await nextTest(acting)
  if (!due || due > acting.clock.now()) {
    await removeLeft(acting)
    return 0
  }
  const { finished } = await startRestoreTest(acting)
  await finished
  return 1
}

/** A killed node has left its copy, and perhaps the server on it. */
async function removeLeft({ db, config }: Pick<Context, 'db' | 'config'>): Promise<void> {
  if (!existsSync(folderOf(config))) return
  const [last] = await store.listTests(db, 1)
  if (last?.state !== 'running') await removeEmbedded(folderOf(config))
}

export interface StartedTest {
  readonly id: number
  readonly backup: string
  /** Resolves with the failure, if there was one. */
  readonly finished: Promise<string | undefined>
}

export async function startRestoreTest(acting: ActorContext): Promise<StartedTest> {
  const backup = await newestOf(acting)
  if (!backup) return conflict('There is no automatic backup yet. Set a time for backups, or create one.')
  await store.releaseAbandoned(acting.db, acting.clock.now())
  const id = await inTransaction(acting, async (ctx) => {
    const claimed = await store.claimTest(ctx.db, backup, ctx.clock.now())
    if (claimed === undefined) return conflict('A test restore is running. Wait until it finishes.')
    const after = { name: backup.name }
    await recordChange(ctx, { dealer: null, action: 'backups.test', subject: 'backup', after })
    return claimed
  })
  return { id, backup: backup.name, finished: test(acting, id, backup) }
}

async function test(acting: ActorContext, id: number, backup: KnownBackup): Promise<string | undefined> {
  const { db, log, clock } = acting
  const stop = new AbortController()
  const beat = whileAlive(() => store.keepTestAlive(db, id), stop)
  try {
    const report = await restoreAside(acting, backup, stop.signal)
    await store.finishTest(db, id, { report }, clock.now())
    return undefined
  } catch (error) {
    const { message: failure } = error as Error
    log.error({ err: error, backup: backup.name }, 'A test restore failed.')
    await recordFailure(acting, id, backup, failure).catch((err) =>
      log.error({ err }, 'Failed to record a test restore.'),
    )
    return failure
  } finally {
    beat.end()
  }
}

async function restoreAside(acting: ActorContext, backup: KnownBackup, signal: AbortSignal): Promise<RestoreReport> {
  const { config, vault, log } = acting
  const folder = folderOf(config)
  const startedMs = performance.now()
  const source = openPlace(config).source(backup.name)
  const passphrase = await readingSecrets(acting)
  const opening = await checkBackup(source, vault.fingerprint, masterKeyFile(config.dataFolder), passphrase)
  if (existsSync(folder)) await removeEmbedded(folder)
  await requireRoom(acting, backup)
  try {
    const server = await startEmbedded(folder, { log: (sentence) => log.info(sentence), durable: false })
    try {
      const restored = await restoreBackup(server.url, source, opening, { passphrase, signal, isReplacing: false })
      return reportOf(restored, backup, (performance.now() - startedMs) / 1000)
    } finally {
      await server.stop()
    }
  } finally {
    await removeEmbedded(folder)
  }
}

/** The restored copy is about as large as the database. It must not use up the space that trackers need. */
async function requireRoom({ db, config }: Pick<Context, 'db' | 'config'>, { bytes }: KnownBackup): Promise<void> {
  const needed = Math.max(1.2 * (await store.databaseBytes(db)), 4 * (bytes ?? 0))
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
  const disk = await statfs(config.dataFolder)
  const free = disk.bavail * disk.bsize - 2 * watermarkOf(config, disk.blocks * disk.bsize)
  if (free >= needed) return
  const gigabytes = (size: number) => (Math.max(0, size) / 1e9).toFixed(1)
  throw new Error(
    `There is not enough disk space for a copy of the database: it needs ${gigabytes(needed)} GB in ${config.dataFolder}, ` +
      `and ${gigabytes(free)} GB are available. Free some space, or turn test restores off.`,
  )
}

/** The rows were compared with their checksums during the restore; otherwise there is no report. */
function reportOf({ opening, closing, migrations }: Restored, backup: KnownBackup, seconds: number): RestoreReport {
  const rows = closing.tables.reduce((sum, table) => sum + table.rows, 0)
  if (backup.rowCount !== null && rows !== backup.rowCount) {
    throw new Error(`The backup has ${rows} rows, but ${backup.rowCount} were saved.`)
  }
  const largest = closing.tables
    .map(({ name: table, rows: count }) => ({ table, rows: count }))
    .toSorted((one, other) => other.rows - one.rows)
  return {
    ...{ at: opening.at, bytes: backup.bytes ?? 0, tables: closing.tables.length, rows },
    ...{ checksums: closing.tables.length, postgres: opening.postgres },
    ...{ migrations: opening.migrations.length, newMigrations: migrations.length },
    ...{ seconds: Math.round(seconds * 10) / 10, largest: largest.slice(0, shownTables) },
  }
}

async function recordFailure(acting: ActorContext, id: number, { name }: KnownBackup, failure: string): Promise<void> {
  await inTransaction(acting, async (ctx) => {
    await store.finishTest(ctx.db, id, { failure }, ctx.clock.now())
    const url = `${operatorPage(ctx)}#/backups`
    const failed = { installation: ctx.config.name, backup: name, failure, url }
    const mails = (await operatorAddresses(ctx)).map(({ email: to, lang }) => ({
      ...restoreTestFailedMail({ ...failed, lang }),
      to,
      key: `restore-test-failed-${id}-${to}`,
    }))
    await postMails(ctx, mails)
  })
}

export const listRestoreTests = ({ db }: Pick<Context, 'db'>) => store.listTests(db, 20)
