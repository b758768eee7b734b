/**
 * Stands before the writer of messages: what gateways say goes on to it unchanged, and the tags they hear get messages,
 * a place and things that are there too. All of it is stored before the gateway is answered; sent again, it changes
 * nothing. A unit that is no gateway for tags passes at the cost of one look.
 */
import { modelById, protocolByName } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub.ts'
import { readMessages, readTelemetry } from '../messages/actions.ts'
import type { Delivery, IntakeUnit, Writer } from '../messages/writer.ts'
import { noteMessageParams } from '../units/actions.ts'
import { discoverSensor, type TagHome } from './actions.ts'
import { type HeardTag, type Hearing, hearingOf, hearsTags, type Point, tagsIn } from './hearing.ts'
import { hear, hearingsMax, latestOf, type Memory, nothingHeard, type Place, placeMessage, placeOf } from './place.ts'
import * as store from './store.ts'

interface Sensor {
  readonly unit: IntakeUnit
  readonly assets: readonly IntakeUnit[]
  /** Names of values that its messages have had. */
  readonly params: Set<string>
}

/** What is known of an account's tags. */
interface AccountTags {
  readonly gateways: Set<number>
  readonly sensors: Map<string, Sensor>
  readonly unwanted: ReadonlySet<string>
  readonly anchors: ReadonlyMap<number, Point>
  readonly discovering: Map<string, Promise<Sensor | undefined>>
  /** Until then no new tag has to be tried: there was no place for the last one. */
  fullUntilMs: number
}

interface Remembered {
  memory: Memory
  /** The place that its things were last told of. */
  told: string
}

const accountsMax = 10_000
const rememberedMax = 50_000
const fullMs = 60_000

type News = Pick<PubSub, 'on' | 'isListening'>

