import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, byNumber, byUuid, plainRoute } from '#kernel/api/route.ts'
import { changeLabel, createLabel, labelUnit, listLabels, readLabel, removeLabel } from './actions.ts'
import { LabelChange, LabelShape, LabelsOfUnit, NewLabel, toChange } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const label = { tag: 'Labels', module: 'label' } as const
const params = byUuid('label')
const view = 'client.view'
const arrange = 'client.arrange'

export const clientRoutes = [
  route({
    ...label,
    method: 'GET',
    path: '/labels',
    operation: view,
    summary: 'List labels by name',
    reply: bare(Type.Array(LabelShape)),
    handle: (call) => listLabels(call),
  }),
  route({
    ...label,
    method: 'POST',
    path: '/labels',
    operation: arrange,
    summary: 'Create a label',
    description: 'Names are unique and case-insensitive.',
    body: NewLabel,
    reply: bare(LabelShape, 201),
    handle: (call, { body }) => createLabel(call, toChange(body)),
  }),
  route({
    ...label,
    method: 'GET',
    path: '/labels/:id',
    operation: view,
    summary: 'Read a label',
    params,
    reply: bare(LabelShape),
    handle: (call, { params }) => readLabel(call, params.id),
  }),
  route({
    ...label,
    method: 'PATCH',
    path: '/labels/:id',
    operation: arrange,
    summary: 'Change a label or what carries it',
    params,
    body: LabelChange,
    reply: bare(LabelShape),
    handle: (call, { params, body }) => changeLabel(call, params.id, toChange(body)),
  }),
  route({
    ...label,
    method: 'DELETE',
    path: '/labels/:id',
    operation: arrange,
    summary: 'Delete a label',
    description: 'Items with this label stay; they lose the label.',
    params,
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => removeLabel(call, params.id),
  }),
  route({
    ...label,
    method: 'PUT',
    path: '/units/:id/labels',
    operation: arrange,
    summary: 'Set the labels of a gateway, sensor or asset',
    params: byNumber('unit'),
    body: LabelsOfUnit,
    reply: bare(Type.Null(), 204),
    handle: (call, { params, body }) => labelUnit(call, params.id, body.label_ids),
  }),
]
