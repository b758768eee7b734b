/** What the contract returns about a unit but cannot set: for the dealer's console, and for clients who own units. */
import Type, { type Static } from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { exact, Nullable } from '#kernel/api/fields.ts'
import { bare, byNumber, plainRoute, route } from '#kernel/api/route.ts'
import { type BillingType, billingTypes, messagesRotateMax, messagesTtlMax, messagesTtlMin } from '../unit.ts'
import { toWire, UnitWire } from '../wire.ts'
import { changeSettings, setRetention, type UnitSettings } from './settings.ts'

const retention = {
  messages_ttl: Type.Integer({
    minimum: messagesTtlMin,
    maximum: messagesTtlMax,
    example: 7_776_000,
    description: 'Seconds for which messages are kept: a day to ten years.',
  }),
  messages_rotate: Type.Integer({
    minimum: 0,
    maximum: messagesRotateMax,
    example: 0,
    description: 'How many messages are kept; 0: no limit.',
  }),
}

const SettingsBody = exact({
  completed: Type.Optional(
    Nullable(
      Type.Boolean({
        example: true,
        description: 'True: the set-up is checked. False: it has errors. Null: nobody has checked it.',
      }),
    ),
  ),
  b_type: Type.Optional(
    Nullable(
      Type.Unsafe<BillingType>({
        type: 'string',
        enum: billingTypes,
        description: 'How the dealer bills the unit. It has no effect on bills and invoices.',
      }),
    ),
  ),
  messages_ttl: Type.Optional(retention.messages_ttl),
  messages_rotate: Type.Optional(retention.messages_rotate),
})

const toSettings = (body: Static<typeof SettingsBody>): UnitSettings => ({
  ...(body.completed !== undefined && { completed: body.completed }),
  ...(body.b_type !== undefined && { bType: body.b_type }),
  ...(body.messages_ttl !== undefined && { messagesTtl: body.messages_ttl }),
  ...(body.messages_rotate !== undefined && { messagesRotate: body.messages_rotate }),
})

const params = byNumber('unit')
const storage = 'Older messages are deleted. The plan’s `unit_storage` applies as well: whichever is reached first.'

export const consoleUnitRoutes = [
  route({
    method: 'PATCH',
    path: '/:id',
    right: 'units',
    tag: 'Units',
    summary: 'Change the billing type, set-up state and retention of a unit',
    description: `${storage} Not for units of accounts that belong to their client.`,
    params,
    body: SettingsBody,
    replies: { provider: bare(UnitWire.provider), partner: bare(UnitWire.partner) },
    handle: async (call, { params, body }) => toWire(await changeSettings(call, params.id, toSettings(body))),
  }),
]

export const clientRoutes = [
  plainRoute<ClientCall, Operation>()({
    method: 'PUT',
    path: '/units/:id/retention',
    operation: 'client.manage-units',
    tag: 'Units',
    summary: 'Set how long the messages of a unit are kept',
    description: storage,
    params,
    body: exact(retention),
    reply: bare(UnitWire.provider),
    handle: async (call, { params, body }) => toWire(await setRetention(call, params.id, toSettings(body))),
  }),
]
