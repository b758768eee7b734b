/** Is it alive, is it ready, how is it doing. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { ActorContext, Context } from '#kernel/context.ts'
import { writeProbe } from '#kernel/db/write-probe.ts'
import { gaugesIn } from '#kernel/meters.ts'
import { readVitals } from '#portals/operator/actions.ts'
import { jobs } from '../timetable.ts'

export interface Readiness {
  isReady: boolean
  /** It still answers, and a load balancer should take it out. */
  isLeaving?: boolean
  /** Why nothing can be stored although everything is up. */
  readonly trouble?: () => string | undefined
}

export function health(app: FastifyInstance, ctx: Pick<Context, 'db'>, readiness: Readiness): void {
  const probe = writeProbe(ctx.db)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (!readiness.isReady) return reply.code(503).send({ status: 'not ready' })
    const leaving = readiness.isLeaving ? 'This node is being stopped.' : undefined
    const reason = leaving ?? readiness.trouble?.() ?? (await probe())
    if (reason !== undefined) return reply.code(503).send({ status: 'not ready', reason })
    return reply.send({ status: 'ready' })
  })
}

/** How long an answer about the installation is good enough, and how long somebody who asks waits for it. */
const vitalsFreshMs = 10_000
const vitalsMs = 2_000

export function metrics(app: FastifyInstance, ctx: Context): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'waymark_' })
  // Gauges with the names of counters, which Prometheus' own check refuses; the same figures come by type.
  for (const what of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`waymark_nodejs_active_${what}_total`)
  }
  const refresh = vitals(ctx, registry)
  countRequests(app, registry)
  app.get('/metrics', async (_request, reply) => {
    await refresh()
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${await ctx.meters.registry.metrics()}`)
  })
}

/** What the database knows. While it does not answer, the values are NaN. */
function vitals(ctx: Context, registry: Registry): () => Promise<void> {
  const acting: ActorContext = { ...ctx, actor: { kind: 'job', id: 'metrics', address: null, requestId: null } }
  let known: Vitals | undefined
  let reading: Promise<void> | undefined
  let freshUntil = 0
  const read = gaugesIn(registry)
  const gauge = (name: string, help: string, of: (vitals: Vitals) => number) =>
    read(name, help, () => (known ? of(known) : Number.NaN))
  read('job_lag_seconds', 'How long something due waits for the job.', () => known?.lags ?? [], 'job')
  gauge('quarantined_frames', 'Frames that were acknowledged and are not stored.', (one) => one.quarantined)
  gauge('mails_waiting', 'Emails waiting for the mail server.', (one) => one.mailsWaiting)
  gauge('mails_failed', 'Emails that failed.', (one) => one.mailsFailed)
  gauge(
    'webhooks_waiting',
    'Queues of webhooks, one for each account, with something to deliver.',
    (one) => one.webhooksWaiting,
  )
  gauge('notifications_waiting', "Deliveries of clients' notifications that wait.", (one) => one.notificationsWaiting)
  const seconds = (at: Date | undefined) => (at?.getTime() ?? 0) / 1000
  gauge('last_backup_timestamp_seconds', 'When the last backup was made; 0: never.', (one) => seconds(one.lastBackupAt))
  const ask = () =>
    readVitals(acting, jobs)
      .then(
        (fresh) => {
          known = fresh
        },
        () => {
          known = undefined
        },
      )
      .finally(() => {
        freshUntil = performance.now() + vitalsFreshMs
        reading = undefined
      })
  return async () => {
    if (freshUntil > 0 && performance.now() < freshUntil) return
    reading ??= ask()
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, vitalsMs).unref())])
  }
}

type Vitals = Awaited<ReturnType<typeof readVitals>>

function countRequests(app: FastifyInstance, registry: Registry): void {
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({
    name: 'waymark_http_requests_total',
    help: 'Answered requests.',
    labelNames,
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'waymark_http_request_seconds',
    help: 'Time from the request to its answer.',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  // Looking a counter up by three labels costs more than counting, so each is looked up once.
  const counters = new Map<string, Counter.Internal>()
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const key = `${method} ${route} ${reply.statusCode}`
    let counter = counters.get(key)
    if (!counter) {
      counter = requests.labels({ method, route, status: reply.statusCode })
      counters.set(key, counter)
    }
    counter.inc()
    duration.observe(reply.elapsedTime / 1000)
    done()
  })
}
