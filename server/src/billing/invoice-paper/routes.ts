import Type from 'typebox'
import { bare, byUuid, route } from '#kernel/api/route.ts'
import { readPaper } from './actions.ts'

const tag = 'Client invoices'
const params = byUuid('invoice')

/** Under `/console/client-invoices`. */
export const consolePaperRoutes = [
  route({
    method: 'GET',
    path: '/:id/pdf',
    tag,
    summary: 'Download an invoice or a credit note as a PDF',
    description: 'In your brand and the client’s language, with payments so far. Drafts have no PDF.',
    params,
    produces: ['application/pdf'],
    replies: { provider: bare(Type.String()), partner: bare(Type.String()) },
    handle: (call, { params }) => readPaper(call, params.id),
  }),
]
