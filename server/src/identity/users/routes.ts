import Type from 'typebox'
import { listing, listParameters, numberIds, search, uuidIds } from '#kernel/api/lists.ts'
import { alias, bare, bareList, byUuid, data, dataList, route, UuidId } from '#kernel/api/route.ts'
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

const ListQuery = Type.Object(
  {
    ...listParameters,
    account_ids: Type.Optional(Type.String({ description: 'Only users of these accounts, separated by commas.' })),
    ...search,
  },
  { additionalProperties: false },
)

const enter = route({
  method: 'PUT',
  path: '/users/:id/appToken/:app_id',
  tag,
  summary: 'Create a support token for a client’s application',
  description: 'For an owned account, this works only while its client has support access turned on.',
  params: Type.Object({ id: UuidId, app_id: Type.String({ maxLength: 100 }) }, { title: 'user' }),
  query: Type.Object(
    {
      token_type: Type.Optional(
        Type.Enum([...supportModes], {
          description:
            '`service` (default): also shows what is hidden from the client; `service_as_user`: shows what the client sees.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  replies: { provider: bare(SupportTokenShape), partner: data(SupportTokenShape) },
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
    replies: { provider: bareList(UserShape), partner: dataList(UserShape) },
    handle: (call, { query }) => {
      const filter = { ids: uuidIds(query.ids), accountIds: numberIds(query.account_ids, 'account_ids'), q: query.q }
      return listing<User>({ sorts: userSorts, read: (page) => listUsers(call, filter, page), toWire })
    },
  }),
  route({
    method: 'PATCH',
    path: '/users/:id',
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
    tag,
    summary: "Set the password of a managed account's user",
    params,
    body: PasswordBody,
    replies: { provider: bare(UserWithEnabledShape), partner: data(UserWithEnabledShape) },
    handle: async (call, { params, body }) =>
      toWire(await setPassword(call, params.id, body.new_password, body.repeat_password)),
  }),
  enter,
  alias(enter, 'GET'),
]
