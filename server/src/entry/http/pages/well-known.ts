/** What browsers, robots and security researchers look for at well-known addresses. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#kernel/context.ts'

const dayMs = 86_400_000

export function wellKnown(app: FastifyInstance, { clock, config }: Pick<Context, 'clock' | 'config'>): void {
  const mark = readFileSync(join(import.meta.dirname, '../../../../../web/src/shared/mark.svg'))
  const ofDay = { 'cache-control': 'public, max-age=86400' }
  app.get('/favicon.ico', (request, reply) =>
    request.site ? reply.redirect('/site/icon/32', 302) : reply.headers(ofDay).type('image/svg+xml').send(mark),
  )
  // Everything here belongs to someone.
  app.get('/robots.txt', (_request, reply) =>
    reply.headers(ofDay).type('text/plain').send('User-agent: *\nDisallow: /\n'),
  )
  app.get('/.well-known/security.txt', (_request, reply) => {
    // RFC 9116 requires an expiry date; this one is always half a year ahead.
    const expires = new Date(clock.now().getTime() + 180 * dayMs).toISOString().replace(/\.\d+/, '')
    const contact = config.securityContact ?? `mailto:${config.mailFrom.address}`
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain').send(`${lines.join('\n')}\n`)
  })
}
