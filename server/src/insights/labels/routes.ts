import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { bare, byNumber, byUuid, plainRoute } from '#kernel/api/route.ts'
import { changeLabel, createLabel, labelUnit, listLabels, readLabel, removeLabel } from './actions.ts'
import { LabelChange, LabelShape, LabelsOfUnit, NewLabel, toChange } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const label = { tag: 'Labels', module: 'label' } as const

export const clientRoutes = [
  ...ownedRoutes({
    ...{ ...label, path: '/labels', params: byUuid('label'), shape: LabelShape },
    list: { summary: 'List labels by name', handle: listLabels },
    create: {
      summary: 'Create a label',
      description: 'Names are unique and case-insensitive.',
      body: NewLabel,
      handle: (call, body) => createLabel(call, toChange(body)),
    },
    read: { summary: 'Read a label', handle: readLabel },
    change: {
      summary: 'Change a label or what carries it',
      body: LabelChange,
      handle: (call, id, body) => changeLabel(call, id, toChange(body)),
    },
    remove: {
      summary: 'Delete a label',
      description: 'Items with this label stay; they lose the label.',
      handle: removeLabel,
    },
  }),
  route({
    ...label,
    method: 'PUT',
    path: '/units/:id/labels',
    operation: 'client.arrange',
    summary: 'Set the labels of a gateway, sensor or asset',
    params: byNumber('unit'),
    body: LabelsOfUnit,
    reply: bare(Type.Null(), 204),
    handle: (call, { params, body }) => labelUnit(call, params.id, body.label_ids),
  }),
]
