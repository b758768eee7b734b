/** What is the dealer’s own: company, team, tokens, webhooks, and what happened. */

import { createPerson } from '#identity/staff/actions.ts'
import { operator } from '#kernel/audit/actions.ts'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { fresh } from '../builders.ts'
import { anyone, later, listed, type Recipe, type World } from '../world.ts'

/** An enabled webhook; old ones make room, because a dealer may have only so many. */
async function aWebhook({ caller }: World): Promise<string> {
  const { body } = await caller.ask('GET', '/webhooks')
  const old = (body.data ?? body) as { id: string }[]
  if (old.length >= 10) for (const { id } of old) await caller.ask('DELETE', `/webhooks/${id}`)
  const made = (await caller.ask('POST', '/webhooks', { url: 'https://hook.example/waymark' })).body
  return (made.data ?? made).id
}

/** A person invited to the dealer's team, without an email. */
async function aColleague({ api, caller }: World): Promise<string> {
  const email = `${fresh('colleague')}@example.com`
  const person = { dealerId: caller.dealer, role: 'support', name: 'Anna', email } as const
  return (await createPerson(api.ctx, operator('test'), person)).personId
}

const newToken = (world: World) => ({
  name: fresh('token'),
  dialect: world.caller.dialect,
  level: 'read',
  expires_at: later(world, 1),
})

async function anotherToken(world: World): Promise<string> {
  const { body } = await world.caller.ask('POST', '/tokens', newToken(world))
  return (body.data ?? body).id
}

/** Events so far can be read. */
async function counted({ api, caller }: World): Promise<void> {
  await countEvents(api.ctx, caller.dealer)
}

/** As a paid invoice leaves it. */
const aKeptCard: Recipe = async ({ api: { ctx }, caller: { dealer } }) => {
  const tokenSealed = ctx.vault.seal('pm_none', `kept_cards.token:${dealer}`)
  const shown = { brand: 'visa', last4: '4242', month: 12, year: 2035, keptAt: ctx.clock.now() }
  await ctx.db
    .insertInto('keptCards')
    .values({ dealerId: dealer, processor: 'sandbox', livemode: false, tokenSealed, ...shown })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return [{}]
}

/** Registered, and not verified: nothing answers in tests. */
const aDomain: Recipe = async ({ caller }) => {
  await caller.ask('PUT', '/brand/domain', { domain: `${fresh('track')}.example.com` })
  return [{}]
}

/** Nothing answers there, and no name is looked up. */
const mailServer = {
  ...{ host: '127.0.0.1', port: 587, security: 'starttls', username: 'us', password: 'secret' },
  from_address: 'tracking@example.com',
}
const aMailServer =
  (body?: Readonly<Record<string, unknown>>): Recipe =>
  async ({ caller }) => {
    await caller.ask('PUT', '/brand/mail-server', mailServer)
    return [{ ...(body && { body }) }]
  }

const ofWebhook = async (world: World) => [{ params: { id: await aWebhook(world) } }]

