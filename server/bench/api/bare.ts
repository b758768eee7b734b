/**
 * What our handlers are compared with: the same Fastify and pg, one prepared SQL statement per request, the columns
 * mapped to the same keys, and nothing else. No token, no limits, no validation, no metrics, no headers.
 */
import { randomInt } from 'node:crypto'
import { modelById, protocolByName } from '@waymark/devices'
import Fastify from 'fastify'
import pg from 'pg'
import { dialects } from '#kernel/api/dialects.ts'

const [databaseUrl, dealerText] = process.argv.slice(2)
const dealer = Number(dealerText)
const { apps } = dialects.provider

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })

const accountColumns =
  'id, dealer_id, client_plan_id, title, description, type, link_app, reg_apps, service_apps, ack, is_attached, attached_at, ' +
  'added_at, blocked, payment_expected_at, payment_notify_offset, block_offset, use_fleet_lifecycle, created_at, updated_at'
const unitColumns =
  'id, account_id, app_id, name, ident, description, hw_id, tls, messages_ttl, messages_rotate, extra_data, ' +
  'tokens, b_type, completed, ready, type, gw_type, technology, device_link, linked_devices, message_params, category, ' +
  'created_at, updated_at'

const readAccount = {
  name: 'read-account',
  text: `select ${accountColumns}, coalesce((select jsonb_object_agg(app_id, id) from subscriptions
      where account_id = accounts.id and active and expires_at > $4), '{}') as subscriptions
    from accounts where dealer_id = $1 and reg_apps && $2::uuid[] and id = $3`,
}
const listUnits = {
  name: 'list-units',
  text: `select ${unitColumns}, last_active from units left join telemetry on unit_id = id
    where dealer_id = $1 and app_id = any($2::uuid[]) order by id limit 1001`,
}
const addUnit = `insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, created_at, updated_at)
  values ($1::bigint, $2::bigint, $3::bigint, $4::uuid, $5, $6, $7, $8, $9, $9) returning ${unitColumns}, null::timestamptz as last_active`
/** Leaves the same rows behind as our operation: the unit, one unit of quota used, the audit entry. */
const createUnit = {
  name: 'create-unit',
  text: `with place as (
      insert into unit_usage (account_id, app_id, used) values ($3, $4, 1)
      on conflict (account_id, app_id, quota) do update set used = unit_usage.used + 1),
    added as (${addUnit}),
    recorded as (
      insert into audit (dealer_id, at, actor_kind, actor_id, address, action, subject_id, after)
      values ($2, $9, 'token', 'bare', '127.0.0.1', 'units.create', $1::bigint::text, $10))
    select * from added`,
}
const insertUnit = { name: 'insert-unit', text: addUnit }

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const secondsOrNull = (date: Date | null) => date && seconds(date)

// biome-ignore lint/suspicious/noExplicitAny: a row is whatever the statement says.
const accountToWire = (row: any) => ({
  id: row.id,
  pid: row.dealer_id,
  title: row.title,
  description: row.description,
  link_app: row.link_app,
  reg_apps: row.reg_apps,
  created_at: seconds(row.created_at),
  updated_at: seconds(row.updated_at),
  ack: secondsOrNull(row.ack) ?? 0,
  subscriptions: row.subscriptions,
  service_apps: row.service_apps,
  is_attached: row.is_attached,
  attached_at: secondsOrNull(row.attached_at),
  added_time: seconds(row.added_at),
  is_premium: Object.keys(row.subscriptions).length > 0,
  type: row.type,
  tariff_plans: row.client_plan_id === null ? {} : { [row.reg_apps[0]]: row.client_plan_id },
  blocked: row.blocked,
  client_payment_lifecycle: {
    payment_expected_at: secondsOrNull(row.payment_expected_at),
    payment_notify_offset: row.payment_notify_offset,
    block_offset: row.block_offset,
    use_fleet_lifecycle: row.use_fleet_lifecycle,
  },
})

// biome-ignore lint/suspicious/noExplicitAny: a row is whatever the statement says.
function unitToWire(row: any) {
  const model = modelById(row.hw_id)!
  const { id: protocolId } = protocolByName(model.protocol)
  return {
    id: row.id,
    cid: row.account_id,
    account_id: row.account_id,
    name: row.name,
    ident: row.ident,
    description: row.description,
    hw_id: row.hw_id,
    device_type_id: model.deviceTypeId,
    protocol_id: protocolId,
    channel_id: protocolId,
    tls: row.tls,
    last_active: secondsOrNull(row.last_active),
    messages_ttl: row.messages_ttl,
    messages_rotate: row.messages_rotate,
    extra_data: row.extra_data,
    tokens: row.tokens,
    created_at: seconds(row.created_at),
    updated_at: seconds(row.updated_at),
    app_id: row.app_id,
    b_type: row.b_type,
    completed: row.completed,
    ready: row.ready,
    type: row.type,
    gw_type: row.gw_type,
    technology: row.technology,
    device_link: row.device_link,
    linked_devices: row.linked_devices,
    message_params: row.message_params,
    category: row.category,
  }
}

interface NewUnit {
  readonly name: string
  readonly ident: string
  readonly hw_id: number
  readonly app_id: string
  readonly account_id: number
}

const app = Fastify()

app.get<{ Params: { id: string } }>('/accounts/:id', async (request) => {
  const { rows } = await pool.query({ ...readAccount, values: [dealer, apps, request.params.id, new Date()] })
  return accountToWire(rows[0])
})

app.get('/units', async () => {
  const { rows } = await pool.query({ ...listUnits, values: [dealer, apps] })
  return rows.map(unitToWire)
})

const newRow = (unit: NewUnit) => {
  const id = randomInt(100_000_000_000, 1_000_000_000_000)
  return [id, dealer, unit.account_id, unit.app_id, unit.name, unit.ident, '', unit.hw_id, new Date()]
}

app.post<{ Body: NewUnit }>('/units', async (request, reply) => {
  const values = [...newRow(request.body), JSON.stringify(request.body)]
  const { rows } = await pool.query({ ...createUnit, values })
  return reply.code(201).send(unitToWire(rows[0]))
})

app.post<{ Body: NewUnit }>('/units-alone', async (request, reply) => {
  const { rows } = await pool.query({ ...insertUnit, values: newRow(request.body) })
  return reply.code(201).send(unitToWire(rows[0]))
})

await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(app.server.address())
process.once('disconnect', () => process.exit(0))
