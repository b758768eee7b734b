import Type from 'typebox'
import { bare, byNumber, NumberId, route, UuidId } from '#kernel/api/route.ts'
import { addCredit, removeCredit } from './actions.ts'
import { CreditBody, CreditShape, toCredit, toWire } from './wire.ts'

const tag = 'Client invoices'
const right = 'bills'
const ofEntry = Type.Object({ id: NumberId, credit_id: UuidId }, { title: 'credit' })

/** Under `/console/accounts`. */
export const clientCreditRoutes = [
  route({
    method: 'POST',
    path: '/:id/credit',
    right,
    tag,
    summary: 'Record an advance payment or a refund',
    description: 'Credit is used for the client’s next invoices in the same currency when they are issued.',
    params: byNumber('account'),
    body: CreditBody,
    replies: { provider: bare(CreditShape, 201), partner: bare(CreditShape, 201) },
    handle: async (call, { params, body }) => toWire(await addCredit(call, params.id, toCredit(body))),
  }),
  route({
    method: 'DELETE',
    path: '/:id/credit/:credit_id',
    right,
    tag,
    summary: 'Remove credit that was recorded by mistake',
    description: 'Refused if it was used for an invoice or comes from a bank statement: undo that first.',
    params: ofEntry,
    replies: { provider: bare(Type.String()), partner: bare(Type.String()) },
    handle: (call, { params }) => removeCredit(call, params.id, params.credit_id),
  }),
]
