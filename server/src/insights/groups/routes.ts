import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, byUuid, plainRoute } from '#kernel/api/route.ts'
import { changeGroup, createGroup, listGroups, readGroup, removeGroup } from './actions.ts'
import { GroupChange, GroupShape, NewGroup } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const group = { tag: 'Groups', module: 'unit' } as const
const params = byUuid('group')
const view = 'client.view'
const arrange = 'client.arrange'

export const clientRoutes = [
  route({
    ...group,
    method: 'GET',
    path: '/groups',
    operation: view,
    summary: 'List unit groups by name',
    reply: bare(Type.Array(GroupShape)),
    handle: (call) => listGroups(call),
  }),
  route({
    ...group,
    method: 'POST',
    path: '/groups',
    operation: arrange,
    summary: 'Create a unit group',
    description: 'Names are unique and case-insensitive.',
    body: NewGroup,
    reply: bare(GroupShape, 201),
    handle: (call, { body }) => createGroup(call, body.name, body.unit_ids ?? []),
  }),
  route({
    ...group,
    method: 'GET',
    path: '/groups/:id',
    operation: view,
    summary: 'Read a group',
    params,
    reply: bare(GroupShape),
    handle: (call, { params }) => readGroup(call, params.id),
  }),
  route({
    ...group,
    method: 'PATCH',
    path: '/groups/:id',
    operation: arrange,
    summary: 'Rename a group or change its units',
    params,
    body: GroupChange,
    reply: bare(GroupShape),
    handle: async (call, { params, body }) => {
      const { name, unit_ids: unitIds } = body
      return changeGroup(call, params.id, { ...(name && { name }), ...(unitIds && { unitIds }) })
    },
  }),
  route({
    ...group,
    method: 'DELETE',
    path: '/groups/:id',
    operation: arrange,
    summary: 'Delete a group',
    description: 'Its units stay.',
    params,
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => removeGroup(call, params.id),
  }),
]
