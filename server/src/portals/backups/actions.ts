/** Makes backups, scheduled or on request: one at a time, read back before it counts and old ones are deleted. */
import { operatorAddresses } from '#identity/staff/actions.ts'
import { operatorPage } from '#identity/staff/set-up.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { readPassphrase, type Secrets } from '#kernel/backup/cipher.ts'
import { type KeptBackup, listBackups, nameOf } from '#kernel/backup/folder.ts'
import { readLastBackup, recordLastBackup } from '#kernel/backup/last.ts'
import { folderPlace, openPlace, type Place } from '#kernel/backup/places.ts'
import { verifyBackup } from '#kernel/backup/read.ts'
import { automaticName, endingOf, lastSlot, momentOf, namesToKeep } from '#kernel/backup/retention.ts'
import { type Target, writeBackup } from '#kernel/backup/write.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { runningEmbedded } from '#kernel/db/embedded/embedded.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, Refusal, refuse } from '#kernel/errors.ts'
import { postMails } from '#kernel/mail/outbox.ts'
import { type KnownBackup, latestOf, nextBackup } from './backup.ts'
import { backupFailedMail } from './mail.ts'
import * as store from './store.ts'

const aliveEveryMs = 2_000
const shownMax = 200
/** More than can fail in a day. */
const recentMax = 30

/** Files have the machine's time, even if a test installation simulates another day. */
const machineTime = () => new Date(performance.timeOrigin + performance.now())

/** A file that was not written to for this long was abandoned. */
const abandonedMs = 10 * 60_000

const isBeingWritten = ({ isWhole, at }: KeptBackup, now: Date) =>
  !isWhole && now.getTime() - at.getTime() < abandonedMs

/** Newest first: backups of the server, and those that commands have put into the data folder. */
export async function listKnown({ db, config }: Pick<Context, 'db' | 'config'>): Promise<KnownBackup[]> {
  const now = machineTime()
  const kept = await listBackups(config)
  const there = new Set(kept.map(({ name }) => name))
  const known = (await store.list(db, shownMax)).filter(
    ({ name, state, isAutomatic }) => isAutomatic || state !== 'done' || there.has(name),
  )
  const names = new Set(known.map(({ name }) => name))
  const files = kept.filter((file) => !names.has(file.name) && (file.isWhole || isBeingWritten(file, now)))
  const place = folderPlace(config, undefined).title
  const found = files.map(
    ({ name, isWhole, at, bytes }): KnownBackup => ({
      ...{ name, place, bytes, startedAt: at, finishedAt: isWhole ? at : null, state: isWhole ? 'done' : 'running' },
      ...{ isAutomatic: false, isEncrypted: null, verifiedAt: null },
      ...{ tableCount: null, rowCount: null, failure: null },
    }),
  )
  return [...known, ...found].toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
}

/** The operator's passphrase, or one derived from the master key. */
const writingSecret = async ({ config, vault }: Pick<Context, 'config' | 'vault'>): Promise<string> =>
  (await readPassphrase(config.backupPassphraseFile)) ?? vault.backupSecret

export const readingSecrets = async ({ config, vault }: Pick<Context, 'config' | 'vault'>): Promise<Secrets> => {
  const passphrase = await readPassphrase(config.backupPassphraseFile)
  return [...(passphrase === undefined ? [] : [passphrase]), vault.backupSecret]
}

export interface Started {
  readonly name: string
  /** For callers that wait. Resolves with the failure, if there was one. */
  readonly finished: Promise<string | undefined>
}

/**
 * Starts a backup and returns at once: it may take minutes. It goes to the place of automatic backups, or else into the
 * folder of backups, under a name of ours; the caller never chooses the path.
 */
