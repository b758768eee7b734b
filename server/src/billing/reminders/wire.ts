import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, Time, visibleLine } from '#kernel/api/fields.ts'
import { seconds } from '#kernel/time/clock.ts'
import { amountMax, DayInput } from '../prices/wire.ts'
import { mailOutcomes, type ReportedReminder } from './actions.ts'
import { type ClientTerms, offeredSteps, type ReminderSettings, type Step, termKinds } from './reminder.ts'
import { ourTexts, placeholders } from './wording.ts'

const named = placeholders.map((one) => `\`{${one}}\``).join(', ')
const words = {
  subject: visibleLine(1, 150, { example: 'Invoice {invoice} is overdue' }),
  text: Type.String({
    ...{ minLength: 1, maxLength: 4000, example: 'Dear {client},\n\n{amount} is still open.' },
    description: `Plain text. Placeholders: ${named}. Amounts and the payment link are added below it.`,
  }),
}
const Text = exact(words, { description: 'Null: the standard text.' })

export const StepBody = exact(
  {
    days: Type.Integer({
      ...{ minimum: -60, maximum: 365, example: 3 },
      description: 'Days after the due date; negative: before it.',
    }),
    texts: exact({ en: Nullable(Text), de: Nullable(Text) }),
    fee: Nullable(
      Type.Integer({
        ...{ minimum: 1, maximum: amountMax, example: 500 },
        description:
          'In the smallest unit of the currency of the settings. Charged on a separate invoice, without tax.',
      }),
    ),
    attach_pdf: Type.Boolean({ description: 'Whether the invoice is attached as a PDF.' }),
  },
  { title: 'ReminderStep' },
)

const Steps = Type.Array(StepBody, { maxItems: 12 })

export const SettingsBody = exact({
  is_active: Type.Boolean({ description: 'Nothing is sent until it is true.' }),
  quiet_on_weekends: Type.Boolean({ description: 'What would be sent on Saturday or Sunday is sent on Monday.' }),
  hour: Type.Integer({
    ...{ minimum: 0, maximum: 23, example: 9 },
    description: 'When emails are sent, in the time zone of the invoice settings.',
  }),
  currency: Nullable(
    Type.String({
      ...{ pattern: '^[a-z]{3}$', example: 'eur', meaning: 'a currency code of three lower-case letters' },
      description: 'Currency of the fees. Reminders of invoices in another currency have no fee.',
    }),
  ),
  steps: Steps,
})

export const toStep = ({ attach_pdf, ...step }: Static<typeof StepBody>): Step => ({ ...step, attachesPdf: attach_pdf })
const stepToWire = ({ attachesPdf, ...step }: Step) => ({ ...step, attach_pdf: attachesPdf })

export const toSettings = ({
  is_active,
  quiet_on_weekends,
  ...body
}: Static<typeof SettingsBody>): ReminderSettings => ({
  ...body,
  isActive: is_active,
  isQuietOnWeekends: quiet_on_weekends,
  steps: body.steps.map(toStep),
})

const wording = Type.Object({ en: Type.Object(words), de: Type.Object(words) })

export const SettingsShape = Type.Object(
  {
    ...SettingsBody.properties,
    standard_texts: Type.Object(
      { before: wording, first: wording, later: wording },
      {
        description:
          'Used where a step has no text of its own: before the due date, on it and up to nine days after it, and later.',
      },
    ),
    offered_steps: Type.Array(StepBody, { description: 'Steps to start with.' }),
  },
  { title: 'ReminderSettings' },
)

export const settingsToWire = ({ isActive, isQuietOnWeekends, hour, currency, steps }: ReminderSettings) => ({
  ...{ is_active: isActive, quiet_on_weekends: isQuietOnWeekends, hour, currency, steps: steps.map(stepToWire) },
  standard_texts: ourTexts,
  offered_steps: offeredSteps.map(stepToWire),
})

const terms = {
  kind: like(
    EnumOf(termKinds, '`usual`: the steps of the settings; `own`: other steps for this client; `none`: no reminders.'),
    'usual',
  ),
  steps: like(Nullable(Steps), null),
  paused_until: Nullable(
    like(Type.String({ ...DayInput, description: 'The first day on which reminders are sent again.' }), '2027-03-01'),
  ),
}
export const TermsBody = exact(terms)

export const toTerms = ({ kind, steps, paused_until }: Static<typeof TermsBody>): ClientTerms => ({
  kind,
  steps: steps?.map(toStep) ?? null,
  pausedUntil: paused_until,
})

export const SentReminderShape = Type.Object(
  {
    invoice_id: Type.String(),
    number: Type.String({ example: '2027-00012' }),
    days: Type.Integer({ example: 3 }),
    sent_at: Time,
    currency: Type.String({ example: 'eur' }),
    amount: Type.Integer({ example: 11900, description: 'What was open.' }),
    fee: Nullable(Type.Integer({ example: 500 })),
    fee_invoice_id: Nullable(Type.String()),
    mail: EnumOf(
      mailOutcomes,
      'What became of the email. `kept`: no mail server is set up; `no_address`: the client has no email address, so nothing was sent or charged.',
    ),
  },
  { title: 'SentReminder' },
)

export const sentToWire = ({ invoiceId, sentAt, feeInvoiceId, isMailed: _, ...sent }: ReportedReminder) => ({
  ...{ ...sent, invoice_id: invoiceId, sent_at: seconds(sentAt), fee_invoice_id: feeInvoiceId },
})

export const TermsShape = Type.Object({ ...terms, sent: Type.Array(SentReminderShape) }, { title: 'ClientReminders' })

export const termsToWire = ({ kind, steps, pausedUntil }: ClientTerms, sent: readonly ReportedReminder[]) => ({
  ...{ kind, steps: steps?.map(stepToWire) ?? null, paused_until: pausedUntil, sent: sent.map(sentToWire) },
})
