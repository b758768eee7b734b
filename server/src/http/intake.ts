/**
 * Where devices and network servers of LoRaWAN bring what they have to say, as JSON over HTTP. 200 means: committed.
 * Bodies are taken as bytes, which is what is kept; how they are read is known to `devices`.
 */
import {
  type Message,
  type NetworkServer,
  networkServers,
  ProtocolError,
  protocolByName,
  readMessages,
  readUplink,
} from '@waymark/devices'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { notFound, Refusal, refuse } from '../errors.ts'
import { windowSeconds } from '../gateway/guesses.ts'
import type { Intake } from '../gateway/intake.ts'
import type { AdmittedUnit } from '../gateway/session.ts'
import { findTokenDealer } from '../intake/actions.ts'
import { StoreUnavailable } from '../messages/writer.ts'
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
  const take = (path: string, work: (request: Asked, intake: Intake) => Promise<number>) => {
    app.route<{ Params: Asked['params']; Querystring: Asked['query']; Body?: Buffer }>({
      method: 'POST',
      url: path,
      bodyLimit: bodyBytesMax,
      config: { takesBytes: true },
      handler: async (request, reply) => {
        const intake = opened() ?? unavailable()
        return reply.send({ accepted: await work(request, intake) })
      },
    })
    refuseOtherMethods(app, path, [{ path, method: 'POST' }])
  }

  take(devicePath, async (request, intake) => {
    const { ident } = request.params
    const secret = secretOf(request) ?? refuse('INVALID_TOKEN', shown)
    const frame = request.body ?? Buffer.alloc(0)
    const messages = read(() => readMessages(parse(frame)))
    if (ident.length > identMax) return notLetIn()
    const protocol = protocolByName('httpjson')
    const unit = await intake.admit({ ident, protocol, secret, address: request.ip, frame, messages })
    if (unit === 'closed') throw tooManyGuesses()
    return store(intake, unit ?? notLetIn(), messages, frame, peerOf(request))
  })

  take(serverPath, async (request, intake) => {
    const server = networkServers.find((name) => name === request.params.server) ?? notFound('network server')
    const dealer = await findTokenDealer(ctx, secretOf(request) ?? refuse('INVALID_TOKEN', shown))
    if (dealer === undefined) return refuse('INVALID_TOKEN', 'This is no intake token.')
    const frame = request.body ?? Buffer.alloc(0)
    const { event } = request.query
    const name = typeof event === 'string' ? event : undefined
    const { ident, messages } = read(() => readUplink(server as NetworkServer, name, parse(frame)))
    if (messages.length === 0) return 0
    const protocol = protocolByName('lorawan')
    const unit = await intake.admitFor(dealer, { ident, protocol, address: request.ip, frame, messages })
    return store(intake, unit ?? notFound('unit with this DevEUI'), messages, frame, peerOf(request))
  })
}

const shown = 'Show the password of the unit or an intake token: Authorization: Bearer ….'

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
  refuse('INVALID_TOKEN', 'No unit that speaks JSON over HTTP has this ident and this password or token.')

/** The answer is given after the commit. Over its rate a unit is told to come again, and nothing is taken. */
async function store(
  intake: Intake,
  unit: AdmittedUnit,
  messages: readonly Message[],
  frame: Buffer,
  peer: string,
): Promise<number> {
  const waitMs = intake.waitMs(unit)
  if (waitMs > 0) throw tooFast(Math.ceil(waitMs / 1000))
  if (intake.isFull()) unavailable()
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
  refusal.beside = { retryAfterSeconds: seconds }
  return refusal
}

const unavailable = (): never =>
  refuse('SERVICE_UNAVAILABLE', 'Nothing can be stored at this moment. Send it again in a moment.')

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch {
    return refuse('INVALID_PAYLOAD', 'The body is not JSON.')
  }
}

function read<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return refuse('INVALID_PAYLOAD', `The body cannot be taken: ${error.message}.`)
  }
}

function peerOf({ ip, socket }: FastifyRequest): string {
  const port = socket.remotePort ?? 0
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`
}
