/** Pictures of the catalogue's devices, for anyone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelById, pictureOf, pictures } from '@waymark/devices'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#kernel/errors.ts'

const drawings = new Map(
  pictures.map((name) => [
    name,
    readFileSync(join(import.meta.dirname, '../../../../../devices/pictures', `${name}.svg`)),
  ]),
)

const headers = {
  'cache-control': 'public, max-age=86400',
  // Dealers show them on their own sites.
  'cross-origin-resource-policy': 'cross-origin',
}

export function devicePictures(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>('/pictures/devices/:id', ({ params: { id } }, reply) => {
    const model = /^[1-9]\d*$/.test(id) ? modelById(Number(id)) : undefined
    const name = model && pictureOf(model)
    if (!name) return notFound('picture')
    return reply.headers(headers).type('image/svg+xml').send(drawings.get(name))
  })
}
