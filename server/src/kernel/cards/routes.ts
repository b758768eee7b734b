/** The routes of the sandbox's payment page. Public: the session's id in the link is the key. */
import Type from 'typebox'
import { bare, plainRoute } from '../api/route.ts'
import type { PublicCall } from '../context.ts'
import { confirm, pay, readPaymentPage } from './sandbox-pay.ts'
import { CardBody, ConfirmationBody, OutcomeShape, PaymentShape, paymentToWire } from './wire.ts'

const route = plainRoute<PublicCall>()
const tag = 'Payment page'
const params = Type.Object({ id: Type.String({ pattern: '^cs_test_[A-Za-z0-9]{22,80}$' }) }, { title: 'payment' })

export const sandboxRoutes = [
  route({
    method: 'GET',
    path: '/sessions/:id',
    tag,
    summary: 'Read the payment',
    params,
    reply: bare(PaymentShape),
    handle: async (call, { params }) => paymentToWire(await readPaymentPage(call, params.id)),
  }),
  route({
    method: 'POST',
    path: '/sessions/:id/pay',
    tag,
    summary: 'Pay with a test card',
    params,
    body: CardBody,
    reply: bare(OutcomeShape),
    handle: (call, { params, body }) => pay(call, params.id, body),
  }),
  route({
    method: 'POST',
    path: '/sessions/:id/confirm',
    tag,
    summary: 'Confirm or reject the payment as the card holder',
    params,
    body: ConfirmationBody,
    reply: bare(OutcomeShape),
    handle: (call, { params, body }) => confirm(call, params.id, body.confirmation, body.approved),
  }),
]
