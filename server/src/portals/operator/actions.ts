/** The installation as a whole, for the platform's staff. Actions on dealers and plans are in their own folders. */
import { statfs } from 'node:fs/promises'
import { type CatalogueModel, manufacturers, models, protocolByName, protocols, spoken } from '@waymark/devices'
import { createDealer } from '#identity/dealers/actions.ts'
import { inviteByOperator } from '#identity/staff/actions.ts'
import { listLagging } from '#insights/projections/actions.ts'
import type { DialectName } from '#kernel/api/dialects.ts'
import type { ActorContext, Context, PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { isAddress } from '#kernel/email-address.ts'
import { invalidField } from '#kernel/errors.ts'
import type { Job } from '#kernel/jobs/job.ts'
import { countMails } from '#kernel/mail/outbox.ts'
import { readState } from '../backups/actions.ts'
import * as store from './store.ts'

export interface NewDealer {
  readonly name: string
  readonly dialect: DialectName
  readonly isVerified: boolean
  readonly owner: { readonly email: string; readonly name: string } | undefined
}

/** Also creates the first token and, if given, invites the first owner. */
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

/** A job lags while due work waits. Periodic maintenance never lags. */
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

/** For monitoring: read rarely, so the jobs are queried one after the other. */
export async function readVitals(acting: ActorContext, jobs: readonly Job[]) {
  const now = acting.clock.now().getTime()
  const lags = new Map<string, number>()
  for (const { name, nextDue } of jobs) {
    const due = await nextDue(acting)
    lags.set(name, due === undefined ? 0 : Math.max(0, (now - due.getTime()) / 1000))
  }
  const backups = await readState(acting)
  const projections = await listLagging(acting, 0)
  return { ...(await store.readWaiting(acting.db)), lags, projections, backups }
}

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

type CatalogueEntry = CatalogueModel & { readonly maker: string; readonly units: number }

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
