import Type from 'typebox'
import { like } from '#kernel/api/fields.ts'
import { chosenFields } from '#kernel/api/lists.ts'
import { bare, both, data, route } from '#kernel/api/route.ts'
import { refuse } from '#kernel/errors.ts'
import { expireBill, issueBill, listBills, readItems, sendBill } from './actions.ts'
import { windowSeconds } from './bill.ts'
import { readSecretKey, saveSecretKey } from './processor-keys.ts'
import {
  AppQuery,
  BillShape,
  BillsQuery,
  BillsShape,
  billFields,
  chosenEntries,
  ExpireBody,
  ItemShape,
  ItemsQuery,
  NewBillBody,
  SecretKeyBody,
  SecretKeyShape,
  SentShape,
  secretToWire,
  toNewBill,
  toWire,
} from './wire.ts'

const tag = 'Bills'
/** The processor's own id, in any format. */
const params = Type.Object(
  {
    payment_id: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,255}$',
      example: 'cs_live_a1TRvAGReTWZWLMqZDASTWr7',
      description: 'The id of the bill.',
    }),
  },
  { title: 'bill' },
)

export const billingRoutes = [
  route({
    method: 'GET',
    path: '/cardpay-payments',
    tag,
    summary: 'List the bills of a period',
    description:
      'Bills created from `from` to `to`, at most 31 days from `from`. An object with the bills by their ids, of any length.',
    query: BillsQuery,
    replies: both(BillsShape),
    handle: async (call, { query }) => {
      if (query.from > query.to) refuse('INVALID_QUERY', 'from must not be after to.', 'from')
      const fields = chosenFields(query, billFields)
      const to = Math.min(query.to, query.from + windowSeconds)
      const pages = await listBills(call, { from: query.from, to, accountId: query.account_id })
      return { pieces: inBraces(pages, (page) => (fields ? chosenEntries(page, fields) : page)) }
    },
  }),
  route({
    method: 'POST',
    path: '/cardpay-payments',
    right: 'bills',
    tag,
    summary: 'Issue a bill',
    description: 'The client gets no email until you send the bill. It expires automatically after 24 hours.',
    body: NewBillBody,
    replies: both(BillShape, 201),
    staged: true,
    handle: async (call, { body }) => toWire(await issueBill(call, toNewBill(body))),
  }),
  route({
    method: 'POST',
    path: '/cardpay-payments/:payment_id/send',
    right: 'bills',
    tag,
    summary: 'Email the payment link of an open bill to the client',
    params,
    query: AppQuery,
    replies: both(SentShape),
    handle: async (call, { params }) => {
      await sendBill(call, params.payment_id)
      return { result: true }
    },
  }),
  route({
    method: 'POST',
    path: '/cardpay-payments/:payment_id/expire',
    right: 'bills',
    tag,
    summary: 'Expire an open bill',
    params,
    body: ExpireBody,
    replies: both(like(BillShape, { status: 'expired', url: null })),
    staged: true,
    handle: async (call, { params, body }) =>
      toWire(await expireBill(call, params.payment_id, body.app_id, body.account_id)),
  }),
  route({
    method: 'GET',
    path: '/cardpay-payments/:payment_id/items',
    tag,
    summary: 'List the items of a bill',
    params,
    query: ItemsQuery,
    replies: both(Type.Array(ItemShape)),
    handle: (call, { params, query }) => readItems(call, params.payment_id, query.account_id),
  }),
  route({
    method: 'GET',
    path: '/secret-key',
    tag,
    summary: 'Read the key of the card processor',
    query: AppQuery,
    replies: both(SecretKeyShape),
    handle: async (call) => secretToWire(await readSecretKey(call)),
  }),
  route({
    method: 'POST',
    path: '/secret-key',
    right: 'keys',
    tag,
    summary: 'Save the key of the card processor',
    description:
      'Checks the key at the processor and registers a webhook for its events. From then on the dealer’s ' +
      'bills are paid into its own account. The previous key stays valid for 72 hours.',
    body: SecretKeyBody,
    replies: { provider: bare(SecretKeyShape), partner: data(SecretKeyShape, 201) },
    staged: true,
    isAnswerSecret: true,
    handle: async (call, { body }) => secretToWire(await saveSecretKey(call, body.app_id, body.secretKey)),
  }),
]

async function* inBraces(pages: AsyncIterable<string>, write: (page: string) => string): AsyncIterable<string> {
  let before = '{'
  for await (const page of pages) {
    yield `${before}${write(page)}`
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}
