import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { byUuid } from '#kernel/api/route.ts'
import { changeGroup, createGroup, listGroups, readGroup, removeGroup } from './actions.ts'
import { GroupChange, GroupShape, NewGroup } from './wire.ts'

export const clientRoutes = ownedRoutes({
  ...{ tag: 'Groups', module: 'unit', path: '/groups', params: byUuid('group'), shape: GroupShape },
  list: { summary: 'List unit groups by name', handle: listGroups },
  create: {
    summary: 'Create a unit group',
    description: 'Names are unique and case-insensitive.',
    body: NewGroup,
    handle: (call, body) => createGroup(call, body.name, body.unit_ids ?? []),
  },
  read: { summary: 'Read a group', handle: readGroup },
  change: {
    summary: 'Rename a group or change its units',
    body: GroupChange,
    handle: (call, id, { name, unit_ids: unitIds }) =>
      changeGroup(call, id, { ...(name && { name }), ...(unitIds && { unitIds }) }),
  },
  remove: { summary: 'Delete a group', description: 'Its units stay.', handle: removeGroup },
})
