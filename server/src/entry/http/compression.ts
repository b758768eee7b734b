/** JSON of more than a kilobyte is compressed for callers that accept it. Streams of events never are. */
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const bytesMin = 1024
/** Nearly as small as the best level, in a tenth of its time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const coders = {
  br: {
    pack: (body: Buffer | string) => promisify(brotliCompress)(body, brotliOptions),
    // What is created page by page is sent page by page.
    stream: () => createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    pack: (body: Buffer | string) => promisify(gzip)(body),
    stream: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  },
} as const
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
  return (Object.keys(coders) as Coding[]).find((coding) => accepts(accepted, coding))
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
