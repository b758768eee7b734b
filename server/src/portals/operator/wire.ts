import Type, { type Static } from 'typebox'
import type { FailingEvent } from '#billing/card-events/actions.ts'
import { type Company, differences } from '#identity/company/company.ts'
import {
  ClientCompanyProfileShape,
  toWire as companyToWire,
  PaymentInfoWire,
  profileChanges,
} from '#identity/company/wire.ts'
import type { ListedDealer } from '#identity/dealers/actions.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import { EnumOf, exact, like, Nullable, oneLine, Time, TimeOrNull } from '#kernel/api/fields.ts'
import { consumerApp } from '#kernel/applications.ts'
import { mailStates } from '#kernel/mail/outbox.ts'
import type { JobState, NewDealer, readCatalogue } from './actions.ts'

export const DealerShape = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String({ example: 'North Tracking' }),
    dialect: EnumOf(dialectNames),
    created_at: Time,
    suspended_at: like(TimeOrNull, null),
    approved: Type.Boolean({ description: 'Its company profile is approved.' }),
    review_waiting: Type.Boolean({ example: false, description: 'A change to its profile is waiting for review.' }),
    verified: Type.Boolean({ example: false, description: 'Its billing details are verified.' }),
    agreement: Type.Boolean({ description: 'It accepted the offer.' }),
    accounts: Type.Integer({ example: 42 }),
    units: Type.Integer({ example: 310 }),
    people: Type.Integer({ example: 3, description: 'People on its team.' }),
  },
  { title: 'Dealer' },
)

export const dealerToWire = (dealer: ListedDealer) => ({ ...dealer, review_waiting: dealer.isReviewWaiting })