export function startTagWriter(ctx: Context, writer: Writer, notifications: News): Writer {
  const accounts = new Map<number, Promise<AccountTags>>()
  const accountOf = new Map<number, number>()
  const remembered = new Map<number, Promise<Remembered>>()

  notifications.on('tags', (account) => (account === '' ? accounts.clear() : accounts.delete(Number(account))))
  notifications.on('units', (unitId) => {
    if (unitId === '') {
      accounts.clear()
      accountOf.clear()
      for (const id of remembered.keys()) forget(id)
      return
    }
    const account = accountOf.get(Number(unitId))
    if (account === undefined) return
    accounts.delete(account)
    forget(Number(unitId))
  })

  function forget(sensorId: number): void {
    if (remembered.delete(sensorId)) writer.release(sensorId)
  }

  function tagsOf(home: TagHome): Promise<AccountTags> {
    const known = notifications.isListening() ? accounts.get(home.account) : undefined
    if (known !== undefined) return known
    if (accounts.size >= accountsMax) accounts.clear()
    const loading = load(home.account)
    accounts.set(home.account, loading)
    loading.catch(() => accounts.get(home.account) === loading && accounts.delete(home.account))
    return loading
  }

  async function load(account: number): Promise<AccountTags> {
    const [rows, unwanted, anchors] = await Promise.all([
      store.listUnits(ctx.db, account),
      store.listUnwanted(ctx.db, account),
      store.listAnchors(ctx.db, account),
    ])
    for (const { id } of rows) accountOf.set(id, account)
    const assets = Map.groupBy(
      rows.filter(({ deviceLink }) => deviceLink !== null),
      ({ deviceLink }) => deviceLink,
    )
    const sensors = rows
      .filter(({ type }) => type === 'sensor')
      .map((row): [string, Sensor] => [
        row.ident,
        { unit: intakeOf(row), assets: (assets.get(row.id) ?? []).map(intakeOf), params: new Set(row.messageParams) },
      ])
    return {
      gateways: new Set(rows.filter(({ type }) => type === 'gateway').map(({ id }) => id)),
      sensors: new Map(sensors),
      unwanted: new Set(unwanted),
      anchors: new Map(anchors.map(({ unitId, ...point }) => [unitId, point])),
      discovering: new Map(),
      fullUntilMs: 0,
    }
  }

  function sensorFor(tags: AccountTags, home: TagHome, id: string, gateway: number): Promise<Sensor | undefined> {
    const known = tags.sensors.get(id)
    if (known) return Promise.resolve(known)
    if (tags.unwanted.has(id)) return Promise.resolve(undefined)
    const running = tags.discovering.get(id)
    if (running !== undefined) return running
    if (performance.now() < tags.fullUntilMs) return Promise.resolve(undefined)
    const discovering = discover(tags, home, id, gateway).finally(() => tags.discovering.delete(id))
    tags.discovering.set(id, discovering)
    return discovering
  }

  async function discover(tags: AccountTags, home: TagHome, id: string, gateway: number): Promise<Sensor | undefined> {
    const unit = await discoverSensor(ctx, home, id, tags.anchors.has(gateway) ? 'mesh' : 'mobile')
    if (unit === 'full') {
      tags.fullUntilMs = performance.now() + fullMs
      return undefined
    }
    if (unit === 'known') {
      accounts.delete(home.account)
      return (await tagsOf(home)).sensors.get(id)
    }
    const sensor = { unit: intakeOf(unit), assets: [], params: new Set<string>() }
    tags.sensors.set(id, sensor)
    accountOf.set(unit.id, home.account)
    return sensor
  }

  /** The store knows all that memory forgets: the newest messages of a sensor are its hearings. */
  function memoryOf(sensorId: number): Promise<Remembered> {
    const known = remembered.get(sensorId)
    if (known !== undefined) return known
    if (remembered.size >= rememberedMax) forget(remembered.keys().next().value!)
    const recalling = recall(sensorId)
    remembered.set(sensorId, recalling)
    recalling.catch(() => remembered.get(sensorId) === recalling && remembered.delete(sensorId))
    return recalling
  }

  async function recall(sensorId: number): Promise<Remembered> {
    const [text, telemetry] = await Promise.all([
      readMessages(ctx, sensorId, hearingsMax, true),
      readTelemetry(ctx, sensorId),
    ])
    const heard = JSON.parse(text.toString()).flatMap((message: HeardTag['message']) => hearingOf(message) ?? [])
    const { position, 'gateway.id': gateway } = telemetry
    const fix = position && {
      ts: position.ts,
      gateway: Number(gateway?.value ?? 0),
      point: position.value as Point,
    }
    const readings = Object.fromEntries(
      Object.entries(telemetry).filter(([name]) => name.startsWith('battery.') || name.startsWith('sensor.')),
    )
    return { memory: hear({ ...nothingHeard, fix, readings }, heard as Hearing[]), told: '' }
  }

  async function hearTags({ unit, messages, peer }: Delivery, home: TagHome): Promise<void> {
    const tags = await tagsOf(home)
    tags.gateways.add(unit.id)
    accountOf.set(unit.id, home.account)
    const now = ctx.clock.now().getTime() / 1000
    const heard = messages.flatMap((message) => tagsIn(message, unit.id, tags.anchors.get(unit.id), now))
    const bySensor = new Map<Sensor, HeardTag[]>()
    for (const one of heard) {
      const sensor = await sensorFor(tags, home, one.id, unit.id)
      if (sensor) bySensor.set(sensor, [...(bySensor.get(sensor) ?? []), one])
    }
    await Promise.all([...bySensor].map(([sensor, own]) => place(sensor, own, tags.gateways, peer)))
  }

  async function place(
    sensor: Sensor,
    heard: readonly HeardTag[],
    gateways: ReadonlySet<number>,
    peer: string,
  ): Promise<void> {
    const { unit, assets } = sensor
    const own = await memoryOf(unit.id)
    // From here to the appending nothing waits: the order in which hearings are added is that in which they are stored.
    own.memory = hear(
      own.memory,
      heard.map(({ hearing }) => hearing),
    )
    const found = placeOf(own.memory, gateways)!
    const latest = latestOf(found, own.memory.readings)
    const isNew = own.told !== wordsOf(found)
    own.told = wordsOf(found)
    const moved = isNew ? [placeMessage(found)] : []
    const storing = [
      writer.append({ unit, messages: heard.map(({ message }) => message), latest, peer }),
      ...assets.map((asset) => writer.append({ unit: asset, messages: moved, latest, peer })),
      noteParams(
        sensor,
        heard.map(({ message }) => message),
      ),
    ]
    try {
      await Promise.all(storing)
    } catch (error) {
      // What is in memory may not be what is stored.
      remembered.delete(unit.id)
      throw error
    }
  }

  async function noteParams({ unit, params }: Sensor, messages: readonly HeardTag['message'][]): Promise<void> {
    const names = messages.flatMap((message) => Object.keys(message).filter((name) => name !== 'timestamp'))
    const fresh = [...new Set(names)].filter((name) => !params.has(name))
    if (fresh.length === 0) return
    await noteMessageParams(ctx, unit.id, fresh)
    for (const name of fresh) params.add(name)
  }

  return {
    ...writer,
    append(delivery) {
      const { hearsFor } = delivery.unit
      if (hearsFor === undefined || !delivery.messages.some(hearsTags)) return writer.append(delivery)
      return Promise.all([writer.append(delivery), hearTags(delivery, hearsFor)]).then(() => {})
    },
  }
}

const wordsOf = ({ hearing, point }: Place): string =>
  JSON.stringify([hearing.ts, hearing.gateway, hearing.rssi, point])

function intakeOf({ id, ident, name, hwId }: { id: number; ident: string; name: string; hwId: number }): IntakeUnit {
  const model = modelById(hwId)
  if (!model) throw new Error(`The catalogue has no model ${hwId}.`)
  return { id, ident, name, deviceTypeId: model.deviceTypeId, protocolId: protocolByName(model.protocol).id }
}
