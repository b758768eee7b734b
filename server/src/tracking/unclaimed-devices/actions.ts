import type { Decoded, Protocol } from '@waymark/devices'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { invalidField, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { createUnit, type NewUnit } from '../units/actions.ts'
import { hardwareOf, type Unit } from '../units/unit.ts'
import { frameBytesKept, type LobbyEntry, previewKept } from './lobby.ts'
import * as store from './store.ts'

export interface Stranger {
  readonly ident: string
  readonly protocol: Protocol
  readonly address: string
  readonly frame: Uint8Array
  readonly preview: Decoded<unknown>['messages']
}

export async function noteStranger(ctx: Pick<Context, 'db' | 'clock'>, stranger: Stranger): Promise<void> {
  const at = ctx.clock.now()
  await store.note(ctx.db, {
    id: uuidv7(at),
    ident: stranger.ident,
    protocol: stranger.protocol.name,
    address: stranger.address,
    at,
    frame: Buffer.from(stranger.frame.subarray(0, frameBytesKept)),
    preview: JSON.stringify(stranger.preview?.slice(0, previewKept) ?? []),
  })
}

/**
 * A wrong password makes no unit unknown: it is in the log of the unit. It is noted all the same, so that a peer cannot tell
 * by the time of its refusal whether the ident is one of ours.
 */
const unknown = (noted: readonly store.Noted[]): LobbyEntry[] =>
  noted
    .filter(
      ({ registeredHwId, protocol }) =>
        registeredHwId === null || hardwareOf(registeredHwId).protocol.name !== protocol,
    )
    .map(({ registeredHwId: _, ...entry }) => entry)

export type LobbyView = LobbyEntry & { readonly nearest: readonly { id: number; ident: string }[] }

export async function findInLobby(call: Call, ident: string): Promise<LobbyView[]> {
  const entries = unknown(await store.listByIdent(call.db, call.dealer, ident))
  if (entries.length === 0) return []
  const nearest = await store.nearestIdents(call.db, call.dealer, ident, 5)
  return entries.map((entry) => ({ ...entry, nearest }))
}

/** Everything, for the operator. */
export const listLobby = async (ctx: Pick<Context, 'db'>, most: number): Promise<LobbyEntry[]> =>
  unknown(await store.listAll(ctx.db, most))

export type Claim = Omit<NewUnit, 'ident'>

/** Makes a unit of a tracker that waits, within the account's quota. What it sent before is not handed over. */
export const claim = (caller: Call, id: string, input: Claim): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const entry = (await store.find(call.db, call.dealer, id)) ?? notFound('tracker in the lobby')
    const unit = await createUnit(call, { ...input, ident: entry.ident }, (hwId) =>
      hardwareOf(hwId).protocol.name === entry.protocol
        ? []
        : [invalidField('hw_id', `hw_id must be a device that speaks ${entry.protocol}, as this tracker does.`)],
    )
    await store.remove(call.db, entry.ident)
    return unit
  })

export const boundLobby = (ctx: Pick<Context, 'db'>, most: number): Promise<number> => store.bound(ctx.db, most)
