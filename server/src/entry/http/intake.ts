/**
 * Where devices, phones and LoRaWAN network servers send JSON over HTTP. 200 means: committed. Bodies are taken as
 * bytes, which are stored as they are; `devices` knows how to read them. GPSLogger can only fill in an address or a
 * form, so these are accepted too.
 */
import {
  type Message,
  type NetworkServer,
  networkServers,
  ownTracksAnswer,
  ProtocolError,
  protocolByName,
  type Report,
  readFormReport,
  readReport,
  readUplink,
} from '@waymark/devices'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#kernel/context.ts'
import { notFound, Refusal, refuse } from '#kernel/errors.ts'
import type { Intake } from '#tracking/gateway/intake.ts'
import { windowSeconds } from '#tracking/gateway/secret-attempts.ts'
import type { AdmittedUnit } from '#tracking/gateway/session-services.ts'
import { findTokenDealer } from '#tracking/ingest-tokens/actions.ts'
import { StoreUnavailable } from '#tracking/messages/writing/delivery.ts'
import { bodyBytesMax } from './body.ts'
import { refuseOtherMethods } from './mount.ts'

const devicePath = '/intake/:ident'
const serverPath = '/intake/lorawan/:server'
const identMax = 64

type Asked = FastifyRequest<{
  Params: { ident: string; server: string }
  Querystring: { event?: unknown }
  Body?: Buffer
}>

/** `opened` is undefined until the gateway is up. */
export function intakeRoutes(app: FastifyInstance, ctx: Context, opened: () => Intake | undefined): void {
  type Method = 'GET' | 'POST'
  const take = (
    path: string,
    methods: readonly Method[],
    work: (request: Asked, intake: Intake) => Promise<string | object>,
  ) => {
    app.route<{ Params: Asked['params']; Querystring: Asked['query']; Body?: Buffer }>({
      method: [...methods],
      url: path,
      // HEAD must not change anything.
      exposeHeadRoute: false,
      bodyLimit: bodyBytesMax,
      config: { takesBytes: true },
      handler: async (request, reply) => {
        if (request.method === 'GET' && !request.url.includes('?')) {
          reply.header('allow', methods.join(', '))
          refuse('METHOD_NOT_ALLOWED', 'A GET request reports through its query, which is empty. Use POST.')
        }
        const intake = opened() ?? unavailable()
        return reply.type('application/json; charset=utf-8').send(await work(request, intake))
      },
    })
    refuseOtherMethods(
      app,
      path,
      methods.map((method) => ({ path, method, changes: true })),
    )
  }

  take(devicePath, ['POST', 'GET'], async (request, intake) => {
    const { ident } = request.params
    const query = request.url.slice(request.url.indexOf('?') + 1 || request.url.length)
    const secret = secretOf(request) ?? refuse('INVALID_TOKEN', shown)
    const body = request.body ?? Buffer.alloc(0)
    if (ident.length > identMax) return notLetIn()
    const report = orRefusal(() => read(() => reportIn(query, body)))
    const messages = report instanceof Refusal ? [] : report.messages
    const protocol = protocolByName('httpjson')
    const frame = body.length > 0 ? body : Buffer.from(query)
    const unit = await intake.admit({ ident, protocol, secret, address: request.ip, frame, messages })
    if (unit === 'blocked') throw tooManyGuesses()
    // A refused caller does not learn what is wrong with the body.
    if (unit && report instanceof Refusal) throw report
    const accepted = await store(intake, unit ?? notLetIn(), messages, frame, peerOf(request))
    return ('answer' in report ? report.answer : undefined) ?? { accepted }
  })

  take(serverPath, ['POST'], async (request, intake) => {
    const server = networkServers.find((name) => name === request.params.server) ?? notFound('network server')
    const dealer = await findTokenDealer(ctx, secretOf(request) ?? refuse('INVALID_TOKEN', shown))
    if (dealer === undefined) return refuse('INVALID_TOKEN', 'This is not an intake token.')
    const frame = request.body ?? Buffer.alloc(0)
    const { event } = request.query
    const name = typeof event === 'string' ? event : undefined
    const { ident, messages } = read(() => readUplink(server as NetworkServer, name, parse(frame)))
    if (messages.length === 0) return { accepted: 0 }
    const protocol = protocolByName('lorawan')
    const unit = await intake.admitFor(dealer, { ident, protocol, address: request.ip, frame, messages })
    const found = unit ?? notFound('unit with this DevEUI')
    return { accepted: await store(intake, found, messages, frame, peerOf(request)) }
  })
}

const shown = 'Send the password of the unit or an intake token: Authorization: Bearer ….'

/** As Bearer, as the password of Basic, or in a header that small devices can set. */
function secretOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const own = headers['x-device-token']
  if (typeof own === 'string' && own !== '') return own
  const [kind = '', value = ''] = (headers.authorization ?? '').split(/\s+/)
  if (/^bearer$/i.test(kind)) return value || undefined
  if (!/^basic$/i.test(kind)) return undefined
  const pair = Buffer.from(value, 'base64').toString('utf8')
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) || undefined : undefined
}

const notLetIn = (): never =>
  refuse('INVALID_TOKEN', 'No HTTP/JSON unit matches this ident with this password or token.')

/** The answer is given after the commit. A unit over its rate limit is asked to retry, and nothing is stored. */
async function store(
  intake: Intake,
  unit: AdmittedUnit,
  messages: readonly Message[],
  frame: Buffer,
  peer: string,
): Promise<number> {
  const waitMs = intake.waitMs(unit)
  if (waitMs > 0 || intake.isFull()) {
    intake.turnAway(unit, messages.length)
    throw waitMs > 0 ? tooFast(Math.ceil(waitMs / 1000)) : unavailable()
  }
  try {
    await intake.append(unit, messages, frame, peer)
  } catch (error) {
    if (error instanceof StoreUnavailable) unavailable()
    throw error
  }
  return messages.length
}

const tooManyGuesses = (): Refusal =>
  comeAgain(windowSeconds, 'Too many wrong passwords for this ident. Try again in an hour.')

const tooFast = (seconds: number): Refusal =>
  comeAgain(seconds, `This unit sends too much. Send it again in ${seconds} s.`)

function comeAgain(seconds: number, message: string): Refusal {
  const refusal = new Refusal({ code: 'REQUESTS_EXCEEDED', message })
  refusal.details = { retryAfterSeconds: seconds }
  return refusal
}

const unavailable = (): never =>
  refuse('SERVICE_UNAVAILABLE', 'Messages cannot be stored right now. Send it again shortly.')

/** OwnTracks posts nothing when a friend is removed, and asks for that to be ignored. */
function reportIn(query: string, body: Buffer): Report {
  if (body.length === 0) return query === '' ? { messages: [], answer: ownTracksAnswer } : readFormReport(query, '')
  const isForm = /^[\w.%+-]+=/.test(body.toString('latin1', 0, 64))
  return isForm ? readFormReport(query, textIn(body)) : readReport(parse(body))
}

function textIn(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    return refuse('INVALID_PAYLOAD', 'The body is not UTF-8.')
  }
}

function parse(raw: Buffer): unknown {
  const text = textIn(raw)
  try {
    return JSON.parse(text)
  } catch {
    return refuse('INVALID_PAYLOAD', 'The body is not JSON.')
  }
}

function read<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return refuse('INVALID_PAYLOAD', `The body was rejected: ${error.message}.`)
  }
}

function orRefusal<T>(work: () => T): T | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function peerOf({ ip, socket }: FastifyRequest): string {
  const port = socket.remotePort ?? 0
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`
}
