/**
 * The files of pages. Each is read once and cached: its name contains a hash of its content, so it never changes, and a
 * page requests dozens of them.
 */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { accepts } from '../compression.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The build writes compressed copies of files that shrink. */
const packed = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** A file in the folder itself, and not a hidden one. */
const isName = (text: string): boolean => /^\w[\w.-]*$/.test(text)

export function assets(app: FastifyInstance, folder: string, headers: () => Readonly<Record<string, string>>): void {
  const kept = new Map<string, Promise<Buffer>>()
  const read = async (name: string): Promise<Buffer | undefined> => {
    const file = kept.get(name) ?? readFile(join(folder, name))
    kept.set(name, file)
    return file.catch(() => {
      // It may come with the next build.
      kept.delete(name)
      return undefined
    })
  }

  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const type = types[extname(name)]
    if (!isName(name) || type === undefined) return reply.callNotFound()
    const accepted = request.headers['accept-encoding'] ?? ''
    for (const [coding, ending] of [
      ...packed.filter(([coding]) => accepts(accepted, coding)),
      [undefined, ''] as const,
    ]) {
      const content = await read(`${name}${ending}`)
      if (!content) continue
      if (coding) reply.header('content-encoding', coding)
      return reply
        .headers({ ...headers(), vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' })
        .type(type)
        .send(content)
    }
    return reply.callNotFound()
  })
}
