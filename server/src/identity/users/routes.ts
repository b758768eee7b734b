import Type from 'typebox'
import { exact } from '#kernel/api/fields.ts'
import { listing, listParameters, numberIds, search, uuidIds } from '#kernel/api/lists.ts'
import { alias, bare, both, bothList, byUuid, data, route, UuidId } from '#kernel/api/route.ts'
import { supportModes } from '../sessions/session.ts'
import { changeUser, issueSupportToken, listUsers, setPassword, userSorts } from './actions.ts'
import type { User } from './user.ts'
import {
  PasswordBody,
  SupportTokenShape,
  supportTokenToWire,
  toUserChange,
  toWire,
  UserChangeBody,
  UserShape,
  UserWithEnabledShape,
  UserWithoutEmailShape,
} from './wire.ts'

const tag = 'Users'
const params = byUuid('user')

const ListQuery = exact({
  ...listParameters,
  account_ids: Type.Optional(Type.String({ description: 'Only users of these accounts, separated by commas.' })),
  ...search,
})

const enter = route({
  method: 'PUT',
  path: '/users/:id/appToken/:app_id',
  right: 'service',
  tag,
  summary: 'Create a support token for a client’s application',
  description: 'For an owned account, this works only while its client has support access turned on.',
  params: Type.Object({ id: UuidId, app_id: Type.String({ maxLength: 100 }) }, { title: 'user' }),
  query: exact({
    token_type: Type.Optional(
      Type.Enum([...supportModes], {
        description:
          '`service` (default): also shows what is hidden from the client; `service_as_user`: shows what the client sees.',
      }),
    ),
  }),
  replies: both(SupportTokenShape),
  handle: async (call, { params, query }) =>
    supportTokenToWire(await issueSupportToken(call, params.id, params.app_id, query.token_type ?? 'service')),
})

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/users',
    tag,
    summary: 'List users',
    query: ListQuery,
    replies: bothList(UserShape),
    handle: (call, { query }) => {
      const filter = { ids: uuidIds(query.ids), accountIds: numberIds(query.account_ids, 'account_ids'), q: query.q }
      return listing<User>({ sorts: userSorts, read: (page) => listUsers(call, filter, page), toWire })
    },
  }),
  route({
    method: 'PATCH',
    path: '/users/:id',
    right: 'users',
    tag,
    summary: 'Change a user',
    description: 'Not for accounts that belong to their client.',
    params,
    body: UserChangeBody,
    replies: { provider: bare(UserWithoutEmailShape), partner: data(UserShape) },
    handle: async (call, { params, body }) => toWire(await changeUser(call, params.id, toUserChange(body))),
  }),
  route({
    method: 'PUT',
    path: '/users/:id/password',
    right: 'users',
    tag,
    summary: "Set the password of a managed account's user",
    params,
    body: PasswordBody,
    replies: both(UserWithEnabledShape),
    handle: async (call, { params, body }) =>
      toWire(await setPassword(call, params.id, body.new_password, body.repeat_password)),
  }),
  enter,
  alias(enter, 'GET'),
]
