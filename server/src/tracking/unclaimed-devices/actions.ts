import type { Decoded, Protocol } from '@waymark/devices'
import { countRequest } from '#identity/login-throttle/actions.ts'
import { throttleKey } from '#identity/login-throttle/throttle.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { createUnit, type NewUnit } from '../units/actions.ts'
import { hardwareOf, type Unit } from '../units/unit.ts'
import * as store from './store.ts'
import { frameBytesKept, isFresh, previewKept, type UnclaimedDevice } from './unclaimed-device.ts'

export interface UnknownDevice {
  readonly ident: string
  readonly protocol: Protocol
  readonly address: string
  readonly frame: Uint8Array
  readonly preview: Decoded<unknown>['messages']
}

export async function recordUnknownDevice(ctx: Pick<Context, 'db' | 'clock'>, device: UnknownDevice): Promise<void> {
  const at = ctx.clock.now()
  await store.record(ctx.db, {
    id: uuidv7(at),
    ident: device.ident,
    protocol: device.protocol.name,
    address: device.address,
    at,
    frame: Buffer.from(device.frame.subarray(0, frameBytesKept)),
    preview: JSON.stringify(device.preview?.slice(0, previewKept) ?? []),
  })
}

/**
 * A unit with a wrong password is not unknown: its connection log has the refusal. It is recorded here too, so that the time
 * of a refusal does not reveal whether the ident exists.
 */
const unknown = (entries: readonly store.RecordedDevice[]): UnclaimedDevice[] =>
  entries
    .filter(
      ({ registeredHwId, protocol }) =>
        registeredHwId === null || hardwareOf(registeredHwId).protocol.name !== protocol,
    )
    .map(({ registeredHwId: _, ...entry }) => entry)

export type UnclaimedDeviceView = UnclaimedDevice & { readonly nearest: readonly { id: number; ident: string }[] }

export async function findUnclaimed(call: Call, ident: string): Promise<UnclaimedDeviceView[]> {
  const entries = unknown(await store.listByIdent(call.db, { dealer: call.dealer }, ident))
  if (entries.length === 0) return []
  const nearest = await store.nearestIdents(call.db, call.dealer, ident, 5)
  return entries.map((entry) => ({ ...entry, nearest }))
}

/** All of them, for the operator. */
export const listUnclaimed = async (ctx: Pick<Context, 'db'>, most: number): Promise<UnclaimedDevice[]> =>
  unknown(await store.listAll(ctx.db, most))

const notFresh = 'This device has not connected for some minutes. Switch it on, then search again.'

export type Claim = Omit<NewUnit, 'ident'>

/**
 * For a client who has the device in its hands: the whole ident, and a connection within the last minutes. The answer
 * has neither its address nor what it sent, so that a guesser of idents learns nothing about its owner.
 */
export async function findNearby(call: ClientCall, ident: string): Promise<UnclaimedDevice[]> {
  await countRequest(call, throttleKey('nearby device', String(call.account), call.actor.address))
  const entries = unknown(await store.listByIdent(call.db, call, ident.trim()))
  return entries.filter((entry) => isFresh(entry, call.clock.now()))
}

/** Creates a unit for a waiting tracker, within the account's quota. Its earlier data is not kept. */
export const claim = (caller: Call | ClientCall, id: string, input: Claim): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const entry = (await store.find(call.db, call, id)) ?? notFound('unclaimed device')
    if ('session' in call && !isFresh(entry, call.clock.now())) conflict(notFresh)
    const unit = await createUnit(call, { ...input, ident: entry.ident }, (hwId) =>
      hardwareOf(hwId).protocol.name === entry.protocol
        ? []
        : [invalidField('hw_id', `hw_id must be a device that uses ${entry.protocol}, as this tracker does.`)],
    )
    await store.remove(call.db, entry.ident)
    return unit
  })

export const trimUnclaimed = (ctx: Pick<Context, 'db'>, most: number): Promise<number> => store.trim(ctx.db, most)
