/** Liveness, readiness and metrics. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '#kernel/context.ts'
import { writeProbe } from '#kernel/db/write-probe.ts'
import { release } from '#kernel/runtime/version.ts'
import { vitals } from './vitals.ts'

export interface Readiness {
  isReady: boolean
  /** It still answers, but a load balancer should remove it. */
  isLeaving?: boolean
  /** Why nothing can be stored although everything is up. */
  readonly trouble?: () => string | undefined
}

export function health(app: FastifyInstance, ctx: Context, readiness: Readiness): void {
  const probe = writeProbe(ctx.db)
  const state = async (): Promise<{ status: 'ready' | 'not ready'; reason?: string }> => {
    if (!readiness.isReady) return { status: 'not ready' }
    const leaving = readiness.isLeaving ? 'This node is being stopped.' : undefined
    const reason = leaving ?? readiness.trouble?.() ?? (await probe())
    return reason === undefined ? { status: 'ready' } : { status: 'not ready', reason }
  }
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const known = await state()
    return reply.code(known.status === 'ready' ? 200 : 503).send(known)
  })
  metrics(app, ctx, async () => (await state()).status === 'ready')
}

let measured: Registry | undefined

/** Once for all servers of a process: its timer and its observer of garbage collections never end. */
function processRegistry(): Registry {
  if (measured) return measured
  measured = new Registry()
  collectDefaultMetrics({ register: measured, prefix: 'waymark_' })
  // Gauges with names of counters, which Prometheus' own check refuses; the same figures are reported by type.
  for (const what of ['handles', 'requests', 'resources']) {
    measured.removeSingleMetric(`waymark_nodejs_active_${what}_total`)
  }
  return measured
}

function metrics(app: FastifyInstance, ctx: Context, isReady: () => Promise<boolean>): void {
  const registry = new Registry()
  const ofProcess = processRegistry()
  new Gauge({
    name: 'waymark_build_info',
    help: 'Always 1; the labels say which version runs.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: release(), node: process.versions.node }, 1)
  const ready = new Gauge({
    name: 'waymark_ready',
    help: '1 while this node serves requests and can store, as /readyz says.',
    registers: [registry],
  })
  const refresh = vitals(ctx, registry)
  countRequests(app, registry)
  app.get('/metrics', async (_request, reply) => {
    const [isUp] = await Promise.all([isReady(), refresh()])
    ready.set(Number(isUp))
    const texts = [await ofProcess.metrics(), await registry.metrics(), await ctx.meters.text()]
    return reply.type(registry.contentType).send(texts.join('\n'))
  })
}

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
