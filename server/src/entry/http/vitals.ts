/** Metrics from the database. While it does not answer, the values are NaN. */
import { projectionNames } from '#insights/projections/projection.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { gaugesIn, type Meters } from '#kernel/runtime/meters.ts'
import { readVitals } from '#portals/operator/actions.ts'
import { readDealerUse } from '#portals/operator/figures/figures-actions.ts'
import { jobs } from '../timetable.ts'

/** How long an answer about the installation is good enough, and how long a caller waits for it. */
const freshMs = 10_000
const waitMs = 2_000
/** Figures of dealers require reading every unit. */
const useFreshMs = 5 * 60_000

type Vitals = Awaited<ReturnType<typeof readVitals>>
type DealerUse = Awaited<ReturnType<typeof readDealerUse>>[number]

/** Returns what to call before the registry is read. */
export function vitals(ctx: Context, registry: Meters['registry']): () => Promise<void> {
  const acting: ActorContext = { ...ctx, actor: { kind: 'job', id: 'metrics', address: null, requestId: null } }
  const installation = remembered<Vitals>(() => readVitals(acting, jobs), freshMs)
  const read = gaugesIn(registry)
  const gauge = (name: string, help: string, of: (vitals: Vitals) => number) =>
    read(name, help, () => {
      const known = installation.known()
      return known ? of(known) : Number.NaN
    })
  read(
    'job_lag_seconds',
    'How long due work has waited for the job.',
    () => installation.known()?.lags ?? [],
    'job_name',
  )
  const ofProjections = (of: (lag: Vitals['projections'][number]) => number) => () => {
    const known = installation.known()
    if (!known) return []
    const lagging = new Map(known.projections.map((lag) => [lag.follower, of(lag)]))
    return projectionNames.map((name) => [name, lagging.get(name) ?? 0] as const)
  }
  read(
    'projection_lag_seconds',
    'How long messages have waited for the projection, for the unit that waits longest.',
    ofProjections(({ seconds }) => seconds),
    'projection',
  )
  read(
    'projection_waiting_units',
    'Units with messages that the projection has not computed.',
    ofProjections(({ units }) => units),
    'projection',
  )
  gauge('quarantined_frames', 'Frames that were acknowledged and are not stored.', (one) => one.quarantined)
  gauge('mails_waiting', 'Emails waiting for the mail server.', (one) => one.mailsWaiting)
  gauge('mails_waiting_seconds', 'How long the oldest of them has waited.', ({ mailsWaitingSince: since }) =>
    since ? (ctx.clock.now().getTime() - since.getTime()) / 1000 : 0,
  )
  gauge('mails_failed', 'Emails that failed.', (one) => one.mailsFailed)
  gauge('webhooks_waiting', 'Webhook queues, one per account, with something to deliver.', (one) => one.webhooksWaiting)
  gauge('notifications_waiting', "Waiting deliveries of clients' notifications.", (one) => one.notificationsWaiting)
  const seconds = (at: Date | undefined) => (at?.getTime() ?? 0) / 1000
  const is = (so: boolean) => (so ? 1 : 0)
  gauge('last_backup_timestamp_seconds', 'When the last backup was made; 0: never.', ({ backups }) =>
    seconds(backups.lastAt),
  )
  gauge('backup_failed', '1 if the last automatic backup failed.', ({ backups }) =>
    is(backups.last?.state === 'failed'),
  )
  gauge('backup_size_bytes', 'Size of the last automatic backup.', ({ backups }) => backups.verified?.bytes ?? 0)
  gauge('last_restore_test_timestamp_seconds', 'When the last test restore ran; 0: never.', ({ backups }) =>
    seconds(backups.tested?.startedAt),
  )
  gauge('restore_test_failed', '1 if the last test restore failed.', ({ backups }) =>
    is(backups.lastTest?.state === 'failed'),
  )
  const refreshUse = ctx.config.metricsDealers ? dealers(ctx, registry) : async () => {}
  return async () => {
    await Promise.all([installation.refresh(), refreshUse()])
  }
}

function dealers(ctx: Context, registry: Meters['registry']): () => Promise<void> {
  const use = remembered<readonly DealerUse[]>(() => readDealerUse(ctx), useFreshMs)
  const read = gaugesIn(registry)
  const gauge = (name: string, help: string, of: (one: DealerUse) => number) =>
    read(`dealer_${name}`, help, () => (use.known() ?? []).map((one) => [one.dealer, of(one)] as const), 'dealer')
  gauge('accounts', 'Client accounts of the dealer.', (one) => one.accounts)
  gauge('units', 'Units of the dealer.', (one) => one.units)
  gauge('active_units', 'Units of the dealer that reported within a day.', (one) => one.activeUnits)
  gauge('stored_messages', "Stored messages of the dealer's units.", (one) => one.messages)
  gauge('stored_bytes', "Size of the stored messages of the dealer's units.", (one) => one.bytes)
  return use.refresh
}

/** At most one query at a time and one in a while, however often it is called. */
function remembered<T>(ask: () => Promise<T>, goodMs: number) {
  let known: T | undefined
  let asking: Promise<void> | undefined
  let goodUntil = 0
  const askOnce = () =>
    ask()
      .then(
        (fresh) => {
          known = fresh
        },
        () => {
          known = undefined
        },
      )
      .finally(() => {
        goodUntil = performance.now() + (known === undefined ? freshMs : goodMs)
        asking = undefined
      })
  return {
    known: () => known,
    async refresh(): Promise<void> {
      if (goodUntil > 0 && performance.now() < goodUntil) return
      asking ??= askOnce()
      await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, waitMs).unref())])
    },
  }
}
