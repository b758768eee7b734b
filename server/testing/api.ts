/** The whole HTTP server on its own database, without a port until a test asks for one. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { receiveCardEvent } from '#entry/card-events.ts'
import { createServer, type ServerOptions } from '#entry/http/server.ts'
import { createDealer, createToken, yearSeconds } from '#identity/dealers/actions.ts'
import { createAddresses } from '#insights/addresses/sources.ts'
import type { DialectName } from '#kernel/api/dialects.ts'
import { createCards } from '#kernel/cards/processors.ts'
import { type Config, parseConfig } from '#kernel/config/config.ts'
import type { Context } from '#kernel/context.ts'
import { connect } from '#kernel/db/connect.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { MapFiles } from '#kernel/geo/map-file/map-files.ts'
import { createOutbound } from '#kernel/network/outbound.ts'
import { Sites } from '#kernel/network/sites.ts'
import { silentLog } from '#kernel/runtime/log.ts'
import { createMeters } from '#kernel/runtime/meters.ts'
import { Pressure } from '#kernel/runtime/pressure.ts'
import { addStatement, Traces } from '#kernel/runtime/traces.ts'
import { allSlices } from '#kernel/slices/leases.ts'
import { createVault } from '#kernel/vault.ts'
import { type MovableClock, movableClock } from './clock.ts'
import { type StripeDouble, startStripe } from './fakes/stripe.ts'
import { createSeededDatabase } from './setup.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer has.
  readonly body: any
  readonly text: string
  /** For a file. */
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface Caller {
  readonly dealer: number
  readonly token: string
  readonly dialect: DialectName
  /** Sends a request with this dealer's token; the dialect's prefix is added to `path`. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface TestApi {
  readonly app: FastifyInstance
  readonly ctx: Context & { readonly clock: MovableClock }
  readonly databaseUrl: string
  /** What the server logged as its own errors: the first thing to look at after a 500. */
  readonly failures: readonly unknown[]
  /** Stripe, as far as this installation can see. */
  readonly stripe: StripeDouble
  ask(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** A new dealer with a token; verified unless said otherwise. */
  dealer(dialect?: DialectName, isVerified?: boolean): Promise<Caller>
  /** Another token of the same dealer, for example of the other dialect. */
  tokenOf(dealer: number, dialect: DialectName, level?: 'full' | 'read'): Promise<Caller>
}

/** For a test file: everything is closed after its last test. */
export async function openApi(
  settings: Record<string, string> = {},
  pagesFolder?: string,
  intake?: ServerOptions['intake'],
): Promise<TestApi> {
  const api = await startApi(settings, pagesFolder, intake)
  after(() => api.close())
  return api
}

/** For a command, which closes it itself. */
export async function startApi(
  settings: Record<string, string> = {},
  pagesFolder = '/nonexistent',
  intake?: ServerOptions['intake'],
): Promise<TestApi & { close(): Promise<void> }> {
  const database = await createSeededDatabase()
  const { db, close } = connect(
    database.url,
    5,
    settings.WAYMARK_TRACES_URL === undefined ? {} : { onStatement: addStatement },
  )
  const notifications = listen(database.url)
  const clock = movableClock()
  const stripe = await startStripe({
    now: () => clock.now(),
    send: async (url, raw, signature) => {
      await running().inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload: raw,
      })
    },
  })
  const config: Config = parseConfig({
    WAYMARK_DATABASE_URL: database.url,
    WAYMARK_STRIPE_URL: stripe.url,
    WAYMARK_CARD_SANDBOX: 'on',
    // Nothing listens there, so a connection fails at once.
    WAYMARK_DNS_SERVERS: '127.0.0.1:9',
    WAYMARK_RATE_LIMIT: '1000000',
    WAYMARK_RATE_LIMIT_ADDRESS: '1000000',
    ...settings,
  })
  const failures: unknown[] = []
  const log = { ...silentLog, error: (entry: unknown) => void failures.push(entry) }
  const vault = createVault(Buffer.alloc(32, 7), { memoryCost: 8, timeCost: 1 })
  const outbound = createOutbound({ allowed: config.outboundNetworks })
  const clientOutbound = createOutbound({ allowed: config.clientNetworks })
  const meters = createMeters()
  const traces = new Traces(config, { 'service.name': 'waymark' }, log, meters)
  const maps = new MapFiles(() => config.mapFiles, log)
  const addresses = createAddresses({ maps, log, meters, geocoder: () => config.geocoder })
  const parts = {
    ...{ db, config, clock, vault, log, meters, traces, outbound, clientOutbound, slices: allSlices },
    ...{ maps, addresses, pressure: new Pressure(), sites: new Sites() },
  }
  const ctx = { ...parts, cards: createCards(parts, receiveCardEvent) }
  // A test file is never unloaded, and keeps what it opened, so a closed server is released here.
  let app: FastifyInstance | undefined
  const running = (): FastifyInstance => app ?? assert.fail('The server is closed.')
  app = await createServer(ctx, {
    notifications,
    readiness: { isReady: true },
    pagesFolder,
    ...(intake && { intake }),
  })

  const ask: TestApi['ask'] = async (method, url, body, headers = {}) => {
    const answer = await running().inject({
      method: method as 'GET',
      url,
      // Bytes are a picture unless the caller says otherwise.
      headers: { ...(Buffer.isBuffer(body) && { 'content-type': 'image/png' }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json') ?? false
    return {
      status: answer.statusCode,
      text: answer.body,
      bytes: answer.rawPayload,
      body: isJson && answer.body !== '' ? JSON.parse(answer.body) : undefined,
      headers: answer.headers as Answer['headers'],
    }
  }
  const callerOf = (dealer: number, token: string, dialect: DialectName): Caller => ({
    dealer,
    token,
    dialect,
    ask: (method, path, body, headers) =>
      ask(
        method,
        /^\/(billing|client|console|platform|provider|partner)\//.test(path) ? path : `/${dialect}${path}`,
        body,
        {
          'x-accesstoken': token,
          ...headers,
        },
      ),
  })
  return {
    get app() {
      return running()
    },
    ctx,
    databaseUrl: database.url,
    failures,
    stripe,
    ask,
    async close() {
      await running().close()
      app = undefined
      await maps.close()
      await stripe.close()
      await notifications.close()
      await close()
      await database.drop()
    },
    async dealer(dialect = 'provider', isVerified = true) {
      const { dealerId, accessToken } = await createDealer(ctx, { name: `Dealer ${dialect}`, dialect, isVerified })
      return callerOf(dealerId, accessToken, dialect)
    },
    async tokenOf(dealer, dialect, level = 'full') {
      const token = { dealer, dialect, level, name: 'Another', mayReadSecrets: false, ttlSeconds: yearSeconds }
      const { accessToken } = await createToken(ctx, token)
      return callerOf(dealer, accessToken, dialect)
    },
  }
}
