/** Units, their trackers, tags and commands, and unclaimed devices. */

import { protocolByName } from '@waymark/devices'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import { connectionLog } from '#tracking/connections/connections.ts'
import type { Transport } from '#tracking/gateway/session-services.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { recordUnknownDevice } from '#tracking/unclaimed-devices/actions.ts'
import { aManagedAccount, anAsset, aSensor, aUnit, fresh, newUnit } from '../builders.ts'
import { dataFrame } from '../people/teltonika.ts'
import { anyone, listed, type Recipe, type World } from '../world.ts'

/** A tracker that has connected and that no unit is registered for. */
async function anUnknownDevice({ api: { ctx } }: World): Promise<{ id: string; ident: string }> {
  const ident = fresh('unknown')
  const preview = [{ timestamp: 1_772_000_000, 'position.latitude': 54.7 }]
  const device = {
    ident,
    protocol: protocolByName('teltonika'),
    address: '192.0.2.7',
    frame: Buffer.from('hello'),
    preview,
  }
  await recordUnknownDevice(ctx, device)
  const { id } = await ctx.db.selectFrom('lobby').select('id').where('ident', '=', ident).executeTakeFirstOrThrow()
  return { id, ident }
}

/** Old ones make room, because a dealer may have only so many. */
async function anIntakeToken({ caller }: World): Promise<string> {
  const { body } = await caller.ask('GET', '/intake-tokens')
  const old = (body.data ?? body) as { id: string }[]
  if (old.length >= 90) for (const { id } of old) await caller.ask('DELETE', `/intake-tokens/${id}`)
  const made = (await caller.ask('POST', '/intake-tokens', { name: fresh('token') })).body
  return (made.data ?? made).id
}

/** In the one account of tags_app, which has room for few. */
async function aGateway({ caller, tags }: World): Promise<number> {
  const { body } = await caller.ask('GET', `/units?account_ids=${tags!.account}`)
  const found = body.find(({ type }: { type: string }) => type === 'gateway')
  return (found ?? (await aUnit(caller, tags!.account, { app_id: tagsApp }))).id
}

/** A dealer may have only so many. */
async function withoutFields({ caller }: World): Promise<void> {
  const { body } = await caller.ask('GET', '/console/vehicle-fields')
  if (body.length < 15) return
  for (const { id } of body) await caller.ask('DELETE', `/console/vehicle-fields/${id}`)
}

async function aField(world: World): Promise<string> {
  await withoutFields(world)
  const field = { name: fresh('field'), type: 'choice', choices: ['North', 'South'] }
  return (await world.caller.ask('POST', '/console/vehicle-fields', field)).body.id
}

/** A command that waits for its tracker; older ones make room. */
async function aCommand({ caller, account }: World): Promise<{ id: number; command_id: string }> {
  const { id } = await aUnit(caller, account)
  const { body } = await caller.ask('POST', `/units/${id}/commands`, { type: 'position', client_ref: 'order-7' })
  return { id, command_id: (body.data ?? body).id }
}

/** Its tracker has connected and disconnected. */
const aConnectedUnit: Recipe = async ({ api, unit }) => {
  const log = connectionLog(api.ctx)
  const connection = { peer: '192.0.2.7:4711', ageMs: 5_000, closeReason: null }
  const transport = { isTls: false, connection } as unknown as Transport
  const admitted = { id: unit, ident: '1', name: 'Van', deviceTypeId: 101, protocolId: 1, model: 'FMB001', tls: false }
  log.loggedIn(admitted, transport)
  log.closed(admitted, transport)
  await log.close()
  return [{ params: { id: unit } }]
}

/** It has both of its public links. */
const aLinkedUnit: Recipe = async ({ caller, account }) => {
  const { id } = await aUnit(caller, account)
  for (const kind of ['locator', 'toolbox']) await caller.ask('PUT', `/console/units/${id}/tokens/${kind}`, {})
  return [{ params: { id } }]
}
const aUnitToLink: Recipe = ({ unit }) => [{ params: { id: unit }, body: {} }]

/** Its tracker, a Teltonika, has sent a report. */
const aHeardUnit: Recipe = async ({ api, caller, account }) => {
  const unit = await aUnit(caller, account, { hw_id: 110 })
  const at = seconds(api.ctx.clock.now()) - 10
  const writer = startWriter(api.ctx)
  const tracked = { id: unit.id, ident: unit.ident, name: unit.name, deviceTypeId: 110, protocolId: 1 }
  await writer.append({
    unit: tracked,
    messages: [{ timestamp: at }],
    frame: dataFrame([{ at }]),
    peer: '192.0.2.1:4000',
  })
  await writer.close()
  const params = { id: unit.id }
  return [{ params }, { params, query: { count: '1', before: String(at + 60) } }]
}

