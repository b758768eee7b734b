import { both, route } from '#kernel/api/route.ts'
import { checkDomain, readDomain, removeDomain, setDomain } from './actions.ts'
import { DomainBody, DomainShape, toWire } from './wire.ts'

const tag = 'Company'
const replies = both(DomainShape)

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/brand/domain',
    tag,
    summary: 'Read your own domain and which DNS records are missing',
    replies,
    handle: async (call) => toWire(call, await readDomain(call)),
  }),
  route({
    method: 'PUT',
    path: '/brand/domain',
    right: 'manage',
    tag,
    summary: 'Set the domain for your clients’ pages',
    description:
      'Create the `records` in DNS. The platform checks them every 10 minutes on the first day, then less often. Once ' +
      'they exist, only your clients can sign in under this domain, and links in emails use it. Until then nothing changes.',
    body: DomainBody,
    replies,
    handle: async (call, { body }) => toWire(call, await setDomain(call, body.domain)),
  }),
  route({
    method: 'POST',
    path: '/brand/domain/check',
    right: 'manage',
    tag,
    summary: 'Check the records of the domain now',
    replies,
    handle: async (call) => toWire(call, await checkDomain(call)),
  }),
  route({
    method: 'DELETE',
    path: '/brand/domain',
    right: 'manage',
    tag,
    summary: 'Remove the domain',
    description: 'Clients sign in at the address of the installation again. Links they already have stop working.',
    replies,
    handle: async (call) => {
      await removeDomain(call)
      return toWire(call, undefined)
    },
  }),
]
