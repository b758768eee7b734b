/**
 * Wraps the message writer: frames of gateways pass unchanged, and the beacons they report get messages, a location and
 * linked assets. Everything is stored before the gateway is answered; repeating it changes nothing. For other units
 * this costs one check.
 */
import { modelById, protocolByName } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import { countsAll } from '#kernel/private-time.ts'
import { readMessages, readTelemetry } from '../messages/actions.ts'
import type { Appended, Delivery, ReportingUnit, Writer } from '../messages/writing/delivery.ts'
import { noteMessageParams } from '../units/actions.ts'
import { type BeaconOwner, discoverSensor } from './actions.ts'
import { beaconsIn, type DetectedBeacon, type Detection, detectionOf, hasBeacons, type Point } from './detection.ts'
import {
  addDetections,
  type BeaconHistory,
  detectionsMax,
  type Location,
  latestOf,
  locate,
  locationMessage,
  noDetections,
} from './location.ts'
import * as store from './store.ts'

interface Sensor {
  readonly unit: ReportingUnit
  readonly assets: readonly ReportingUnit[]
  /** Names of values that its messages have had. */
  readonly params: Set<string>
}

interface AccountBeacons {
  readonly gateways: Set<number>
  readonly sensors: Map<string, Sensor>
  readonly unwanted: ReadonlySet<string>
  readonly anchors: ReadonlyMap<number, Point>
  readonly discovering: Map<string, Promise<Sensor | undefined>>
  /** No new beacon is tried until then: the last one exceeded the quota. */
  fullUntilMs: number
}

interface CachedBeacon {
  history: BeaconHistory
  /** The location that its assets were last given. */
  lastLocation: string
}

const accountsMax = 10_000
const beaconsMax = 50_000
const fullMs = 60_000

type Changes = Pick<PubSub, 'on' | 'isListening'>

export function startBeaconWriter(ctx: Context, writer: Writer, notifications: Changes): Writer {
  const beacons = new BeaconWriter(ctx, writer, notifications)
  return { ...writer, append: (delivery) => beacons.append(delivery) }
}

class BeaconWriter {
  readonly #ctx: Context
  readonly #writer: Writer
  readonly #notifications: Changes
  readonly #accounts = new Map<number, Promise<AccountBeacons>>()
  readonly #accountOf = new Map<number, number>()
  readonly #cached = new Map<number, Promise<CachedBeacon>>()

