/** A separate listener for the operator: with it, /metrics and /operator answer there and nowhere else. */
import { createServer } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#kernel/config/config.ts'

type Where = Pick<Config, 'internalPort' | 'internalHost'>

const ofOperator = /^\/(metrics|operator|console\/setup)(\/|$)/

/** Requested at a listener that does not have it. A request cannot forge which listener it came to. */
export const isHidden = ({ internalPort }: Where, { routeOptions, socket }: FastifyRequest): boolean =>
  internalPort !== undefined && socket.localPort !== internalPort && ofOperator.test(routeOptions.url ?? '')

export interface InternalListener {
  close(): Promise<void>
}

/** Everything passes the same hooks and rows as on the public listener. */
export async function listenInternally(
  app: FastifyInstance,
  { internalPort, internalHost }: Where,
): Promise<InternalListener | undefined> {
  if (internalPort === undefined) return undefined
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = app.server
  const server = createServer({
    requireHostHeader: false,
    maxHeaderSize: 16 * 1024,
    connectionsCheckingInterval: 5_000,
  })
  Object.assign(server, { headersTimeout, requestTimeout, keepAliveTimeout, timeout })
  for (const event of ['request', 'checkExpectation', 'clientError'] as const) {
    server.on(event, (...given: unknown[]) => app.server.emit(event, ...given))
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(internalPort, internalHost, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}
