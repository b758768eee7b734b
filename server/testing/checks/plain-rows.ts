/**
 * The rows without a dialect as they are mounted (of clients, visitors with a link, people in the consoles, and
 * anyone), and for each a valid request for existing things.
 */
import assert from 'node:assert/strict'
import { protocolByName } from '@waymark/devices'
import { publicRoutes as paymentLinkRoutes } from '#billing/client-invoices/checkouts/link-routes.ts'
import { portalRoutes } from '#billing/invoices/routes.ts'
import { modulesOf } from '#billing/plans/modules.ts'
import { exampleOf } from '#entry/http/openapi/examples.ts'
import { clientRoutes, publicClientRoutes } from '#entry/http/scopes/client.ts'
import { consoleRoutes, operatorRoutes, publicConsoleRoutes } from '#entry/http/scopes/console.ts'
import { setupLinkRoutes, sharedRoutes, toolboxRoutes } from '#entry/http/scopes/shared.ts'
import { publicRoutes as publicCompanyRoutes } from '#identity/company/routes.ts'
import type { PlainRoute, Reply } from '#kernel/api/route.ts'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { sandboxRoutes } from '#kernel/cards/routes.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import { NewDeviceBody } from '#portals/staff-devices/wire.ts'
import { recordUnknownDevice } from '#tracking/unclaimed-devices/actions.ts'
import type { Caller, TestApi } from '../api.ts'
import { anActivatedAccount, aPlan, aSensor, aUnit, fresh } from '../builders.ts'
import { aClient, askAs, type Client, goodPassword, logIn } from '../people/client.ts'
import { aPerson, signIn } from '../people/staff.ts'
import { aTagsClient } from '../people/tags.ts'
import type { Sample } from './rows.ts'

type Who = 'nobody' | 'fleet' | 'tags' | 'owner' | 'person' | 'operator' | 'viewer' | 'installer' | 'fitter' | 'payer'

export interface PlainRow {
  readonly name: string
  readonly prefix: string
  readonly who: Who
  readonly route: Omit<PlainRoute<never>, 'handle'>
  readonly reply: Reply
}

const fleetModules = modulesOf(fleetApp).map(({ name }) => name)
const isOfTags = ({ module, path }: PlainRoute<never>) =>
  module !== undefined && (!fleetModules.includes(module) || path.startsWith('/assets'))

/** Only a client of an owned account may. */
const isOfOwner = ({ operation }: PlainRoute<never>) =>
  ['client.buy', 'client.manage-units', 'client.erase'].includes(String(operation))

const rowsOf = (prefix: string, who: Who | ((route: PlainRoute<never>) => Who), routes: readonly PlainRoute<never>[]) =>
  routes.map(
    (route): PlainRow => ({
      name: `${route.method} ${prefix}${route.path}`,
      prefix,
      who: typeof who === 'string' ? who : who(route),
      route,
      reply: route.reply,
    }),
  )

export const plainRows: readonly PlainRow[] = [
  ...rowsOf('/client', 'nobody', publicClientRoutes),
  ...rowsOf('/client', (route) => (isOfOwner(route) ? 'owner' : isOfTags(route) ? 'tags' : 'fleet'), clientRoutes),
  ...rowsOf('/console', 'nobody', publicConsoleRoutes),
  ...rowsOf('/console', 'person', consoleRoutes),
  ...rowsOf('/operator', 'operator', operatorRoutes),
  ...rowsOf('', 'viewer', sharedRoutes),
  ...rowsOf('', 'installer', toolboxRoutes),
  ...rowsOf('', 'fitter', setupLinkRoutes),
  ...rowsOf('/portal/api', 'payer', portalRoutes),
  ...rowsOf('/sandbox', 'nobody', sandboxRoutes),
  ...rowsOf('', 'nobody', paymentLinkRoutes),
  ...rowsOf('/public', 'nobody', publicCompanyRoutes),
]

export interface PlainWorld {
  /** Ids of existing things: what an earlier request has used up is created again. */
  sampleOf(row: PlainRow): Promise<Sample>
  headersOf(row: PlainRow): Record<string, string>
  /** Opens sessions again that a request has ended. */
  enter(): Promise<void>
}

