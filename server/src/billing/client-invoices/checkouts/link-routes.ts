/** Payment links: how dealers and clients get one, and what its holder sees and does. */
import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { exact } from '#kernel/api/fields.ts'
import { bare, byNumber, byUuid, plainRoute, route } from '#kernel/api/route.ts'
import type { PublicCall } from '#kernel/context.ts'
import { CheckoutBody, CheckoutShape, linkToWire, PaymentLinkShape, PaymentUrlShape, toParts } from '../wire.ts'
import { openCheckout } from './checkouts.ts'
import { followPaymentLink, linkToAccount, linkToInvoice, linkToOwn, readPaymentLink } from './payment-links.ts'

const tag = 'Client invoices'
const both = { provider: bare(PaymentUrlShape), partner: bare(PaymentUrlShape) }

/** Under `/console/client-invoices`. */
export const consoleInvoiceRoutes = [
  route({
    method: 'POST',
    path: '/:id/payment-link',
    right: 'bills',
    tag,
    summary: 'Get the payment link of an invoice',
    description: 'Always the same link. It does not expire, and opens a fresh payment page whenever one is needed.',
    params: byUuid('invoice'),
    replies: both,
    handle: async (call, { params }) => ({ url: await linkToInvoice(call, params.id) }),
  }),
]

/** Under `/console/accounts`. */
export const consoleAccountRoutes = [
  route({
    method: 'POST',
    path: '/:id/payment-link',
    right: 'bills',
    tag,
    summary: 'Get the payment link for all open invoices of a client',
    params: byNumber('account'),
    replies: both,
    handle: async (call, { params }) => ({ url: await linkToAccount(call, params.id) }),
  }),
]

const clientRoute = plainRoute<ClientCall, Operation>()

export const clientRoutes = [
  clientRoute({
    method: 'POST',
    path: '/invoices/payment-link',
    operation: 'client.view-bills',
    tag: 'Account',
    summary: 'Get the payment link for all open invoices',
    reply: bare(PaymentUrlShape),
    handle: async (call) => ({ url: await linkToOwn(call, null) }),
  }),
  clientRoute({
    method: 'POST',
    path: '/invoices/:id/payment-link',
    operation: 'client.view-bills',
    tag: 'Account',
    summary: 'Get the payment link of an invoice',
    params: byUuid('invoice'),
    reply: bare(PaymentUrlShape),
    handle: async (call, { params }) => ({ url: await linkToOwn(call, params.id) }),
  }),
]

const visitorRoute = plainRoute<PublicCall>()
const params = Type.Object({ id: Type.String({ pattern: '^[\\w-]{43}$' }) }, { title: 'payment link' })

/** For anyone with the link. */
export const publicRoutes = [
  visitorRoute({
    method: 'GET',
    path: '/payment-links/:id',
    tag: 'Payment page',
    summary: 'Read what a payment link is for',
    params,
    query: exact({
      returned: Type.Optional(
        Type.Literal('true', { description: 'After a payment page: asks the card processor for its state.' }),
      ),
    }),
    reply: bare(PaymentLinkShape),
    handle: async (call, { params, query }) =>
      linkToWire(await readPaymentLink(call, params.id, query.returned !== undefined)),
  }),
  visitorRoute({
    method: 'POST',
    path: '/payment-links/:id/checkout',
    tag: 'Payment page',
    summary: 'Open a payment page',
    params,
    body: CheckoutBody,
    reply: bare(CheckoutShape),
    handle: async (call, { params, body }) => {
      const link = await followPaymentLink(call, params.id)
      return { url: await openCheckout(call, link, toParts(body), body.consent) }
    },
  }),
]
