/** Where card processors send their events. The body stays as bytes, because those were signed. */
import type { FastifyInstance } from 'fastify'
import type { Context } from '#kernel/context.ts'
import { refuse } from '#kernel/errors.ts'
import { refuseOtherMethods } from './mount.ts'

/** Each dealer has its own address; the platform's, about invoices to dealers, is separate. */
const paths = ['/webhooks/cards/:endpoint', '/webhooks/:endpoint(^platform$)']
const eventBytesMax = 256 * 1024

export function webhooks(app: FastifyInstance, ctx: Context): void {
  for (const path of paths) mountAt(app, ctx, path)
}

function mountAt(app: FastifyInstance, ctx: Context, path: string): void {
  app.route<{ Params: { endpoint: string }; Body?: Buffer }>({
    method: 'POST',
    url: path,
    bodyLimit: eventBytesMax,
    config: { takesBytes: true },
    handler: async (request, reply) => {
      const header = request.headers['stripe-signature']
      const signature = typeof header === 'string' ? header : undefined
      const raw = request.body ?? Buffer.alloc(0)
      const verdict = await ctx.cards.receive(ctx, request.params.endpoint, raw, signature)
      // No reason is given: only a forger would learn from it.
      if (verdict === 'refused') refuse('INVALID_PAYLOAD', 'The event was rejected.')
      return reply.send({ received: true })
    },
  })
  refuseOtherMethods(app, path, [{ path, method: 'POST' }])
}
