import { bare, byNumber, route } from '#kernel/api/route.ts'
import { AccountStatementShape, DaysQuery } from './statement-wire.ts'
import { readStatement } from './statements.ts'

/** Under `/console/accounts`. */
export const accountStatementRoutes = [
  route({
    method: 'GET',
    path: '/:id/statement',
    tag: 'Client invoices',
    summary: 'Read a client’s statement of account',
    description: 'Invoices, credit notes, payments and credit by date, for each currency.',
    params: byNumber('account'),
    query: DaysQuery,
    replies: { provider: bare(AccountStatementShape), partner: bare(AccountStatementShape) },
    handle: (call, { params, query }) => readStatement(call, params.id, query),
  }),
]
