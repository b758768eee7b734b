import Type from 'typebox'
import { SentReminderShape, StepBody, sentToWire, toStep } from '#billing/reminders/wire.ts'
import { exact, Nullable, Time } from '#kernel/api/fields.ts'
import { bare, byUuid, route } from '#kernel/api/route.ts'
import { seconds } from '#kernel/time/clock.ts'
import { previewReminder, readRemindersOf } from './actions.ts'

const tag = 'Client invoices'

const PreviewShape = Type.Object(
  {
    to: Nullable(Type.String({ example: 'accounts@example.com', description: 'Null: the client has no address.' })),
    lang: Nullable(Type.String({ example: 'de' })),
    subject: Type.String({ example: 'Reminder: invoice 2027-00012, due on March 1, 2027' }),
    text: Type.String({ example: 'Dear Baltic Freight,\n\n119.00 EUR is still open.' }),
  },
  { title: 'ReminderPreview' },
)

const InvoiceRemindersShape = Type.Object(
  {
    next: Nullable(Type.Object({ days: Type.Integer({ example: 10 }), at: Time })),
    sent: Type.Array(SentReminderShape),
  },
  { title: 'InvoiceReminders' },
)

/** Under `/console/client-invoices`. */
export const invoiceReminderRoutes = [
  route({
    method: 'POST',
    path: '/:id/reminders/preview',
    right: 'read',
    tag,
    summary: 'Preview the email of a reminder step for an invoice',
    description: 'Nothing is sent or charged. The payment link is left out.',
    params: byUuid('invoice'),
    body: exact({ step: StepBody }),
    replies: { provider: bare(PreviewShape), partner: bare(PreviewShape) },
    handle: (call, { params, body }) => previewReminder(call, params.id, toStep(body.step)),
  }),
  route({
    method: 'GET',
    path: '/:id/reminders',
    tag,
    summary: 'List the reminders of an invoice, and when the next one is sent',
    params: byUuid('invoice'),
    replies: { provider: bare(InvoiceRemindersShape), partner: bare(InvoiceRemindersShape) },
    handle: async (call, { params }) => {
      const { next, sent } = await readRemindersOf(call, params.id)
      return { next: next ? { days: next.step.days, at: seconds(next.at) } : null, sent: sent.map(sentToWire) }
    },
  }),
]
