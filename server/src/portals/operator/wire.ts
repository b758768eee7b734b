import Type, { type Static } from 'typebox'
import { type Company, differences } from '#identity/company/company.ts'
import { ClientCompanyProfileShape, toWire as companyToWire, PaymentInfoWire } from '#identity/company/wire.ts'
import type { ListedDealer } from '#identity/dealers/actions.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import { exact, Nullable, oneLine, Time, TimeOrNull } from '#kernel/api/fields.ts'
import { mailStates } from '#kernel/mail/outbox.ts'
import type { JobState, NewDealer, readCatalogue } from './actions.ts'

export const EnumOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description && { description }) })

export const DealerShape = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    dialect: EnumOf(dialectNames),
    created_at: Time,
    suspended_at: TimeOrNull,
    approved: Type.Boolean({ description: 'Its company profile is approved.' }),
    review_waiting: Type.Boolean({ description: 'A change to its profile is waiting for review.' }),
    verified: Type.Boolean({ description: 'Its billing details are verified.' }),
    agreement: Type.Boolean({ description: 'It accepted the offer.' }),
    accounts: Type.Integer(),
    units: Type.Integer(),
    people: Type.Integer({ description: 'People on its team.' }),
  },
  { title: 'Dealer' },
)

export const dealerToWire = (dealer: ListedDealer) => ({ ...dealer, review_waiting: dealer.isReviewWaiting })

export const NewDealerBody = exact({
  name: oneLine(1, 100),
  dialect: EnumOf(dialectNames, 'Of its first access token, and of what its people are answered in.'),
  verified: Type.Optional(
    Type.Boolean({ description: 'True: approves its profile and verifies its billing details.' }),
  ),
  owner: Type.Optional(
    exact(
      {
        email: Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$', meaning: 'an email address' }),
        name: Type.Optional(oneLine(1, 100)),
      },
      { description: 'Invited by email as the first owner of the team.' },
    ),
  ),
})

export const toNewDealer = ({ name, dialect, verified = false, owner }: Static<typeof NewDealerBody>): NewDealer => ({
  name,
  dialect,
  isVerified: verified,
  owner: owner && { email: owner.email.trim(), name: owner.name ?? owner.email.trim() },
})

export const NewDealerShape = Type.Object(
  {
    dealer_id: Type.Integer(),
    access_token: Type.String({ description: 'Shown once; valid for 365 days.' }),
    invitation_url: Nullable(
      Type.String({ description: 'The invitation link sent to the owner, in case the email does not arrive.' }),
    ),
  },
  { title: 'CreatedDealer' },
)

export const ReviewShape = Type.Object(
  {
    dealer_id: Type.Integer(),
    name: Type.String(),
    approved: Type.Boolean({ description: 'The current profile is approved.' }),
    updated_at: Time,
    company: ClientCompanyProfileShape,
    changes: Type.Array(
      Type.Object({
        field: Type.String({ description: 'Field path with dots.' }),
        before: Type.Unsafe<unknown>({}),
        after: Type.Unsafe<unknown>({}),
      }),
      { description: 'What approval would change; empty for a new profile.' },
    ),
  },
  { title: 'Review' },
)

export const reviewToWire = (company: Company) => ({
  ...company,
  company: companyToWire(company),
  changes: differences(company),
})

export const WaitingPaymentShape = Type.Object(
  { ...PaymentInfoWire.provider.properties, dealer_name: Type.String() },
  { title: 'WaitingPaymentInformation' },
)

export const JobShape = Type.Object(
  {
    name: Type.String(),
    every_seconds: Type.Integer({ description: 'How often it runs.' }),
    waits_for_others: Type.Boolean({ description: 'It calls external services and has a loop of its own.' }),
    next_due: TimeOrNull,
    lag_seconds: Type.Number({ description: 'How long due work has waited; 0 if none.' }),
  },
  { title: 'Job' },
)

export const jobToWire = (job: JobState) => ({
  ...job,
  next_due: job.nextDue ?? null,
  lag_seconds: Math.round(job.lagSeconds * 1000) / 1000,
})

export const MailState = EnumOf(mailStates)
export const MailShape = Type.Object(
  {
    id: Type.Integer(),
    to: Type.String(),
    subject: Type.String(),
    state: MailState,
    dealer_id: Nullable(Type.Integer({ description: 'The dealer the email belongs to.' })),
    at: Time,
    tries: Type.Integer(),
    next_try_at: TimeOrNull,
    sent_at: TimeOrNull,
    failure: Nullable(Type.String({ description: 'Last answer of the mail server.' })),
  },
  { title: 'PostedMail' },
)

const Bytes = Type.Integer({ description: 'Bytes.' })
export const HealthShape = Type.Object(
  {
    storage: Type.Object({
      database_bytes: Bytes,
      disk: Nullable(Type.Object({ free_bytes: Bytes, total_bytes: Bytes })),
      connections: Type.Integer({ description: 'Database connections of all processes.' }),
      connections_max: Type.Integer(),
      tables: Type.Array(
        Type.Object({
          name: Type.String(),
          bytes: Bytes,
          rows: Type.Integer({ description: 'Estimated number of rows.' }),
        }),
        { description: 'The largest tables, with their indexes.' },
      ),
    }),
    ingest: Type.Object({
      units: Type.Integer(),
      heard_in_5_minutes: Type.Integer(),
      heard_in_a_day: Type.Integer(),
      last_message_at: TimeOrNull,
      quarantined: Type.Integer({ description: 'Quarantined frames.' }),
      lobby: Type.Integer({ description: 'Trackers without a unit.' }),
    }),
    mail: Type.Object({ waiting: Type.Integer(), failed: Type.Integer(), oldest_waiting: TimeOrNull }),
  },
  { title: 'Health' },
)

export const CatalogueShape = Type.Object(
  {
    manufacturers: Type.Integer(),
    models: Type.Array(
      Type.Object({
        id: Type.Integer({ description: '`hw_id` of units.' }),
        title: Type.String(),
        manufacturer: Type.String(),
        protocol: Type.String(),
        units: Type.Integer(),
      }),
    ),
    protocols: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        transport: Type.String(),
        port: Type.Integer({ description: 'Added to the port that recognises any protocol.' }),
        spoken: Type.Boolean({ description: 'True if Waymark has a decoder for it.' }),
        models: Type.Integer(),
        units: Type.Integer(),
      }),
    ),
  },
  { title: 'Catalogue' },
)

export const catalogueToWire = (catalogue: Awaited<ReturnType<typeof readCatalogue>>) => ({
  ...catalogue,
  models: catalogue.models.map((model) => ({ ...model, manufacturer: model.maker })),
  protocols: catalogue.protocols.map((protocol) => ({ ...protocol, spoken: protocol.isSpoken })),
})

export const BackupShape = Type.Object(
  {
    name: Type.String({ description: 'File name.' }),
    state: EnumOf(['done', 'running', 'failed']),
    bytes: Bytes,
    at: Time,
    failure: Nullable(Type.String()),
  },
  { title: 'Backup' },
)
