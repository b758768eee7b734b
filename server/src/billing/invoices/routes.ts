import Type from 'typebox'
import { bare, both, byUuid, data, plainRoute, route } from '#kernel/api/route.ts'
import type { Call } from '#kernel/context.ts'
import { notFound } from '#kernel/errors.ts'
import { seconds } from '#kernel/time/clock.ts'
import { listInvoices, readDealerName, readKeptCard, readLatest, removeKeptCard } from './actions.ts'
import { payInvoice } from './payments.ts'
import { openPortal, type PortalCall } from './portal.ts'
import {
  invoiceToWire,
  KeptCardShape,
  LatestInvoiceShape,
  PortalSessionShape,
  PortalShape,
  portalToWire,
} from './wire.ts'

const tag = 'Billing of the dealer'
const params = Type.Object({ app_id: Type.String({ maxLength: 100 }) }, { title: 'application' })

/** A dealer has one invoice for all applications; the partner dialect's paths still name one. */
const requireApp = (call: Call, app: string) => call.apps.some((known) => known === app) || notFound('application')

const latest = { method: 'GET' as const, tag, summary: 'Read the latest invoice from the platform' }
const portal = {
  method: 'GET' as const,
  tag,
  summary: 'Create a link to the invoice portal',
  description:
    'The link is valid for 15 minutes. For a read-only token, or a person without the right to bill, it only shows the ' +
    'invoices.',
}

export const billingRoutes = [
  route({
    ...latest,
    path: '/cardpay-invoice',
    replies: { provider: bare(LatestInvoiceShape) },
    handle: (call) => readLatest(call),
  }),
  route({
    ...latest,
    path: '/cardpay-invoice/:app_id',
    params,
    replies: { partner: data(LatestInvoiceShape) },
    handle: async (call, { params }) => {
      requireApp(call, params.app_id)
      return readLatest(call)
    },
  }),
  route({
    ...portal,
    path: '/customer-portal',
    replies: { provider: bare(PortalSessionShape) },
    handle: async (call) => portalToWire(openPortal(call)),
  }),
  route({
    ...portal,
    path: '/customer-portal/:app_id',
    params,
    replies: { partner: data(PortalSessionShape) },
    handle: async (call, { params }) => {
      requireApp(call, params.app_id)
      return portalToWire(openPortal(call))
    },
  }),
]

const card = { path: '/kept-card', tag: 'Company' } as const

export const dealerRoutes = [
  route({
    ...card,
    method: 'GET',
    summary: 'Read the card saved for invoices',
    description: 'With `auto_charge` in the billing details, the card that pays an invoice is saved for the next ones.',
    replies: both(KeptCardShape),
    handle: (call) => readKeptCard(call, { dealer: call.dealer }),
  }),
  route({
    ...card,
    method: 'DELETE',
    right: 'manage',
    summary: 'Remove the card saved for invoices',
    replies: both(Type.Object({ result: Type.Literal(true) })),
    handle: async (call) => {
      await removeKeptCard(call, { dealer: call.dealer })
      return { result: true }
    },
  }),
]

const portalRoute = plainRoute<PortalCall>()

/** Requests of the portal's page, with the secret of its link. */
export const portalRoutes = [
  portalRoute({
    method: 'GET',
    path: '/invoices',
    tag: 'Portal',
    summary: 'List the invoices, newest first',
    reply: bare(PortalShape),
    handle: async (call) => ({
      dealer: { name: await readDealerName(call) },
      return_url: call.config.publicUrl,
      expires_at: seconds(call.expiresAt),
      invoices: (await listInvoices(call, call.dealer)).map(invoiceToWire),
    }),
  }),
  portalRoute({
    method: 'POST',
    path: '/invoices/:id/pay',
    tag: 'Portal',
    summary: 'Open a payment page for an invoice',
    params: byUuid('invoice'),
    reply: bare(Type.Object({ url: Type.String() })),
    handle: async (call, { params }) => ({ url: await payInvoice(call, params.id) }),
  }),
]