export async function startBackup(acting: ActorContext): Promise<Started> {
  const { config, clock, db, vault } = acting
  const isAutomatic = config.backups.time !== undefined
  const place = isAutomatic ? openPlace(config) : folderPlace(config, undefined)
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (await runningEmbedded(config.dataFolder))
  if (url === undefined) return refuse('SERVICE_UNAVAILABLE', 'The database is not responding. Try again in a moment.')
  const passphrase = isAutomatic ? await writingSecret(acting) : await readPassphrase(config.backupPassphraseFile)
  const isWriting = !isAutomatic && (await listBackups(config)).some((one) => isBeingWritten(one, machineTime()))
  const isEncrypted = passphrase !== undefined
  await store.releaseAbandoned(db, clock.now())
  const { name, at } = await inTransaction(acting, async (ctx) => {
    for (let startedAt = isAutomatic ? clock.now() : machineTime(); ; ) {
      const name = isAutomatic ? automaticName(startedAt, vault.fingerprint) : nameOf(startedAt)
      const row = { name, place: place.title, isAutomatic, isEncrypted, startedAt }
      if (isWriting || (await store.isRunning(ctx.db))) conflict('A backup is running. Wait until it finishes.')
      if (await store.claim(ctx.db, row)) {
        await recordChange(ctx, { dealer: null, action: 'backups.start', subject: 'backup', after: { name } })
        return { name, at: startedAt }
      }
      // Names have whole seconds.
      startedAt = new Date(startedAt.getTime() + 1000)
    }
  })
  return { name, finished: make(acting, { name, place, at, url, passphrase, isAutomatic }) }
}

interface Plan {
  readonly name: string
  readonly place: Place
  readonly at: Date
  readonly url: string
  readonly passphrase: string | undefined
  readonly isAutomatic: boolean
}

async function make(acting: ActorContext, plan: Plan): Promise<string | undefined> {
  const { config, clock, log, vault } = acting
  const { name, place } = plan
  const stop = new AbortController()
  let bytes = 0
  const beat = whileAlive(() => store.stayAlive(acting.db, name, bytes), stop)
  try {
    if (plan.isAutomatic) await place.tidy(endingOf(vault.fingerprint))
    const target = counting(await place.target(name), (count) => {
      bytes += count
    })
    const about = { at: plan.at.toISOString(), fingerprint: vault.fingerprint }
    const { passphrase } = plan
    const written = await writeBackup(plan.url, target, about, { passphrase, signal: stop.signal })
    await verifyBackup(place.source(name), passphrase)
    stop.signal.throwIfAborted()
    const { tables } = written.closing
    const now = clock.now()
    await inTransaction(acting, async (ctx) => {
      await store.finish(ctx.db, name, {
        ...{ finishedAt: now, verifiedAt: now, bytes: written.bytes },
        ...{ tableCount: tables.length, rowCount: tables.reduce((sum, { rows }) => sum + rows, 0) },
      })
      const after = { name, bytes: written.bytes }
      await recordChange(ctx, { dealer: null, action: 'backups.finish', subject: 'backup', after })
    })
    await recordLastBackup(config, { file: place.addressOf(name), at: about.at })
    return undefined
  } catch (error) {
    const { message: failure } = error as Error
    log.error({ err: error, name }, 'A backup failed.')
    await recordFailure(acting, plan, failure).catch((err) => log.error({ err, name }, 'Failed to record a backup.'))
    return failure
  } finally {
    beat.end()
  }
}

/** Reports regularly that the work continues, and aborts it when another node has taken over. */
export function whileAlive(say: () => Promise<boolean>, stop: AbortController): { end(): void } {
  const timer = setInterval(async () => {
    // A database that is unavailable for a moment is no reason to stop.
    const isOurs = await say().catch(() => true)
    if (!isOurs) stop.abort(new Error('The server was paused for too long, and another took over.'))
  }, aliveEveryMs)
  return { end: () => clearInterval(timer) }
}

const counting = (target: Target, count: (bytes: number) => void): Target => ({
  name: target.name,
  put(bytes, signal) {
    async function* counted() {
      for await (const chunk of bytes) {
        count(chunk.length)
        yield chunk
      }
    }
    return target.put(counted(), signal)
  },
})

