import { bare, byNumber, route } from '#kernel/api/route.ts'
import { readProfile, setProfile } from './actions.ts'
import { ProfileBody, ProfileShape, toProfile, toWire } from './wire.ts'

const tag = 'Accounts'
const replies = { provider: bare(ProfileShape), partner: bare(ProfileShape) }

/** Under `/console/accounts`. */
export const consoleAccountRoutes = [
  route({
    method: 'GET',
    path: '/:id/profile',
    tag,
    summary: 'Read the profile of a client',
    params: byNumber('account'),
    replies,
    handle: async (call, { params }) => toWire(await readProfile(call, params.id)),
  }),
  route({
    method: 'PUT',
    path: '/:id/profile',
    right: 'bills',
    tag,
    summary: 'Set the profile of a client',
    description: 'Invoices that are open keep the name and address they were issued with.',
    params: byNumber('account'),
    body: ProfileBody,
    replies,
    handle: async (call, { params, body }) => toWire(await setProfile(call, params.id, toProfile(body))),
  }),
]
