/** Is it alive, is it ready, how is it doing. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Context } from '../context.ts'

export interface Readiness {
  isReady: boolean
}

const databaseMs = 1_000

export function health(app: FastifyInstance, ctx: Pick<Context, 'db'>, readiness: Readiness): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const isReady = readiness.isReady && (await answersInTime(ctx))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}

async function answersInTime(ctx: Pick<Context, 'db'>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, databaseMs, false).unref())
  const answer = sql`select 1`.execute(ctx.db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late])
}

export function metrics(app: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'waymark_' })
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
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
