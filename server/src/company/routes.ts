import { bare, data, route } from '../http/route.ts'
import { proposeChange, readCompany, readPaymentInfo } from './actions.ts'
import { CompanyCard, CompanyChangeBody, PaymentInfoWire, paymentInfoToWire, toWire } from './wire.ts'

const tag = 'Company'

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/company',
    tag,
    summary: "Read the dealer's company card",
    replies: { provider: data(CompanyCard), partner: data(CompanyCard) },
    handle: async (call) => toWire(await readCompany(call)),
  }),
  route({
    method: 'PATCH',
    path: '/company',
    tag,
    summary: 'Propose a change of the company card',
    description: 'The change waits until the platform team has approved it; the answer is the card as it stands.',
    body: CompanyChangeBody,
    replies: { provider: bare(CompanyCard), partner: data(CompanyCard) },
    handle: async (call, { body }) => toWire(await proposeChange(call, body)),
  }),
  route({
    method: 'GET',
    path: '/company/payment-info',
    tag,
    summary: "Read the dealer's payment information",
    replies: { provider: bare(PaymentInfoWire.provider), partner: data(PaymentInfoWire.partner) },
    handle: async (call) => paymentInfoToWire(await readPaymentInfo(call)),
  }),
]
