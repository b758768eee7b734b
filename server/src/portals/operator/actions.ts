/** The installation as a whole, for the platform team. Actions on dealers and plans live in their own rooms. */
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type CatalogueModel, manufacturers, models, protocolByName, protocols, spoken } from '@waymark/devices'
import { createDealer } from '#identity/dealers/actions.ts'
import { inviteByOperator } from '#identity/staff/actions.ts'
import { listLagging } from '#insights/projections/actions.ts'
import type { DialectName } from '#kernel/api/dialects.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { readPassphrase } from '#kernel/backup/cipher.ts'
import { type KeptBackup, listBackups, makeFolder, nameOf } from '#kernel/backup/folder.ts'
import { readLastBackup, recordLastBackup } from '#kernel/backup/last.ts'
import { writeBackup } from '#kernel/backup/write.ts'
import type { ActorContext, Context, PublicCall } from '#kernel/context.ts'
import { runningEmbedded } from '#kernel/db/embedded.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { isAddress } from '#kernel/email-address.ts'
import { conflict, invalidField, refuse } from '#kernel/errors.ts'
import type { Job } from '#kernel/jobs/job.ts'
import { countMails } from '#kernel/mail/outbox.ts'
import * as store from './store.ts'

export interface NewDealer {
  readonly name: string
  readonly dialect: DialectName
  readonly isVerified: boolean
  readonly owner: { readonly email: string; readonly name: string } | undefined
}

/** Creates the first token too and, if named, invites the first owner. */
export const openDealer = (caller: PublicCall, { owner, ...dealer }: NewDealer) =>
  inTransaction(caller, async (call) => {
    call.validate(
      owner && !isAddress(owner.email) ? [invalidField('owner.email', 'owner.email must be an e-mail address.')] : [],
    )
    const made = await createDealer(call, dealer)
    const invited = owner && (await inviteByOperator(call, made.dealerId, { ...owner, role: 'owner' }))
    return { ...made, invitationUrl: invited?.url ?? null }
  })

export interface JobState {
  readonly name: string
  readonly everySeconds: number
  readonly waitsForOthers: boolean
  readonly nextDue: Date | undefined
  readonly lagSeconds: number
}

/** A job lags while due work waits. Periodic upkeep never lags. */
export async function readJobs(acting: ActorContext, jobs: readonly Job[]): Promise<JobState[]> {
  const now = acting.clock.now().getTime()
  return Promise.all(
    jobs.map(async ({ name, everySeconds = 1, waitsForOthers = false, nextDue }) => {
      const due = await nextDue(acting)
      return {
        name,
        everySeconds,
        waitsForOthers,
        nextDue: due,
        lagSeconds: due === undefined ? 0 : Math.max(0, (now - due.getTime()) / 1000),
      }
    }),
  )
}

/** For monitoring: read now and then, so the jobs are asked one after the other. */
export async function readVitals(acting: ActorContext, jobs: readonly Job[]) {
  const now = acting.clock.now().getTime()
  const lags = new Map<string, number>()
  for (const { name, nextDue } of jobs) {
    const due = await nextDue(acting)
    lags.set(name, due === undefined ? 0 : Math.max(0, (now - due.getTime()) / 1000))
  }
  const last = await readLastBackup(acting.config)
  const projections = await listLagging(acting, 0)
  return { ...(await store.readWaiting(acting.db)), lags, projections, lastBackupAt: last && new Date(last.at) }
}

/** What each dealer has here, for monitoring. */
export const readDealerUse = ({ db, clock }: Pick<Context, 'db' | 'clock'>) => store.readDealerUse(db, clock.now())

export async function readHealth(ctx: Pick<Context, 'db' | 'clock' | 'config'>) {
  const [storage, ingest, mails, disk] = await Promise.all([
    store.readStorage(ctx.db),
    store.readIngest(ctx.db, ctx.clock.now()),
    countMails(ctx),
    // With an external database the folder holds only keys and backups, and may not exist.
    statfs(ctx.config.dataFolder).catch(() => undefined),
  ])
  const mailsIn = (state: string) => mails.find((one) => one.state === state)
  return {
    storage: {
      ...storage,
      disk: disk ? { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize } : null,
    },
    ingest,
    mail: {
      waiting: mailsIn('waiting')?.count ?? 0,
      failed: mailsIn('failed')?.count ?? 0,
      oldestWaiting: mailsIn('waiting')?.oldest ?? null,
    },
    signUpApps: ctx.config.signUpApps,
  }
}