/** It was deleted a moment ago. */
async function aBinnedUnit({ caller, account }: World): Promise<number> {
  const { id } = await aUnit(caller, account)
  await caller.ask('DELETE', `/units/${id}`)
  return id
}

const ofUnit: Recipe = ({ unit }) => [{ params: { id: unit } }]

export const unitsRecipes: Readonly<Record<string, Recipe>> = {
  'GET /intake-tokens': async (world) => listed({ ids: await anIntakeToken(world) }),
  'POST /intake-tokens': async (world) => {
    await anIntakeToken(world)
    return [{ body: { name: fresh('token') } }]
  },
  'DELETE /intake-tokens/:id': async (world) => [{ params: { id: await anIntakeToken(world) } }],
  'POST /units': ({ account, unclaimed }) => [
    { body: newUnit(account) },
    { body: newUnit(unclaimed, { app_id: consumerApp, description: 'Red', ident: fresh('pet') }) },
  ],
  'POST /units/import': ({ account, unclaimed }) => [
    { body: { rows: [newUnit(account), newUnit(account, { paid_until: '2090-01-01' })] } },
    {
      body: {
        dry_run: false,
        rows: [newUnit(unclaimed, { app_id: consumerApp, hw_id: undefined, model: 'FMB920' }), { name: 1 }],
      },
    },
    { body: { dry_run: true, rows: [newUnit(account)] } },
  ],
  'GET /units': ({ unit, account }) =>
    listed({ ids: String(unit), account_ids: String(account), app_id: fleetApp, ack_active: 'true', q: 'van' }),
  'GET /units/count': ({ unit, account }) => [
    {},
    {
      query: {
        ids: String(unit),
        account_ids: String(account),
        is_attached: 'false',
        state: 'never',
        term_state: 'none',
      },
    },
  ],
  'GET /units/:id': ofUnit,
  'PATCH /units/:id': ({ unit }) => [
    { params: { id: unit }, body: { name: fresh('van') } },
    { params: { id: unit }, body: { ident: fresh('ident'), hw_id: 201, password: 'x', description: '' } },
  ],
  'DELETE /units/:id': async ({ caller, account }) => [{ params: { id: (await aUnit(caller, account)).id } }],
  'GET /console/deleted-units': async (world) =>
    listed({ ids: String(await aBinnedUnit(world)), account_ids: String(world.account), q: 'van' }),
  'POST /console/deleted-units/:id/restore': async (world) => [{ params: { id: await aBinnedUnit(world) } }],
  'DELETE /console/deleted-units/:id': async (world) => [{ params: { id: await aBinnedUnit(world) } }],
  'POST /console/units/:id/move': async ({ caller, account }) => {
    const target = (await aManagedAccount(caller)).id
    return Promise.all(
      [true, false].map(async (with_history) => ({
        params: { id: (await aUnit(caller, account)).id },
        body: { account_id: target, with_history },
      })),
    )
  },
  'GET /units/:id/messages': ({ unit }) => [
    { params: { id: unit } },
    { params: { id: unit }, query: { count: '20000', reverse: 'true' } },
  ],
  'GET /units/:id/telemetry': ofUnit,
  'GET /units/:id/sensors': ofUnit,
  'POST /units/sensors': ({ tags }) => [
    { body: { account_id: tags!.account, name: 'Tag', ident: fresh('tag') } },
    { body: { account_id: tags!.account, name: 'Tag', ident: fresh('TAG'), description: 'On a keyring' } },
  ],
  'POST /units/assets': async ({ caller, tags }) => [
    {
      body: {
        ...{ account_id: tags!.account, name: 'Forklift', ident: fresh('asset'), category: 'equipment' },
        ...{ device_link: (await aSensor(caller, tags!.account)).id, description: 'Hall 2' },
      },
    },
    { body: { account_id: tags!.account, name: 'Pallet jack' } },
  ],
  'PUT /units/:id/link': async ({ caller, tags }) => {
    const params = { id: (await anAsset(caller, tags!.account)).id }
    const sensor = await aSensor(caller, tags!.account)
    return [sensor.id, null].map((device_link) => ({ params, body: { device_link } }))
  },
  'PUT /units/:id/category': async ({ caller, tags }) => {
    const params = { id: (await anAsset(caller, tags!.account)).id }
    return ['equipment', null].map((category) => ({ params, body: { category } }))
  },
  'GET /units/:id/place': async (world) => [{ params: { id: await aGateway(world) } }],
  'PUT /units/:id/place': async (world) => {
    const params = { id: await aGateway(world) }
    return [
      { params, body: { latitude: 54.7, longitude: 25.3 } },
      { params, body: { latitude: null, longitude: null } },
    ]
  },
  'GET /units/:id/channel': ofUnit,
  'GET /units/:id/source-networks': ofUnit,
  'PUT /units/:id/source-networks': async ({ caller, account }) => {
    const params = { id: (await aUnit(caller, account)).id }
    return [['203.0.113.0/24', '2001:db8::/48'], []].map((networks) => ({ params, body: { networks } }))
  },
  'GET /units/:id/connections': aConnectedUnit,
  'GET /units/:id/setup': ({ unit }) => [
    { params: { id: unit } },
    { params: { id: unit }, query: { apn: 'internet' } },
  ],
  'GET /units/:id/traffic': aHeardUnit,
  'PATCH /console/units/:id': ({ unit }) => [
    { params: { id: unit }, body: { completed: true, b_type: 'rental', messages_ttl: 86_400, messages_rotate: 100 } },
    { params: { id: unit }, body: { completed: null, b_type: null } },
  ],
  'GET /console/units/:id/protocol-settings': ofUnit,
  'PUT /console/units/:id/protocol-settings': async ({ caller, account }) => {
    const params = { id: (await aUnit(caller, account)).id }
    return [{ utc_offset_minutes: 480, checksum: 'ignore' }, { checksum: null }, {}].map((body) => ({ params, body }))
  },
  'GET /console/units/:id/protocol-suggestions': async (world) => (await aHeardUnit(world)).slice(0, 1),
  'GET /console/units/:id/decoding': ofUnit,
  'POST /console/units/:id/decoding': async ({ caller, account }) => [
    { params: { id: (await aUnit(caller, account)).id } },
  ],
  'GET /console/vehicles': async ({ api, unit }) => {
    const known = api.ctx.db.insertInto('vehicles').values({ unitId: unit, plate: 'B WM 1', updatedAt: new Date() })
    await known.onConflict((conflict) => conflict.doNothing()).execute()
    return [{ query: { ids: String(unit) } }, {}]
  },
  'GET /console/vehicle-fields': async (world) => {
    await aField(world)
    return [{}]
  },
  'POST /console/vehicle-fields': async (world) => {
    await withoutFields(world)
    return [
      { body: { name: fresh('field'), type: 'number' } },
      { body: { name: fresh('field'), type: 'choice', choices: ['North', 'South'] } },
    ]
  },
  'PATCH /console/vehicle-fields/:id': async (world) => [
    { params: { id: await aField(world) }, body: { name: fresh('field') } },
  ],
  'DELETE /console/vehicle-fields/:id': async (world) => [{ params: { id: await aField(world) } }],
  'GET /console/models/:hw_id': () => [{ params: { hw_id: 110 } }, { params: { hw_id: 9103 } }],
  'GET /console/models/:hw_id/protocol-settings': () => [{ params: { hw_id: 305 } }],
  'PUT /console/models/:hw_id/protocol-settings': () =>
    [{ speed_unit: 'knots', utc_offset_minutes: 60 }, {}].map((body) => ({ params: { hw_id: 305 }, body })),
  'GET /console/units/:id/address': ofUnit,
  'GET /console/units/:id/tokens': aLinkedUnit,
  'PUT /console/units/:id/tokens/locator': aUnitToLink,
  'PUT /console/units/:id/tokens/toolbox': aUnitToLink,
  'DELETE /console/units/:id/tokens/locator': aLinkedUnit,
  'DELETE /console/units/:id/tokens/toolbox': aLinkedUnit,
  'GET /units/:id/commands/available': ofUnit,
  'POST /units/:id/commands': async ({ caller, account }) => {
    const params = { id: (await aUnit(caller, account)).id }
    return [
      { params, body: { type: 'position' } },
      { params, body: { type: 'text', text: 'getinfo', confirm: true, expires_in: 60, client_ref: 'order-8' } },
      {
        params,
        body: { type: 'server', params: { host: 'track.example.com', port: 5027 }, queue: true, confirm: true },
      },
      { params, body: { type: 'interval', params: { seconds: 30 } } },
    ]
  },
  'GET /units/:id/commands': async (world) => {
    const { id, command_id } = await aCommand(world)
    return listed({ ids: command_id, state: 'queued' }).map((sample) => ({ ...sample, params: { id } }))
  },
  'GET /units/:id/commands/:command_id': async (world) => [{ params: await aCommand(world) }],
  'DELETE /units/:id/commands/:command_id': async (world) => [{ params: await aCommand(world) }],
  'GET /lobby': async (world) => [{ query: { ident: (await anUnknownDevice(world)).ident } }],
  'POST /lobby/:id/claim': async (world) => {
    const { ident: _, ...body } = newUnit(world.account)
    return [{ params: { id: (await anUnknownDevice(world)).id }, body }]
  },
  'GET /client/hardware/devices': anyone,
  'GET /client/hardware/manufacturers': anyone,
  'GET /platform/hardware/devices': anyone,
  'GET /platform/hardware/manufacturers': anyone,
}
