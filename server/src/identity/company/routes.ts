import Type from 'typebox'
import { SourceNetworksBody, SourceNetworksShape } from '#kernel/api/fields.ts'
import { bare, both, data, plainRoute, route } from '#kernel/api/route.ts'
import type { PublicCall } from '#kernel/context.ts'
import {
  changeBrand,
  changePaymentInfo,
  listShown,
  proposeChange,
  readBrand,
  readCompany,
  readInvoiceSettings,
  readPaymentInfo,
  readSourceNetworks,
  setInvoiceSettings,
  setSourceNetworks,
} from './actions.ts'
import {
  BrandBody,
  BrandShape,
  CompanyChangeBody,
  CompanyLocationBody,
  CompanyProfileShape,
  CompanyReviewShape,
  InvoiceSettingsBody,
  InvoiceSettingsShape,
  invoiceSettingsToWire,
  PaymentInfoBody,
  PaymentInfoWire,
  paymentInfoToWire,
  reviewToWire,
  ShownCompanyShape,
  toBrandChange,
  toInvoiceSettings,
  toPaymentInfoChange,
  toWire,
} from './wire.ts'

const tag = 'Company'
const payment = both(PaymentInfoWire)
const sources = both(SourceNetworksShape)
const brand = both(BrandShape)

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/company',
    tag,
    summary: 'Read the company profile',
    replies: { provider: data(CompanyProfileShape), partner: data(CompanyProfileShape) },
    handle: async (call) => toWire(await readCompany(call)),
  }),
  route({
    method: 'PATCH',
    path: '/company',
    right: 'manage',
    tag,
    summary: 'Propose a change to the company profile',
    description:
      'The change takes effect when the platform team approves it. Until then the response shows the current profile.',
    body: CompanyChangeBody,
    replies: both(CompanyProfileShape),
    handle: async (call, { body }) => toWire(await proposeChange(call, body)),
  }),
  route({
    method: 'PATCH',
    path: '/company/location',
    right: 'manage',
    tag,
    summary: 'Propose a change to the address and position of the company',
    description:
      'The change takes effect when the platform team approves it. Null removes a value. With a position and ' +
      '`marketing_info.shown` the company appears on the public map of dealers.',
    body: CompanyLocationBody,
    replies: both(CompanyProfileShape),
    handle: async (call, { body }) => toWire(await proposeChange(call, body)),
  }),
  route({
    method: 'GET',
    path: '/company/review',
    tag,
    summary: 'Read the changes under review and the profile as clients see it',
    replies: both(CompanyReviewShape),
    handle: async (call) => reviewToWire(await readCompany(call)),
  }),
  route({
    method: 'GET',
    path: '/company/source-networks',
    tag,
    summary: 'Read the networks from which trackers may connect',
    replies: sources,
    handle: async (call) => ({ networks: await readSourceNetworks(call) }),
  }),
  route({
    method: 'PUT',
    path: '/company/source-networks',
    right: 'manage',
    tag,
    summary: 'Set the networks from which trackers may connect',
    description:
      'Takes effect at once for all units that have no `/units/{id}/source-networks` of their own, except in accounts that belong to ' +
      'their client. A device that sends an ident from another network gets the answer for an unknown ident.',
    body: SourceNetworksBody,
    replies: sources,
    handle: async (call, { body }) => ({ networks: await setSourceNetworks(call, body.networks) }),
  }),
  route({
    method: 'GET',
    path: '/company/payment-info',
    tag,
    summary: 'Read the billing details',
    replies: payment,
    handle: async (call) => paymentInfoToWire(await readPaymentInfo(call)),
  }),
  route({
    method: 'GET',
    path: '/payment-information',
    tag,
    summary: 'Read the billing details (same as /company/payment-info)',
    replies: payment,
    handle: async (call) => paymentInfoToWire(await readPaymentInfo(call)),
  }),
  route({
    method: 'PATCH',
    path: '/payment-information',
    right: 'manage',
    tag,
    summary: 'Change the billing details',
    description:
      'A change of name, email, VAT number, registration number or address resets `verified` until the platform team ' +
      'has reviewed it. Until then you cannot create anything in managed applications; everything that exists continues to work.',
    body: PaymentInfoBody,
    replies: payment,
    handle: async (call, { body }) => paymentInfoToWire(await changePaymentInfo(call, toPaymentInfoChange(body))),
  }),
  route({
    method: 'GET',
    path: '/brand',
    tag,
    summary: 'Read the logo, colour and sender name',
    replies: brand,
    handle: (call) => readBrand(call),
  }),
  route({
    method: 'PATCH',
    path: '/brand',
    right: 'manage',
    tag,
    summary: 'Change logo, colour or sender name',
    description: 'Null removes a value. Clients see the change at once, without review.',
    body: BrandBody,
    replies: brand,
    handle: (call, { body }) => changeBrand(call, toBrandChange(body)),
  }),
]

const settings = { provider: bare(InvoiceSettingsShape), partner: bare(InvoiceSettingsShape) }

/** Under `/console/company`. */
export const consoleCompanyRoutes = [
  route({
    method: 'GET',
    path: '/invoice-settings',
    tag,
    summary: 'Read how invoices to clients are written',
    replies: settings,
    handle: async (call) => invoiceSettingsToWire(await readInvoiceSettings(call)),
  }),
  route({
    method: 'PUT',
    path: '/invoice-settings',
    right: 'manage',
    tag,
    summary: 'Set how invoices to clients are written',
    body: InvoiceSettingsBody,
    replies: settings,
    handle: async (call, { body }) => invoiceSettingsToWire(await setInvoiceSettings(call, toInvoiceSettings(body))),
  }),
]

/** Public, without signing in. */
export const publicRoutes = [
  plainRoute<PublicCall>()({
    method: 'GET',
    path: '/dealers',
    tag: 'Dealers',
    summary: 'List the dealers on the public map',
    description:
      'Approved companies that want to be shown and have a position. The response may be up to five minutes old.',
    reply: bare(Type.Array(ShownCompanyShape)),
    handle: async (call) => (await listShown(call)).map(toWire),
  }),
]