/** One email for each day's backup, however often it is tried. */
async function recordFailure(acting: ActorContext, plan: Plan, failure: string): Promise<void> {
  const { name, place } = plan
  await inTransaction(acting, async (ctx) => {
    const now = ctx.clock.now()
    if (!(await store.fail(ctx.db, name, failure, now))) return
    const after = { name, reason: failure, at: machineTime().toISOString() }
    await recordChange(ctx, { dealer: null, action: 'backups.fail', subject: 'backup', after })
    const { time } = ctx.config.backups
    if (!plan.isAutomatic || time === undefined) return
    const url = `${operatorPage(ctx)}#/backups`
    const failed = { installation: ctx.config.name, place: place.title, failure, url }
    const key = `backup-failed-${lastSlot(time, now).toISOString()}`
    const mails = (await operatorAddresses(ctx)).map(({ email: to, lang }) => ({
      ...backupFailedMail({ ...failed, lang }),
      to,
      key: `${key}-${to}`,
    }))
    await postMails(ctx, mails)
  })
}

export async function nextDue({ db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>) {
  const { time } = config.backups
  const now = clock.now()
  return time && nextBackup(time, now, await store.listAutomatic(db, now, recentMax))
}

/** Ends when the backup does. Its failure is stored in its row; the next attempt is due later. */
export async function makeDueBackup(acting: ActorContext): Promise<number> {
  await store.releaseAbandoned(acting.db, acting.clock.now())
  const due = await nextDue(acting)
  if (!due || due > acting.clock.now()) return 0
  const started = await startBackup(acting).catch((error) => {
    // Someone else has just started one.
    if (error instanceof Refusal && error.problems[0]?.code === 'CONFLICT') return undefined
    throw error
  })
  if (!started) return 0
  await started.finished
  return 1
}

export async function nextPruning(ctx: Pick<Context, 'db' | 'config' | 'clock'>): Promise<Date | undefined> {
  if (ctx.config.backups.time === undefined) return undefined
  const newest = await store.findUnpruned(ctx.db, ctx.clock.now(), openPlace(ctx.config).title)
  return newest?.verifiedAt ?? undefined
}

/** Deletes what is older than the retention, after a newer one was read back; and finds out what is in the place. */
export async function pruneBackups(acting: ActorContext): Promise<number> {
  const { db, config, clock, vault } = acting
  if (config.backups.time === undefined) return 0
  const place = openPlace(config)
  const newest = await store.findUnpruned(db, clock.now(), place.title)
  if (!newest) return 0
  const found = (await place.list(endingOf(vault.fingerprint))).flatMap((file) => {
    const startedAt = momentOf(file.name)
    return startedAt ? [{ ...file, startedAt }] : []
  })
  const names = found.map(({ name }) => name)
  if (!names.includes(newest.name)) {
    await store.markOneGone(db, newest.name, clock.now())
    throw new Error(`${place.addressOf(newest.name)} is gone. Find out who deletes backups; older ones are kept.`)
  }
  const unusable = new Set(await store.listUnusable(db, names))
  // Those dated in the future stay, but do not use up the days of the others.
  const kept = namesToKeep(
    names.filter((name) => name <= newest.name && !unusable.has(name)),
    config.backups.keep,
  )
  const removed = names.filter((name) => !kept.has(name) && name < newest.name)
  for (const name of removed) await place.remove(name)
  await inTransaction(acting, async (ctx) => {
    const there = found.filter(({ name }) => !removed.includes(name))
    const now = ctx.clock.now()
    await store.addFound(ctx.db, place.title, there)
    await store.markGone(
      ctx.db,
      place.title,
      there.map(({ name }) => name),
      now,
    )
    await store.markPruned(ctx.db, newest.name, now)
    if (removed.length === 0) return
    await recordChange(ctx, { dealer: null, action: 'backups.prune', subject: 'backup', after: { removed } })
  })
  return removed.length
}

/** The state of backups, for the doctor and for monitoring. */
export async function readState({ db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>) {
  const now = clock.now()
  const [last] = await store.listAutomatic(db, now, 1)
  const [lastTest] = await store.listTests(db, 1)
  const verified = await store.findVerified(db, now)
  const tested = await store.findGoodTest(db, now)
  const byCommand = await readLastBackup(config)
  const commandMs = byCommand ? Date.parse(byCommand.at) : 0
  const lastAt = Math.max(verified?.startedAt.getTime() ?? 0, commandMs > latestOf(now).getTime() ? 0 : commandMs)
  return {
    next: await nextDue({ db, config, clock }),
    last,
    lastTest,
    verified,
    future: await store.findFuture(db, now),
    tested,
    lastAt: lastAt === 0 ? undefined : new Date(lastAt),
  }
}