export type CatalogueEntry = CatalogueModel & { readonly maker: string; readonly units: number }

export async function readCatalogue(ctx: Pick<Context, 'db'>) {
  const units = await store.countByModel(ctx.db)
  const makers = new Map(manufacturers.map(({ id, title }) => [id, title]))
  const entries: CatalogueEntry[] = models.map((model) => ({
    ...model,
    maker: makers.get(model.manufacturerId) ?? '',
    units: units.get(model.id) ?? 0,
  }))
  const unitsOf = (protocol: string) =>
    entries.filter((entry) => entry.protocol === protocol).reduce((sum, entry) => sum + entry.units, 0)
  return {
    manufacturers: manufacturers.length,
    models: entries,
    protocols: protocols.map((protocol) => ({
      ...protocolByName(protocol.name),
      isSpoken: spoken.some(({ name }) => name === protocol.name),
      models: entries.filter((entry) => entry.protocol === protocol.name).length,
      units: unitsOf(protocol.name),
    })),
  }
}

export interface BackupState {
  readonly name: string
  readonly state: 'done' | 'running' | 'failed'
  readonly bytes: number
  readonly at: Date
  readonly failure: string | null
}

/** As the audit log keeps it. */
interface FailedBackup {
  readonly name: string
  readonly reason: string
  readonly at: string
}

/** Files have the time of the machine, whatever day a test installation says it is. */
const machineTime = () => new Date(performance.timeOrigin + performance.now())

/** A file not written to for this long was abandoned. */
const abandonedMs = 10 * 60_000

const isRunning = ({ isWhole, at }: KeptBackup, now: Date) => !isWhole && now.getTime() - at.getTime() < abandonedMs

/** Backups in the folder, newest first, and the last failure if no backup succeeded since. */
export async function readBackups({ db, config }: Pick<Context, 'db' | 'config'>): Promise<BackupState[]> {
  const now = machineTime()
  const kept = await listBackups(config)
  const states = kept.flatMap((one): BackupState[] => {
    const isBeingMade = isRunning(one, now)
    if (!one.isWhole && !isBeingMade) return []
    return [{ name: one.name, state: one.isWhole ? 'done' : 'running', bytes: one.bytes, at: one.at, failure: null }]
  })
  const failed = (await store.findLastFailure(db))?.after as FailedBackup | undefined
  const last = states[0]
  if (!failed || (last && last.at > new Date(failed.at))) return states
  return [{ name: failed.name, state: 'failed', bytes: 0, at: new Date(failed.at), failure: failed.reason }, ...states]
}

/**
 * Begins a backup as the command does and returns when it has begun: it may take minutes. It goes into the folder of
 * backups under a name of ours; the caller never chooses the path. `finished` is for callers that wait.
 */
export async function startBackup(acting: ActorContext): Promise<{ name: string; finished: Promise<void> }> {
  const { config, log, vault } = acting
  const at = machineTime()
  if ((await listBackups(config)).some((one) => isRunning(one, at)))
    conflict('A backup is running. Wait until it finishes.')
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (await runningEmbedded(config.dataFolder))
  if (url === undefined) return refuse('SERVICE_UNAVAILABLE', 'The database is not responding. Try again in a moment.')
  const name = nameOf(at)
  const about = { at: at.toISOString(), fingerprint: vault.fingerprint }
  const target = join(await makeFolder(config), name)
  const passphrase = await readPassphrase(config.backupPassphraseFile)
  await recordChange(acting, { dealer: null, action: 'backups.start', subject: 'backup', after: { name } })
  const finished = writeBackup(url, target, about, { passphrase }).then(
    async ({ file, bytes }) => {
      await recordLastBackup(config, { file, at: about.at })
      await recordChange(acting, { dealer: null, action: 'backups.finish', subject: 'backup', after: { name, bytes } })
    },
    async (error) => {
      log.error({ err: error, name }, 'A backup failed.')
      const after: FailedBackup = { name, reason: (error as Error).message, at: machineTime().toISOString() }
      await recordChange(acting, { dealer: null, action: 'backups.fail', subject: 'backup', after })
    },
  )
  return { name, finished: finished.catch((error) => log.error({ err: error, name }, 'Failed to record a backup.')) }
}
