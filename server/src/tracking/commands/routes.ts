import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { exact, like } from '#kernel/api/fields.ts'
import { listing, listParameters, uuidIds } from '#kernel/api/lists.ts'
import { bare, bareList, both, bothList, byNumber, NumberId, plainRoute, route, UuidId } from '#kernel/api/route.ts'
import type { Call } from '#kernel/context.ts'
import { cancelCommand, commandSorts, commandsOf, giveCommand, listAvailable, readCommand } from './actions.ts'
import { commandModule as module, type UnitCommand } from './command.ts'
import {
  AvailableShape,
  availableToWire,
  CommandShape,
  CommandStateWire,
  NewCommandBody,
  toInput,
  toWire,
} from './wire.ts'

const tag = 'Commands'
const ofUnit = byNumber('unit')
const ofCommand = Type.Object({ id: NumberId, command_id: UuidId }, { title: 'command' })
const ListQuery = exact({
  ...listParameters,
  state: Type.Optional(
    Type.Unsafe<UnitCommand['state']>({ ...CommandStateWire, description: 'Only items in this state.' }),
  ),
})

const available = {
  path: '/units/:id/commands/available',
  tag,
  summary: "List the commands that the unit's tracker supports",
  description: 'Depends on the protocol of its model. Dangerous commands need `confirm`.',
  params: ofUnit,
}
const give = {
  path: '/units/:id/commands',
  tag,
  summary: 'Send a command to the tracker of a unit',
  description:
    'Sent at once if the tracker is connected, otherwise when it connects, until the command expires. It is sent at most once. ' +
    'Requires the module `command` of the client plan. Dangerous commands are refused with 409 without `confirm`.',
  params: ofUnit,
  body: NewCommandBody,
}
const list = {
  path: '/units/:id/commands',
  tag,
  summary: 'List the commands of a unit',
  params: ofUnit,
  query: ListQuery,
}
const read = {
  path: '/units/:id/commands/:command_id',
  tag,
  summary: "Read a command, its state and the tracker's answer",
  params: ofCommand,
}
const cancel = {
  path: '/units/:id/commands/:command_id',
  tag,
  summary: 'Cancel a command that has not been sent yet',
  params: ofCommand,
}

type Asked = { readonly params: { id: number }; readonly query: { ids?: string; state?: UnitCommand['state'] } }
const listOf = async (call: Call, { params, query }: Asked) => {
  const readPage = await commandsOf(call, params.id)
  const filter = { ids: uuidIds(query.ids), state: query.state }
  return listing<UnitCommand>({ sorts: commandSorts, read: (page) => readPage(filter, page), toWire })
}

export const dealerRoutes = [
  route({
    method: 'GET',
    ...available,
    replies: both(Type.Array(AvailableShape)),
    handle: async (call, { params }) => (await listAvailable(call, params.id)).map(availableToWire),
  }),
  route({
    method: 'POST',
    ...give,
    right: 'commands',
    // The gateway must find the command before the reply is written.
    staged: true,
    replies: both(CommandShape),
    handle: async (call, { params, body }) => toWire(await giveCommand(call, params.id, toInput(body))),
  }),
  route({
    method: 'GET',
    ...list,
    replies: bothList(CommandShape),
    handle: listOf,
  }),
  route({
    method: 'GET',
    ...read,
    replies: both(CommandShape),
    handle: async (call, { params }) => toWire(await readCommand(call, params.id, params.command_id)),
  }),
  route({
    method: 'DELETE',
    ...cancel,
    right: 'commands',
    replies: both(like(CommandShape, { state: 'cancelled', cancelled_at: 1790000000 })),
    handle: async (call, { params }) => toWire(await cancelCommand(call, params.id, params.command_id)),
  }),
]

const clientRoute = plainRoute<ClientCall, Operation>()
const reads = { operation: 'client.read-commands', module } as const
const gives = { operation: 'client.command', module } as const

export const clientRoutes = [
  clientRoute({
    method: 'GET',
    ...available,
    ...reads,
    reply: bare(Type.Array(AvailableShape)),
    handle: async (call, { params }) => (await listAvailable(call, params.id)).map(availableToWire),
  }),
  clientRoute({
    method: 'POST',
    ...give,
    ...gives,
    reply: bare(CommandShape, 201),
    handle: async (call, { params, body }) => toWire(await giveCommand(call, params.id, toInput(body))),
  }),
  clientRoute({ method: 'GET', ...list, ...reads, reply: bareList(CommandShape), handle: listOf }),
  clientRoute({
    method: 'GET',
    ...read,
    ...reads,
    reply: bare(CommandShape),
    handle: async (call, { params }) => toWire(await readCommand(call, params.id, params.command_id)),
  }),
  clientRoute({
    method: 'DELETE',
    ...cancel,
    ...gives,
    reply: bare(CommandShape),
    handle: async (call, { params }) => toWire(await cancelCommand(call, params.id, params.command_id)),
  }),
]
