import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Traces } from '#kernel/runtime/traces.ts'

/** Each request is a span, and belongs to the trace named by its `traceparent` header. */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  if (!traces.isOn) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const from = request.headers.traceparent
    const span = traces.start(typeof from === 'string' ? from : undefined)
    if (!span) return done()
    spans.set(request, span)
    span.within(done)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { method, routeOptions } = request
    // Never the address itself: it may contain a secret.
    const route = routeOptions.url ?? 'unknown'
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
      'waymark.request_id': request.id,
    }
    spans.get(request)?.end(`${method} ${route}`, 'server', attributes, statusCode >= 500)
  })
}
