/** A client of tags_app with its session, and pictures to send. */
import { deflateSync } from 'node:zlib'
import type { Message } from '@waymark/devices'
import { pngChunk } from '#entry/simulation/plan.ts'
import { tagsApp } from '#kernel/applications.ts'
import { startBeaconWriter } from '#tracking/beacons/writer.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import type { Answer, Caller, TestApi } from '../api.ts'
import { anActivatedAccount, aPlan, tagsPlanId } from '../builders.ts'
import { askAs, type Client, goodPassword, logIn } from './client.ts'

export interface TagsClient {
  readonly account: number
  readonly login: string
  readonly token: string
  readonly ask: Client['ask']
  /** Sends bytes as they are. */
  send(path: string, bytes: Buffer, type?: string): Promise<Answer>
}

export const tagsQuotas = { sensor: 50, gateway: 10, asset: 50, geofence: 5, unit_storage: 10240 }

export async function aTagsClient(
  api: TestApi,
  dealer: Caller,
  modules: readonly string[] = ['geofence', 'report', 'building'],
  quotas: object = {},
): Promise<TagsClient> {
  const plan = await aPlan(dealer, {
    ...{ managed_plan_id: tagsPlanId, app_id: tagsApp, modules },
    quotas: { ...tagsQuotas, ...quotas },
  })
  const account = await anActivatedAccount(api, dealer, plan.id, tagsApp)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const token = await logIn(api, account.user.name)
  const ask = askAs(api, token)
  return {
    account: account.id,
    login: account.user.name,
    token,
    ask,
    send: (path, bytes, type = 'image/png') => ask('PUT', path, bytes, { 'content-type': type }),
  }
}

export { pngChunk }

/** Grey, with any other chunks before its content. */
export function aPng(width = 320, height = 200, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  // If a picture is too large, only its size is read.
  const isLarge = width * height > 1e6
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.alloc(isLarge ? 1 : (width + 1) * height, 0xdd))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export interface HeardNow {
  readonly at: number
  /** The signal strength of each tag, in dBm, by its ident. */
  readonly tags: Readonly<Record<string, number>>
  readonly position?: readonly [latitude: number, longitude: number]
}

/** Nothing is announced, so the cache is never trusted. */
const silence = { on: () => {}, isListening: () => false }

/** A gateway has reported which tags it detected at which times. */
export async function hear(
  api: TestApi,
  { dealer }: Pick<Caller, 'dealer'>,
  gateway: { readonly id: number; readonly ident: string; readonly account_id: number },
  ...heard: readonly HeardNow[]
): Promise<void> {
  const writer = startWriter(api.ctx)
  const tagWriter = startBeaconWriter(api.ctx, writer, silence)
  const { id, ident, account_id: account } = gateway
  const unit = { id, ident, name: ident, deviceTypeId: 101, protocolId: 1, beaconOwner: { dealer, account } }
  const messages = heard.map(({ at, tags, position }) => {
    const beacons = Object.entries(tags).map(([tag, rssi]) => ({ id: tag, rssi }))
    const place = position && { 'position.latitude': position[0], 'position.longitude': position[1] }
    return { timestamp: at, ...place, 'ble.beacons': beacons } as Message
  })
  await tagWriter.append({ unit, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:4000' })
  await writer.close()
}