/** The smallest picture there is. */
export const aLogo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const businessRecipes: Readonly<Record<string, Recipe>> = {
  'GET /events': async (world) => {
    await counted(world)
    const query = { after: '0', types: 'account.created,unit.created', account_ids: String(world.account) }
    return listed(query)
  },
  'GET /webhooks': async (world) => listed({ ids: await aWebhook(world) }),
  'POST /webhooks': async (world) => {
    await aWebhook(world)
    const url = 'https://hook.example/waymark?token=1'
    return [{ body: { url } }, { body: { url, description: 'Ours', types: ['bill.paid'], enabled: false } }]
  },
  'GET /webhooks/:id': ofWebhook,
  'PATCH /webhooks/:id': async (world) => {
    const params = { id: await aWebhook(world) }
    return [
      { params, body: { description: fresh('about') } },
      { params, body: { url: 'https://hook.example/', types: null, enabled: false } },
    ]
  },
  'DELETE /webhooks/:id': ofWebhook,
  'POST /webhooks/:id/rotate-secret': ofWebhook,
  'POST /webhooks/:id/test': ofWebhook,
  'POST /webhooks/:id/replay': async (world) => {
    await counted(world)
    const params = { id: await aWebhook(world) }
    return [
      { params, body: { after: 0 } },
      { params, body: { since: seconds(world.api.ctx.clock.now()) - 60 } },
    ]
  },
  'GET /webhooks/:id/deliveries': async (world) => {
    const params = { id: await aWebhook(world) }
    return [{ params }, { params, query: { state: 'failed', after: '3', sort: '-id', limit: '1', fields: 'id' } }]
  },
  'GET /company': anyone,
  'PATCH /company': () => [
    { body: { name: fresh('Company') } },
    {
      body: {
        marketing_info: {
          website: 'https://example.com',
          email: 'office@example.com',
          working_days: [1, 7],
          phones: ['+370 600 00000'],
          areas: ['company.areas.soft'],
          schedule: '9-18',
          about: 'We install.',
          shown: true,
        },
      },
    },
  ],
  'PATCH /company/location': () => [
    { body: { address: fresh('Harbour') } },
    { body: { address: null, coordinates: { lat: 55.7, lon: 21.1 }, country_code: 'LT' } },
    { body: { coordinates: null } },
  ],
  'GET /company/review': anyone,
  'GET /company/source-networks': anyone,
  'PUT /company/source-networks': () =>
    [['203.0.113.0/24', '192.0.2.7'], []].map((networks) => ({ body: { networks } })),
  'GET /company/payment-info': anyone,
  'GET /kept-card': aKeptCard,
  'DELETE /kept-card': aKeptCard,
  'GET /payment-information': anyone,
  'PATCH /payment-information': () => [
    { body: { reg_number: fresh('number') } },
    {
      body: {
        ...{ name: 'A company', email: 'pay@example.com', vat: null, agreement: true, auto_send_invoice: false },
        auto_charge: false,
        address: { city: 'Vilnius', country: 'LT', line1: fresh('Street'), line2: null, postal_code: '1', state: null },
      },
    },
  ],
  'GET /brand': anyone,
  'PATCH /brand': () => [
    { body: { sender_name: fresh('Sender') } },
    { body: { logo: aLogo, colour: '#1D4ED8', sender_name: null } },
    { body: { app_name: 'North', imprint_url: 'https://example.com/imprint', help_url: null } },
  ],
  'GET /brand/domain': anyone,
  'PUT /brand/domain': () => [{ body: { domain: `${fresh('track')}.example.com` } }],
  'POST /brand/domain/check': aDomain,
  'DELETE /brand/domain': aDomain,
  'GET /brand/mail-server': anyone,
  'PUT /brand/mail-server': () => [{ body: mailServer }],
  'POST /brand/mail-server/test': aMailServer({ email: 'anna@example.com' }),
  'POST /brand/mail-server/check': aMailServer(),
  'POST /brand/mail-server/key': aMailServer(),
  'DELETE /brand/mail-server': aMailServer(),
  'GET /staff': async (world) => listed({ ids: await aColleague(world) }),
  'POST /staff': () => [
    { body: { email: `${fresh('colleague')}@example.com`, role: 'support' } },
    { body: { email: `${fresh('colleague')}@example.com`, role: 'read_only', name: 'Anna' } },
  ],
  'PATCH /staff/:id': async (world) => {
    const params = { id: await aColleague(world) }
    return [
      { params, body: { name: fresh('name') } },
      { params, body: { role: 'billing', enabled: false } },
    ]
  },
  'DELETE /staff/:id': async (world) => [{ params: { id: await aColleague(world) } }],
  'GET /tokens': async (world) => listed({ ids: await anotherToken(world) }),
  'POST /tokens': (world) => [
    { body: newToken(world) },
    { body: { ...newToken(world), level: 'full', secrets: false } },
  ],
  'DELETE /tokens/:id': async (world) => [{ params: { id: await anotherToken(world) } }],
  'GET /audit': async ({ caller, account }) => {
    const { body } = await caller.ask('GET', `/audit?limit=1&account_id=${account}&action=accounts`)
    const ids = String((body.data ?? body)[0].id)
    return listed({
      ids,
      account_id: String(account),
      actor: 'token',
      action: 'accounts',
      from: '0',
      to: '99999999999',
    })
  },
  'GET /requests': () => listed({ failed: 'true', q: 'units' }),
  'GET /today': anyone,
}
