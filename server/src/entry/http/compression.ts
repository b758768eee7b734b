/** JSON of more than a kilobyte is compressed for callers that accept it. Streams of events never are. */
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const bytesMin = 1024
const { constants } = zlib
// Levels that cost little: higher ones take two to five times as long and save a tenth. An answer that is created page
// by page is sent page by page, so every page is flushed.
const brotli = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
  flush: constants.BROTLI_OPERATION_FLUSH,
})
const fast = { level: constants.Z_BEST_SPEED, flush: constants.Z_SYNC_FLUSH }

/** The best comes first. No zstd: Node ends its streams with an empty frame, which strict readers refuse. */
const coders = {
  br: {
    pack: (body: Buffer | string) => promisify(zlib.brotliCompress)(body, brotli(2)),
    stream: () => zlib.createBrotliCompress(brotli(1)),
  },
  gzip: {
    pack: (body: Buffer | string) => promisify(zlib.gzip)(body, fast),
    stream: () => zlib.createGzip(fast),
  },
}
export const codings = Object.keys(coders) as Coding[]
type Coding = keyof typeof coders

export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const coding = codingFor(request, reply, payload)
    if (!coding) return done(null, payload)
    reply.header('content-encoding', coding).header('vary', 'accept-encoding').removeHeader('content-length')
    const { pack, stream } = coders[coding]
    if (payload instanceof Readable) {
      const packed = stream()
      payload.once('error', (error) => packed.destroy(error))
      packed.once('close', () => payload.destroy())
      return done(null, payload.pipe(packed))
    }
    pack(payload as Buffer | string).then((packed) => done(null, packed), done)
  })
}

function codingFor(request: FastifyRequest, reply: FastifyReply, payload: unknown): Coding | undefined {
  const accepted = request.headers['accept-encoding']
  if (accepted === undefined || request.method === 'HEAD') return undefined
  if (!String(reply.getHeader('content-type')).startsWith('application/json')) return undefined
  if (reply.hasHeader('content-encoding') || !isLong(payload)) return undefined
  return codings.find((coding) => accepts(accepted, coding))
}

const isLong = (payload: unknown): boolean =>
  payload instanceof Readable ||
  ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= bytesMin)

/** Named, and not with a weight of zero. A star does not count: only what is requested by name is used. */
export const accepts = (header: string, coding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return name === coding && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
  })
