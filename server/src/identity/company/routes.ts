import { SourceNetworksBody, SourceNetworksShape } from '#kernel/api/fields.ts'
import { bare, data, route } from '#kernel/api/route.ts'
import {
  changeBrand,
  changePaymentInfo,
  proposeChange,
  readBrand,
  readCompany,
  readPaymentInfo,
  readSourceNetworks,
  setSourceNetworks,
} from './actions.ts'
import {
  BrandBody,
  BrandShape,
  brandToWire,
  CompanyChangeBody,
  CompanyProfileShape,
  CompanyReviewShape,
  PaymentInfoBody,
  PaymentInfoWire,
  paymentInfoToWire,
  reviewToWire,
  toBrandChange,
  toPaymentInfoChange,
  toWire,
} from './wire.ts'

const tag = 'Company'
const payment = { provider: bare(PaymentInfoWire.provider), partner: data(PaymentInfoWire.partner) }
const sources = { provider: bare(SourceNetworksShape), partner: data(SourceNetworksShape) }
const brand = { provider: bare(BrandShape), partner: data(BrandShape) }

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/company',
    tag,
    summary: "Read the dealer's company card",
    replies: { provider: data(CompanyProfileShape), partner: data(CompanyProfileShape) },
    handle: async (call) => toWire(await readCompany(call)),
  }),
  route({
    method: 'PATCH',
    path: '/company',
    tag,
    summary: 'Propose a change of the company card',
    description: 'The change waits until the platform team has approved it; the answer is the card as it stands.',
    body: CompanyChangeBody,
    replies: { provider: bare(CompanyProfileShape), partner: data(CompanyProfileShape) },
    handle: async (call, { body }) => toWire(await proposeChange(call, body)),
  }),
  route({
    method: 'GET',
    path: '/company/review',
    tag,
    summary: 'Read what waits for review, beside the card as clients see it',
    replies: { provider: bare(CompanyReviewShape), partner: data(CompanyReviewShape) },
    handle: async (call) => reviewToWire(await readCompany(call)),
  }),
  route({
    method: 'GET',
    path: '/company/source-networks',
    tag,
    summary: "Read from which networks trackers of the dealer's units may speak",
    replies: sources,
    handle: async (call) => ({ networks: await readSourceNetworks(call) }),
  }),
  route({
    method: 'PUT',
    path: '/company/source-networks',
    tag,
    summary: "Say from which networks trackers of the dealer's units may speak",
    description:
      'Holds at once, for all units without `/units/{id}/source-networks` of their own but those of accounts that belong to ' +
      'their client. Whoever names an ident from elsewhere is answered as if no unit had it.',
    body: SourceNetworksBody,
    replies: sources,
    handle: async (call, { body }) => ({ networks: await setSourceNetworks(call, body.networks) }),
  }),
  route({
    method: 'GET',
    path: '/company/payment-info',
    tag,
    summary: "Read the dealer's payment information",
    replies: payment,
    handle: async (call) => paymentInfoToWire(await readPaymentInfo(call)),
  }),
  route({
    method: 'GET',
    path: '/payment-information',
    tag,
    summary: "Read the dealer's payment information (as /company/payment-info)",
    replies: payment,
    handle: async (call) => paymentInfoToWire(await readPaymentInfo(call)),
  }),
  route({
    method: 'PATCH',
    path: '/payment-information',
    tag,
    summary: "Change the dealer's payment information",
    description:
      'A change of name, e-mail, VAT number, registration number or address takes `verified` back until the platform team ' +
      'has looked at it; until then nothing new of managed applications can be made, and what there is goes on.',
    body: PaymentInfoBody,
    replies: payment,
    handle: async (call, { body }) => paymentInfoToWire(await changePaymentInfo(call, toPaymentInfoChange(body))),
  }),
  route({
    method: 'GET',
    path: '/brand',
    tag,
    summary: 'Read logo, colour and sender name as clients see them',
    replies: brand,
    handle: async (call) => brandToWire(await readBrand(call)),
  }),
  route({
    method: 'PATCH',
    path: '/brand',
    tag,
    summary: 'Change logo, colour or sender name',
    description: 'Null takes one away. Clients see the change at once; it waits for nobody.',
    body: BrandBody,
    replies: brand,
    handle: async (call, { body }) => brandToWire(await changeBrand(call, toBrandChange(body))),
  }),
]