  constructor(ctx: Context, writer: Writer, notifications: Changes) {
    this.#ctx = ctx
    this.#writer = writer
    this.#notifications = notifications
    notifications.on('tags', (account) =>
      account === '' ? this.#accounts.clear() : this.#accounts.delete(Number(account)),
    )
    notifications.on('units', (unitId) => (unitId === '' ? this.#forgetAll() : this.#forgetUnit(Number(unitId))))
  }

  append(delivery: Delivery): Promise<Appended> {
    const { beaconOwner } = delivery.unit
    if (beaconOwner === undefined || !delivery.messages.some(hasBeacons)) return this.#writer.append(delivery)
    return Promise.all([this.#writer.append(delivery), this.#appendBeacons(delivery, beaconOwner)]).then(
      ([appended]) => appended,
    )
  }

  #forgetAll(): void {
    this.#accounts.clear()
    this.#accountOf.clear()
    for (const id of this.#cached.keys()) this.#forget(id)
  }

  #forgetUnit(unitId: number): void {
    const account = this.#accountOf.get(unitId)
    if (account === undefined) return
    this.#accounts.delete(account)
    this.#forget(unitId)
  }

  #forget(sensorId: number): void {
    if (this.#cached.delete(sensorId)) this.#writer.release(sensorId)
  }

  async #appendBeacons({ unit, messages, peer }: Delivery, owner: BeaconOwner): Promise<void> {
    const account = await this.#accountBeacons(owner)
    account.gateways.add(unit.id)
    this.#accountOf.set(unit.id, owner.account)
    const now = this.#ctx.clock.now().getTime() / 1000
    const detected = messages.flatMap((message) => beaconsIn(message, unit.id, account.anchors.get(unit.id), now))
    const bySensor = new Map<Sensor, DetectedBeacon[]>()
    for (const one of detected) {
      const sensor = await this.#sensorFor(account, owner, one.id, unit.id)
      if (sensor) bySensor.set(sensor, [...(bySensor.get(sensor) ?? []), one])
    }
    await Promise.all([...bySensor].map(([sensor, own]) => this.#store(sensor, own, account.gateways, peer)))
  }

  #accountBeacons({ account }: BeaconOwner): Promise<AccountBeacons> {
    const known = this.#notifications.isListening() ? this.#accounts.get(account) : undefined
    if (known !== undefined) return known
    if (this.#accounts.size >= accountsMax) this.#accounts.clear()
    const loading = this.#loadAccount(account)
    this.#accounts.set(account, loading)
    loading.catch(() => this.#accounts.get(account) === loading && this.#accounts.delete(account))
    return loading
  }

  async #loadAccount(account: number): Promise<AccountBeacons> {
    const { db } = this.#ctx
    const [rows, unwanted, anchors] = await Promise.all([
      store.listUnits(db, account),
      store.listUnwanted(db, account),
      store.listAnchors(db, account),
    ])
    for (const { id } of rows) this.#accountOf.set(id, account)
    const assets = Map.groupBy(
      rows.filter(({ deviceLink }) => deviceLink !== null),
      ({ deviceLink }) => deviceLink,
    )
    const sensors = rows
      .filter(({ type }) => type === 'sensor')
      .map((row): [string, Sensor] => [
        row.ident,
        {
          unit: reportingUnitOf(row, account),
          assets: (assets.get(row.id) ?? []).map((asset) => reportingUnitOf(asset, account)),
          params: new Set(row.messageParams),
        },
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

  #sensorFor(account: AccountBeacons, owner: BeaconOwner, id: string, gateway: number): Promise<Sensor | undefined> {
    const known = account.sensors.get(id)
    if (known) return Promise.resolve(known)
    if (account.unwanted.has(id)) return Promise.resolve(undefined)
    const running = account.discovering.get(id)
    if (running !== undefined) return running
    if (performance.now() < account.fullUntilMs) return Promise.resolve(undefined)
    const discovering = this.#discover(account, owner, id, gateway).finally(() => account.discovering.delete(id))
    account.discovering.set(id, discovering)
    return discovering
  }

  async #discover(
    account: AccountBeacons,
    owner: BeaconOwner,
    id: string,
    gateway: number,
  ): Promise<Sensor | undefined> {
    const unit = await discoverSensor(this.#ctx, owner, id, account.anchors.has(gateway) ? 'mesh' : 'mobile')
    if (unit === 'full') {
      account.fullUntilMs = performance.now() + fullMs
      return undefined
    }
    if (unit === 'known') {
      this.#accounts.delete(owner.account)
      return (await this.#accountBeacons(owner)).sensors.get(id)
    }
    const sensor = { unit: reportingUnitOf(unit, owner.account), assets: [], params: new Set<string>() }
    account.sensors.set(id, sensor)
    this.#accountOf.set(unit.id, owner.account)
    return sensor
  }

  /** Evicted beacons are read back from the store: the newest messages of a sensor are its detections. */
  #cachedBeacon(sensorId: number): Promise<CachedBeacon> {
    const known = this.#cached.get(sensorId)
    if (known !== undefined) return known
    if (this.#cached.size >= beaconsMax) this.#forget(this.#cached.keys().next().value!)
    const loading = this.#loadBeacon(sensorId)
    this.#cached.set(sensorId, loading)
    loading.catch(() => this.#cached.get(sensorId) === loading && this.#cached.delete(sensorId))
    return loading
  }

  async #loadBeacon(sensorId: number): Promise<CachedBeacon> {
    const reader = { ...this.#ctx, ...countsAll }
    const [text, telemetry] = await Promise.all([
      readMessages(reader, sensorId, detectionsMax, true),
      readTelemetry(reader, sensorId),
    ])
    const detected = JSON.parse(text.toString()).flatMap(
      (message: DetectedBeacon['message']) => detectionOf(message) ?? [],
    )
    const { position, 'gateway.id': gateway } = telemetry
    const fix = position && {
      ts: position.ts,
      gateway: Number(gateway?.value ?? 0),
      point: position.value as Point,
    }
    const readings = Object.fromEntries(
      Object.entries(telemetry).filter(([name]) => name.startsWith('battery.') || name.startsWith('sensor.')),
    )
    const history = addDetections({ ...noDetections, fix, readings }, detected as Detection[])
    return { history, lastLocation: '' }
  }

  async #store(
    sensor: Sensor,
    detected: readonly DetectedBeacon[],
    gateways: ReadonlySet<number>,
    peer: string,
  ): Promise<void> {
    const { unit, assets } = sensor
    const beacon = await this.#cachedBeacon(unit.id)
    // No await from here to the last append: detections are stored in the order in which they are added.
    beacon.history = addDetections(
      beacon.history,
      detected.map(({ detection }) => detection),
    )
    const { readings } = beacon.history
    // None: these detections are old, and the gateways of all recent ones have left the account.
    const location = locate(beacon.history, gateways)
    const latest = location ? latestOf(location, readings) : readings
    const key = location ? keyOf(location) : ''
    const moved = !location || beacon.lastLocation === key ? [] : [locationMessage(location)]
    beacon.lastLocation = key
    const messages = detected.map(({ message }) => message)
    try {
      await Promise.all([
        this.#writer.append({ unit, messages, latest, peer }),
        ...assets.map((asset) => this.#writer.append({ unit: asset, messages: moved, latest, peer })),
        this.#noteParams(sensor, messages),
      ])
    } catch (error) {
      // The cached history may differ from the stored one.
      this.#cached.delete(unit.id)
      throw error
    }
  }

  async #noteParams({ unit, params }: Sensor, messages: readonly DetectedBeacon['message'][]): Promise<void> {
    const names = messages.flatMap((message) => Object.keys(message).filter((name) => name !== 'timestamp'))
    const added = [...new Set(names)].filter((name) => !params.has(name))
    if (added.length === 0) return
    await noteMessageParams(this.#ctx, unit.id, added)
    for (const name of added) params.add(name)
  }
}

const keyOf = ({ detection, point }: Location): string =>
  JSON.stringify([detection.ts, detection.gateway, detection.rssi, point])

function reportingUnitOf(
  row: { id: number; ident: string; name: string; hwId: number },
  account: number,
): ReportingUnit {
  const { id, ident, name, hwId } = row
  const model = modelById(hwId)
  if (!model) throw new Error(`The catalogue has no model ${hwId}.`)
  const protocolId = protocolByName(model.protocol).id
  return { id, ident, name, deviceTypeId: model.deviceTypeId, protocolId, owner: { account } }
}
