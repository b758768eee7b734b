import Type from 'typebox'
import { exact } from '#kernel/api/fields.ts'
import { listing, listParameters, numberIds, search } from '#kernel/api/lists.ts'
import { bare, bareList, both, byNumber, route } from '#kernel/api/route.ts'
import { UnitWire, toWire as unitToWire } from '../units/wire.ts'
import { binSorts, binUnit, listBinned, removeForGood, restoreUnit } from './actions.ts'
import type { BinnedUnit } from './binned-unit.ts'
import { moveUnit } from './moving.ts'
import { BinnedUnitShape, MoveBody, toWire } from './wire.ts'

const tag = 'Units'

export const dealerRoutes = [
  route({
    method: 'DELETE',
    path: '/units/:id',
    right: 'units',
    tag,
    summary: 'Delete a unit and its messages',
    description:
      'Not for units of accounts that belong to their client. For 30 days, `/console/deleted-units` can restore it.',
    params: byNumber('unit'),
    replies: both(Type.Integer()),
    handle: (call, { params }) => binUnit(call, params.id),
  }),
]

const params = byNumber('deleted unit')
const list = bareList(BinnedUnitShape)
const id = bare(Type.Integer())

/** Under `/console/units`. */
export const consoleMoveRoutes = [
  route({
    method: 'POST',
    path: '/:id/move',
    right: 'units',
    tag,
    summary: 'Move a unit to another account',
    description:
      'Takes effect at once; the tracker does not have to reconnect. Groups, geofences, rules, notifications, drivers, ' +
      'logbook, commands and links of the old account do not move with it; paid days do. Without its history it gets a ' +
      'new id. Not for tags and assets, and not for units of accounts that belong to their client.',
    params: byNumber('unit'),
    body: MoveBody,
    replies: { provider: bare(UnitWire.provider), partner: bare(UnitWire.partner) },
    handle: async (call, { params, body }) =>
      unitToWire(await moveUnit(call, params.id, { accountId: body.account_id, withHistory: body.with_history })),
  }),
]

/** Under `/console/deleted-units`. */
export const consoleBinRoutes = [
  route({
    method: 'GET',
    path: '',
    tag,
    summary: 'List deleted units that can be restored',
    query: exact({
      ...listParameters,
      account_ids: Type.Optional(Type.String({ description: 'Only units of these accounts, separated by commas.' })),
      ...search,
    }),
    replies: { provider: list, partner: list },
    handle: (call, { query }) => {
      const accountIds = numberIds(query.account_ids, 'account_ids')
      const filter = { ids: numberIds(query.ids), accountIds, q: query.q }
      return listing<BinnedUnit>({ sorts: binSorts, read: (page) => listBinned(call, filter, page), toWire })
    },
  }),
  route({
    method: 'POST',
    path: '/:id/restore',
    right: 'units',
    tag,
    summary: 'Restore a deleted unit',
    description:
      'With its id, messages and history, in its former account. Its ident must be free, and the account’s plan must ' +
      'have room for it. Links to other units and unanswered commands are not restored. If it had moved without its ' +
      'history and the new unit is deleted, it has the paid days of that one, with those that the other account renewed.',
    params,
    replies: { provider: bare(UnitWire.provider), partner: bare(UnitWire.partner) },
    handle: async (call, { params }) => unitToWire(await restoreUnit(call, params.id)),
  }),
  route({
    method: 'DELETE',
    path: '/:id',
    right: 'units',
    tag,
    summary: 'Delete a unit for good',
    description: 'Deletes its messages and history too. It cannot be restored after that.',
    params,
    replies: { provider: id, partner: id },
    handle: (call, { params }) => removeForGood(call, params.id),
  }),
]