export const NewDealerBody = exact({
  name: oneLine(1, 100, { example: 'North Tracking' }),
  dialect: EnumOf(dialectNames, 'The dialect of its first access token, and of answers to its team.'),
  verified: Type.Optional(
    Type.Boolean({ example: false, description: 'True: approves its profile and verifies its billing details.' }),
  ),
  owner: Type.Optional(
    exact(
      {
        email: Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$', meaning: 'an email address' }),
        name: Type.Optional(oneLine(1, 100, { example: 'Anna Berg' })),
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
    access_token: Type.String({
      example: 'wm_3vR0yQm7o1cJk2Xn8sLwT5uZb6aHdPfG4eKiNqVxYzA',
      description: 'Shown once; valid for 365 days.',
    }),
    invitation_url: Nullable(
      Type.String({
        example: 'https://tracking.example.com/console#invitation=k8Zr2mQ0vX7nB4sLwT5uYb6aHdPfG3eKiNqVxYzAoJc',
        description: 'The invitation link sent to the owner, in case the email does not arrive.',
      }),
    ),
  },
  { title: 'CreatedDealer' },
)

export const ReviewShape = Type.Object(
  {
    dealer_id: Type.Integer(),
    name: Type.String({ example: 'North Tracking' }),
    approved: Type.Boolean({ description: 'The current profile is approved.' }),
    updated_at: Time,
    company: ClientCompanyProfileShape,
    changes: profileChanges('What approval would change; empty for a new profile.'),
  },
  { title: 'Review' },
)

export const reviewToWire = (company: Company) => ({
  ...company,
  company: companyToWire(company),
  changes: differences(company),
})

export const WaitingPaymentShape = Type.Object(
  { ...PaymentInfoWire.provider.properties, dealer_name: Type.String({ example: 'North Tracking' }) },
  { title: 'WaitingPaymentInformation' },
)

export const JobShape = Type.Object(
  {
    name: Type.String({ example: 'accounts.carry-out-dues' }),
    every_seconds: Type.Integer({ description: 'How often it runs.' }),
    waits_for_others: Type.Boolean({
      example: false,
      description: 'It calls external services and runs in its own loop.',
    }),
    next_due: TimeOrNull,
    lag_seconds: Type.Number({ example: 0, description: 'How long due work has waited; 0 if none.' }),
  },
  { title: 'Job' },
)

export const jobToWire = (job: JobState) => ({
  ...job,
  next_due: job.nextDue ?? null,
  lag_seconds: Math.round(job.lagSeconds * 1000) / 1000,
})

export const FailingCardEventShape = Type.Object(
  {
    ...{
      dealer_id: Type.Integer(),
      event_id: Type.String({ example: 'evt_1Nqk' }),
      processor: Type.String({ example: 'stripe' }),
    },
    type: Type.String({ example: 'checkout.session.completed' }),
    received: Time,
    failures: Type.Integer({ example: 3 }),
    failure: Nullable(
      Type.String({
        example: '57014: canceling statement due to statement timeout',
        description: 'Why it could not be processed.',
      }),
    ),
    next_try: TimeOrNull,
  },
  { title: 'FailingCardEvent' },
)
export const failingEventToWire = ({ dealerId, eventId, receivedAt, nextTryAt, ...event }: FailingEvent) => ({
  ...event,
  ...{ dealer_id: dealerId, event_id: eventId, received: receivedAt, next_try: nextTryAt },
})

export const MailState = EnumOf(mailStates)
export const MailShape = Type.Object(
  {
    id: Type.Integer({ example: 4711 }),
    to: Type.String({ example: 'office@example.com' }),
    subject: Type.String({ example: 'Confirm your email address' }),
    state: like(MailState, 'failed'),
    dealer_id: Nullable(Type.Integer({ description: 'The dealer the email belongs to.' })),
    at: Time,
    tries: Type.Integer({ example: 9 }),
    next_try_at: like(TimeOrNull, null),
    sent_at: like(TimeOrNull, null),
    failure: Nullable(Type.String({ example: 'The mailbox is full.', description: 'Last answer of the mail server.' })),
  },
  { title: 'PostedMail' },
)

const Bytes = Type.Integer({ description: 'Bytes.' })
export const HealthShape = Type.Object(
  {
    storage: Type.Object({
      database_bytes: like(Bytes, 8400000000),
      disk: Nullable(Type.Object({ free_bytes: like(Bytes, 91000000000), total_bytes: like(Bytes, 120000000000) })),
      connections: Type.Integer({ example: 12, description: 'Database connections of all processes.' }),
      connections_max: Type.Integer({ example: 100 }),
      tables: Type.Array(
        Type.Object({
          name: Type.String({ example: 'message_chunks' }),
          bytes: like(Bytes, 6100000000),
          rows: Type.Integer({ example: 2400000, description: 'Estimated number of rows.' }),
        }),
        { description: 'The largest tables, with their indexes.' },
      ),
    }),
    ingest: Type.Object({
      units: Type.Integer({ example: 310 }),
      heard_in_5_minutes: Type.Integer({ example: 287 }),
      heard_in_a_day: Type.Integer({ example: 301 }),
      last_message_at: TimeOrNull,
      quarantined: Type.Integer({ example: 0, description: 'Quarantined frames.' }),
      lobby: Type.Integer({ example: 4, description: 'Trackers without a unit.' }),
    }),
    mail: Type.Object({
      waiting: Type.Integer({ example: 0 }),
      failed: Type.Integer(),
      oldest_waiting: like(TimeOrNull, null),
    }),
    sign_up_apps: Type.Array(Type.String(), {
      example: [consumerApp],
      description: 'Applications in which people can sign up without a dealer’s help (`WAYMARK_SIGN_UP`).',
    }),
  },
  { title: 'Health' },
)

export const CatalogueShape = Type.Object(
  {
    manufacturers: Type.Integer({ example: 51 }),
    models: Type.Array(
      Type.Object({
        id: Type.Integer({ example: 101, description: '`hw_id` of units.' }),
        title: Type.String({ example: 'FMB001' }),
        manufacturer: Type.String({ example: 'Teltonika' }),
        protocol: Type.String({ example: 'teltonika' }),
        units: Type.Integer({ example: 120 }),
      }),
    ),
    protocols: Type.Array(
      Type.Object({
        id: Type.Integer({ example: 1 }),
        name: Type.String({ example: 'teltonika' }),
        transport: Type.String({ example: 'both' }),
        port: Type.Integer({ example: 27, description: 'Added to the port that recognises any protocol.' }),
        spoken: Type.Boolean({ description: 'True if Waymark has a decoder for it.' }),
        models: Type.Integer({ example: 60 }),
        units: Type.Integer({ example: 240 }),
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