const nobody = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'
const circle = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 200 }

export async function aPlainWorld(api: TestApi, dealer: Caller): Promise<PlainWorld> {
  const roomy = { unit: 1000, geofence: 50, unit_storage: 10240 }
  const wish = { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules: fleetModules, quotas: roomy }
  const account = await anActivatedAccount(api, dealer, (await aPlan(dealer, wish)).id)
  await dealer.ask('PUT', `/users/${account.user.id}/password`, {
    new_password: goodPassword,
    repeat_password: goodPassword,
  })
  const unit: number = (await aUnit(dealer, account.id)).id
  const tags = await aTagsClient(
    api,
    dealer,
    modulesOf(tagsApp).map(({ name }) => name),
  )
  const gateway: number = (await aUnit(dealer, tags.account, { app_id: tagsApp })).id
  const sensor: number = (await aSensor(dealer, tags.account)).id
  const owner = await aClient(api, dealer)
  const person = await aPerson(api, dealer.dealer, 'owner')
  const operator = await aPerson(api, null, 'operator')
  const hourAhead = () => seconds(api.ctx.clock.now()) + 3600
  const destination = { name: 'North depot', latitude: 50, longitude: 10 }
  const aShare = () => ({ units: [unit], until: hourAhead(), destination })
  const anOwnUnit = () => ({ name: 'Bike', ident: fresh('bike'), hw_id: 101, app_id: consumerApp })
  const tokens: Partial<Record<Who, string>> = {}
  const asks: Partial<Record<Who, Client['ask']>> = {}

  const enter = async () => {
    await api.ctx.db.deleteFrom('tries').execute()
    tokens.fleet = await logIn(api, account.user.name)
    tokens.tags = await logIn(api, tags.login)
    tokens.owner = await logIn(api, owner.email)
    tokens.person = (await signIn(api, person.email)).token
    tokens.operator = (await signIn(api, operator.email)).token
    asks.fleet = askAs(api, tokens.fleet)
    asks.tags = askAs(api, tokens.tags)
    asks.owner = askAs(api, tokens.owner)
    const look = { authorization: `Bearer ${tokens.viewer}` }
    if ((await api.ask('GET', '/shared', undefined, look)).status !== 200) {
      for (const { id } of (await asks.fleet('GET', '/shares')).body) await asks.fleet('DELETE', `/shares/${id}`)
      tokens.viewer = (await asks.fleet('POST', '/shares', aShare())).body.link.split('#')[1]
    }
    tokens.installer = (await asks.fleet('PUT', `/units/${unit}/tokens/toolbox`, {})).body.token
    const channel = (await dealer.ask('GET', `/units/${unit}/channel`)).body
    tokens.fitter = (channel.data ?? channel).shortLink.split('#')[1]
    const { url } = (await dealer.ask('GET', '/billing/customer-portal')).body as { url: string }
    tokens.payer = new URL(url).hash.replace('#key=', '')
  }
  await enter()
  const logbook = { on: true, tz: 'UTC', other_kind: 'business', from: 1_772_000_000 }
  await asks.fleet?.('PUT', `/units/${unit}/logbook`, logbook)

  /** Makes room when the maximum is reached. */
  const make = async (who: 'fleet' | 'tags' | 'owner', path: string, body: object): Promise<string> => {
    const ask = asks[who] as Client['ask']
    for (let turn = 0; ; turn++) {
      const answer = await ask('POST', path, body)
      if (answer.status === 201 || answer.status === 200) return answer.body.id
      assert.ok(answer.status === 409 && turn === 0, `${path}: ${answer.text}`)
      for (const { id } of (await ask('GET', path)).body as { id: string }[]) await ask('DELETE', `${path}/${id}`)
    }
  }
  /** For the fleet's account: what is open there, and the link to it. */
  const anInvoice = async (): Promise<{ id: string; link: string }> => {
    const ask = async (path: string, body?: object) => {
      const answer = await api.ask('POST', `/console/client-invoices${path}`, body, { 'x-accesstoken': dealer.token })
      assert.ok(answer.status < 300, answer.text)
      return answer.body
    }
    const line = { description: 'Tracker', quantity: 1, unit_amount: 4900, discount_rate: 0, tax_rate: 0 }
    const asked = { account_id: account.id, is_draft: false, currency: 'eur', due_on: null, note: null, lines: [line] }
    const { id } = await ask('', asked)
    return { id, link: (await ask(`/${id}/payment-link`)).url.split('/').at(-1) }
  }
  /** A person may have few of them. */
  const aDevice = async () => {
    await api.ctx.db.deleteFrom('staffDevices').execute()
    return exampleOf(NewDeviceBody) as Record<string, unknown>
  }
  const aKey = () => ({ kind: 'ibutton', code: fresh('1a2b') })
  let assigned = 0
  /** Each a second after the previous one. */
  const anAssignment = async () => ({
    driver_id: await makers.drivers?.(),
    unit_id: unit,
    from: 1_700_000_000 + assigned++,
  })
  const aShift = async () => ({
    ...{ driver_id: await makers.drivers?.(), unit_id: unit, weekdays: [1], start: '06:00', end: '14:00', tz: 'UTC' },
  })
  let owed: Awaited<ReturnType<typeof anInvoice>> | undefined
  const makers: Readonly<Record<string, () => Promise<string | number>>> = {
    units: async () => unit,
    invoices: async () => (await anInvoice()).id,
    'payment-links': async () => {
      owed = await anInvoice()
      return owed.link
    },
    gateways: async () => gateway,
    'unclaimed-devices': async () => {
      const ident = fresh('near')
      const device = { ident, protocol: protocolByName('teltonika'), address: '192.0.2.1', frame: Buffer.of(1) }
      await recordUnknownDevice(api.ctx, { ...device, preview: [] })
      return (await api.ctx.db.selectFrom('lobby').select('id').where('ident', '=', ident).executeTakeFirstOrThrow()).id
    },
    'own units': () => make('owner', '/units', anOwnUnit()),
    tags: async () => sensor,
    drivers: () => make('fleet', '/drivers', { name: fresh('driver') }),
    'driver-keys': async () => {
      const driver = await asks.fleet?.('POST', `/drivers/${await makers.drivers?.()}/keys`, aKey())
      return driver?.body.keys[0].id
    },
    'driver-assignments': async () => make('fleet', '/driver-assignments', await anAssignment()),
    'driver-shifts': async () => make('fleet', '/driver-shifts', await aShift()),
    'vehicle-fields': () => make('fleet', '/vehicle-fields', { name: fresh('field'), type: 'text' }),
    'vehicle-documents': () => make('fleet', `/units/${unit}/documents`, { name: fresh('document') }),
    groups: () => make('fleet', '/groups', { name: fresh('group') }),
    geofences: () => make('fleet', '/geofences', { name: fresh('place'), shape: circle }),
    'notification-rules': () =>
      make('fleet', '/notification-rules', { name: fresh('rule'), condition: { type: 'silence', minutes: 60 } }),
    'notification-channels': () =>
      make('fleet', '/notification-channels', {
        kind: 'mail',
        name: fresh('channel'),
        address: `${fresh('told')}@example.com`,
      }),
    'unit-sensors': () => make('fleet', `/units/${unit}/sensors`, { name: fresh('sensor'), formula: 'position.speed' }),
    'sensor-templates': () => make('fleet', '/sensor-templates', { name: fresh('sensor'), formula: 'position.speed' }),
    services: () => make('fleet', `/units/${unit}/services`, { name: fresh('service'), every_days: 30 }),
    shares: () => make('fleet', '/shares', aShare()),
    'saved-reports': () => make('fleet', '/saved-reports', { name: fresh('report'), kind: 'trips' }),
    labels: () => make('tags', '/labels', { name: fresh('label') }),
    buildings: () => make('tags', '/buildings', { name: fresh('hall') }),
    floors: async () =>
      make('tags', `/buildings/${await make('tags', '/buildings', { name: fresh('hall') })}/floors`, {
        name: 'Ground',
      }),
    assets: () => make('tags', '/assets', { name: fresh('asset') }),
    dealers: async () => (await api.dealer()).dealer,
    sessions: async () =>
      (
        await api.ctx.cards.sandbox({ dealer: dealer.dealer }).createSession({
          ...{ reference: fresh('paid'), name: 'March', currency: 'eur', email: null, lang: 'en', metadata: {} },
          lines: [{ name: 'Tracking', quantity: 1, unitAmount: 450 }],
          expiresAt: fromSeconds(hourAhead()),
          returnUrl: 'https://tracking.example/paid',
        })
      ).id,
    devices: async () => {
      const own = { authorization: `Bearer ${tokens.person}` }
      return (await api.ask('POST', '/console/devices', await aDevice(), own)).body.id
    },
    reviews: async () => (await api.dealer('provider', false)).dealer,
  }

  /** Every id in a path has one; for the rest, the example of the reference is used. */
  const bodies: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>> = {
    'POST /client/assets': async () => ({ name: fresh('asset'), sensor_id: sensor }),
    'PATCH /client/assets/:id': async () => ({ name: fresh('asset'), sensor_id: sensor }),
    'PUT /client/gateways/:id/spot': async () => ({ floor_id: await makers.floors?.(), x: 0.5, y: 0.5 }),
    'POST /client/labels': async () => ({ name: fresh('label'), unit_ids: [gateway] }),
    'PATCH /client/labels/:id': async () => ({ name: fresh('label'), unit_ids: [gateway] }),
    'PUT /client/units/:id/labels': async () => ({ label_ids: [await makers.labels?.()] }),
    'POST /client/drivers': async () => ({ name: fresh('driver') }),
    'PATCH /client/drivers/:id': async () => ({ name: fresh('driver') }),
    'POST /client/drivers/:id/keys': async () => aKey(),
    'PATCH /client/driver-keys/:id': async () => ({ to: null }),
    'POST /client/driver-assignments': anAssignment,
    'PATCH /client/driver-assignments/:id': async () => ({ to: null }),
    'POST /client/driver-shifts': aShift,
    'PATCH /client/driver-shifts/:id': async () => ({ to: null }),
    'PUT /client/units/:id/logbook': async () => ({ on: true, tz: 'UTC', other_kind: 'business' }),
    'PATCH /client/vehicles': async () => ({
      ...{ unit_ids: [unit], make: 'Ford' },
      fields: [{ field_id: await makers['vehicle-fields']?.(), value: 'Berlin' }],
    }),
    'PATCH /client/units/:id/vehicle': async () => ({
      ...{ plate: 'B WM 1207' },
      fields: [{ field_id: await makers['vehicle-fields']?.(), value: 'Berlin' }],
    }),
    'POST /client/vehicle-fields': async () => ({ name: fresh('field'), type: 'choice', choices: ['North', 'South'] }),
    'PATCH /client/vehicle-fields/:id': async () => ({ name: fresh('field') }),
    'POST /client/groups': async () => ({ name: fresh('group'), unit_ids: [unit] }),
    'PATCH /client/groups/:id': async () => ({ name: fresh('group'), unit_ids: [unit] }),
    'POST /client/geofences': async () => ({
      ...{ name: fresh('place'), shape: circle },
      ...{ unit_ids: [unit], group_ids: [await makers.groups?.()] },
    }),
    'PATCH /client/geofences/:id': async () => ({ unit_ids: [unit], group_ids: [await makers.groups?.()] }),
    'POST /client/notification-rules': async () => ({
      ...{ name: fresh('rule'), unit_ids: [unit], group_ids: [await makers.groups?.()] },
      condition: { type: 'geofence', crossings: ['enter'], geofence_ids: [await makers.geofences?.()] },
      channel_ids: [],
    }),
    'PATCH /client/notification-rules/:id': async () => ({ unit_ids: [unit], group_ids: [await makers.groups?.()] }),
    'POST /client/notification-channels': async () => ({
      ...{ kind: 'mail', name: fresh('channel'), address: `${fresh('told')}@example.com` },
    }),
    'POST /client/units': async () => {
      await makers['own units']?.().then((id) => asks.owner?.('DELETE', `/units/${id}`))
      return anOwnUnit()
    },
    'PATCH /client/units/:id': async () => ({ name: fresh('bike') }),
    'POST /client/unclaimed-devices/:id/claim': async () => ({ name: 'Bike', hw_id: 101, app_id: consumerApp }),
    'POST /client/units/:id/sensors': async () => ({ name: fresh('sensor'), formula: 'position.speed' }),
    'PATCH /client/unit-sensors/:id': async () => ({ name: fresh('sensor') }),
    'POST /client/unit-sensors/:id/copies': async () => ({ unit_ids: [unit] }),
    'POST /client/sensor-templates/:id/copies': async () => ({ unit_ids: [unit] }),
    'POST /client/services/:id/done': async () => ({ done_at: hourAhead() - 7200 }),
    'POST /sandbox/sessions/:id/pay': async () => ({
      ...{ number: '4242424242424242', month: 12, year: 2035, cvc: '123', holder: 'A. Client' },
    }),
    // Its link is created just before.
    'POST /payment-links/:id/checkout': async () => ({ invoices: [{ id: owed?.id }] }),
    'POST /client/shares': async () => aShare(),
    'POST /client/saved-reports': async () => ({ name: fresh('report'), kind: 'trips' }),
    'PATCH /client/saved-reports/:id': async () => ({ name: fresh('report') }),
    'PUT /client/units/:id/tokens/locator': async () => ({ until: hourAhead() }),
    'PUT /client/units/:id/tokens/toolbox': async () => ({ until: hourAhead() }),
    'PUT /client/events/acknowledged': async () => ({ event_ids: [nobody] }),
    'PUT /client/subscriptions/:id/auto-renew': async () => ({ auto_renew: false }),
    'POST /client/subscription-orders': async () => ({ app_id: consumerApp, plan: 'premium' }),
    'PUT /client/me/password': async () => ({ password: 'not this one', new_password: 'x', repeat_password: 'x' }),
    'DELETE /client/me': async () => ({ password: 'not this one' }),
    'PUT /client/me/email': async () => ({ email: `${fresh('new')}@example.com`, password: 'not this one' }),
    'POST /console/devices': aDevice,
    'PUT /console/password': async () => ({ current: 'not this one', password: 'a third harbour' }),
    'POST /operator/dealers': async () => ({
      ...{ name: 'New', dialect: 'partner', owner: { email: `${fresh('owner')}@example.com` } },
    }),
  }

  const ownIdOf = async ({ who, route }: PlainRow, name: string): Promise<string | number> => {
    if (name === 'app_id') return who === 'operator' ? consumerApp : fleetApp
    if (name === 'name') return 'premium'
    const [, noun = ''] = route.path.split('/')
    const isCard = noun === 'sessions' && who === 'nobody'
    const ofUnits: Partial<Record<Who, string>> = { tags: 'gateways', owner: 'own units' }
    const known = noun === 'units' ? (ofUnits[who] ?? noun) : noun === 'sessions' && !isCard ? '' : noun
    const maker = name === 'id' ? makers[known] : undefined
    if (maker) return maker()
    return (route.params?.properties[name] as { type?: string } | undefined)?.type === 'integer' ? 999 : nobody
  }

  return {
    enter,
    headersOf({ who }) {
      const token = tokens[who]
      const headers: Record<string, string> = {}
      if (token !== undefined) headers.authorization = `Bearer ${token}`
      return headers
    },
    async sampleOf(row) {
      const { route, name } = row
      const [, ofUnit] = /^\/units\/:id(\/tokens\/\w+)$/.exec(route.path) ?? []
      if (ofUnit && route.method === 'DELETE') await asks.fleet?.('PUT', `/units/${unit}${ofUnit}`, {})
      const params: Record<string, string | number> = {}
      for (const one of Object.keys(route.params?.properties ?? {})) params[one] = await ownIdOf(row, one)
      const required = (route.query as { required?: string[] } | undefined)?.required ?? []
      const times: Readonly<Record<string, string>> = {
        from: '1772000000',
        to: '1772086400',
        format: 'gpx',
        kind: 'trips',
        month: '2026-02',
      }
      const query = Object.fromEntries(required.map((one) => [one, times[one] ?? '1']))
      const body = route.body && ((await bodies[name]?.()) ?? (exampleOf(route.body) as Record<string, unknown>))
      return { params, query, ...(body && { body }) }
    },
  }
}
