import Type, { type Static } from 'typebox'
import { exact, Time } from '#kernel/api/fields.ts'
import { NewUnitBody } from '../units/wire.ts'
import type { Claim, UnclaimedDeviceView } from './actions.ts'

export const LobbyShape = Type.Object(
  {
    id: Type.String(),
    ident: Type.String({ example: '352093081452251' }),
    protocol: Type.String({ example: 'teltonika' }),
    address: Type.String({ example: '198.51.100.24', description: 'Its last address.' }),
    first_seen: Time,
    last_seen: Time,
    tries: Type.Integer({ example: 3 }),
    frames: Type.Array(Type.String({ description: 'Hexadecimal, the newest first.' }), {
      example: ['000f333532303933303831343532323531'],
    }),
    preview: Type.Array(Type.Unsafe<object>({ type: 'object' }), {
      example: [],
      description: 'Its messages, decoded.',
    }),
    nearest: Type.Array(Type.Object({ id: Type.Integer(), ident: Type.String({ example: '352093081452215' }) }), {
      description: 'Your own units with a similar ident.',
    }),
  },
  { title: 'LobbyEntry' },
)

export const lobbyToWire = (entry: UnclaimedDeviceView) => ({
  ...entry,
  frames: entry.frames.map((frame) => frame.toString('hex')),
})

const { ident: _, ...claimed } = NewUnitBody.properties
export const ClaimBody = exact(claimed)

export const toClaim = (body: Static<typeof ClaimBody>): Claim => ({
  accountId: body.account_id,
  appId: body.app_id,
  name: body.name,
  hwId: body.hw_id,
  description: body.description,
})

export const NearbyShape = Type.Object(
  {
    id: Type.String(),
    ident: Type.String({ example: '352093081452251' }),
    protocol: Type.String({ example: 'teltonika' }),
    last_seen: Time,
  },
  { title: 'NearbyDevice' },
)

const { account_id: __, ...claimedByClient } = claimed
export const OwnClaimBody = exact(claimedByClient)
