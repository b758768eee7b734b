import { listInvoices } from '#billing/invoices/actions.ts'
import { seconds, secondsOrNull } from '#kernel/time/clock.ts'
import { command, optional } from '../command.ts'
import { id } from '../values.ts'

export const invoiceCommands = [
  command({
    name: 'invoice list',
    about: 'Lists invoices to dealers, newest first.',
    options: { dealer: optional(id, 'Only for this dealer.') },
    async run(tool, { dealer }) {
      const { ctx } = await tool.open()
      return (await listInvoices(ctx, dealer)).map((invoice) => ({
        id: invoice.id,
        number: invoice.number,
        dealer_id: invoice.dealerId,
        month: invoice.month.slice(0, 7),
        status: invoice.status,
        amount_total: invoice.amountTotal,
        currency: invoice.currency,
        created_at: seconds(invoice.createdAt),
        paid_at: secondsOrNull(invoice.paidAt),
      }))
    },
  }),
]
