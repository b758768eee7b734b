import Type, { type Static } from 'typebox'
import { exact, Nullable, oneLine, Time, TimeOrNull, unwritable } from '#kernel/api/fields.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type BrandChange, logoBytesMax } from './brand.ts'
import { type Company, companyAreas, differences, type PaymentInfoChange } from './company.ts'
import type { PaymentInfo } from './store.ts'

const Phones = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20 })
const Areas = Type.Array(Type.Enum([...companyAreas]), { maxItems: companyAreas.length })
const WorkingDays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7, description: '1 is Monday.' })

export const CompanyProfileShape = Type.Object(
  {
    name: Type.String(),
    address: Nullable(Type.String()),
    coordinates: Type.Object({ lat: Nullable(Type.Number()), lon: Nullable(Type.Number()) }),
    country_code: Nullable(Type.String()),
    approved: Type.Boolean({ description: 'False while a change waits for review.' }),
    created_at: Time,
    updated_at: Time,
    account_id: Type.Integer(),
    marketing_info: Type.Object({
      phones: Type.Array(Type.String()),
      areas: Type.Array(Type.String()),
      working_days: Type.Array(Type.Integer()),
      schedule: Type.String(),
      about: Type.String(),
      shown: Type.Boolean({ description: 'Whether the company appears on the public map.' }),
    }),
  },
  { title: 'Company' },
)

/** As its clients see it: with the ways to reach it that the dealer API does not answer (docs/decisions/0016). */
export const ClientCompanyProfileShape = Type.Object(
  {
    ...CompanyProfileShape.properties,
    marketing_info: Type.Object({
      ...CompanyProfileShape.properties.marketing_info.properties,
      website: Nullable(Type.String()),
      email: Nullable(Type.String()),
    }),
  },
  { title: 'DealerCard' },
)

/** A card with what waits to be approved, for the dealer itself. */
export const CompanyReviewShape = Type.Object(
  {
    approved: Type.Boolean({ description: 'The current profile was reviewed and approved.' }),
    company: ClientCompanyProfileShape,
    changes: Type.Array(
      Type.Object({
        field: Type.String({ description: 'Field path with dots.' }),
        before: Type.Unsafe<unknown>({}),
        after: Type.Unsafe<unknown>({}),
      }),
      { description: 'Changes under review; empty if there are none.' },
    ),
  },
  { title: 'CompanyReview' },
)

/** The card as it stands: a change that waits shows only in `approved`. */
export const toWire = (company: Company) => ({
  name: company.name,
  address: company.address,
  coordinates: { lat: company.latitude, lon: company.longitude },
  country_code: company.countryCode,
  approved: company.approved && company.pending === null,
  created_at: seconds(company.createdAt),
  updated_at: seconds(company.updatedAt),
  account_id: company.dealerId,
  marketing_info: company.marketingInfo,
})

export const reviewToWire = (company: Company) => ({
  approved: company.approved,
  company: toWire(company),
  changes: differences(company),
})

export const CompanyChangeBody = exact({
  name: Type.Optional(oneLine(1, 100)),
  marketing_info: Type.Optional(
    exact({
      website: Type.Optional(Type.String({ maxLength: 200 })),
      email: Type.Optional(
        Type.String({ maxLength: 200, pattern: '^[^@\\s]+@[^@\\s]+$|^$', meaning: 'an email address' }),
      ),
      working_days: Type.Optional(WorkingDays),
      phones: Type.Optional(Phones),
      areas: Type.Optional(Areas),
      schedule: Type.Optional(Type.String({ maxLength: 500 })),
      about: Type.Optional(Type.String({ maxLength: 5000 })),
      shown: Type.Optional(Type.Boolean()),
    }),
  ),
})

const PostalAddress = Type.Object({
  city: Nullable(Type.String()),
  country: Nullable(Type.String()),
  line1: Nullable(Type.String()),
  line2: Nullable(Type.String()),
  postal_code: Nullable(Type.String()),
  state: Nullable(Type.String()),
})

const PaymentInfoShape = Type.Object(
  {
    id: Type.Integer(),
    verified: Type.Boolean(),
    agreement: Type.Boolean({ description: 'The offer was accepted.' }),
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    vat: Nullable(Type.String()),
    reg_number: Nullable(Type.String()),
    address: PostalAddress,
    created_at: Time,
    updated_at: Time,
    calculated_at: TimeOrNull,
    invoiced_at: TimeOrNull,
    auto_send_invoice: Type.Boolean(),
    auto_charge: Type.Boolean(),
    data: Type.Unsafe<object>({ type: 'object' }),
  },
  { title: 'PaymentInfo' },
)

export const PaymentInfoWire = {
  provider: PaymentInfoShape,
  partner: Type.Omit(PaymentInfoShape, ['auto_send_invoice', 'auto_charge'], { title: 'PaymentInfo' }),
}

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

export const paymentInfoToWire = (info: PaymentInfo) => ({
  ...info,
  id: info.dealerId,
  address: { ...noAddress, ...(info.address as object) },
})

const words = (max: number) => Nullable(Type.String({ minLength: 1, maxLength: max }))
const AddressBody = exact({
  city: Type.Optional(words(200)),
  country: Type.Optional(
    Nullable(Type.String({ pattern: '^[A-Z]{2}$', meaning: 'a two-letter country code (ISO 3166) in upper case' })),
  ),
  line1: Type.Optional(words(200)),
  line2: Type.Optional(words(200)),
  postal_code: Type.Optional(words(20)),
  state: Type.Optional(words(200)),
})

export const PaymentInfoBody = exact({
  name: Type.Optional(words(200)),
  email: Type.Optional(
    Nullable(Type.String({ maxLength: 200, pattern: '^[^@\\s]+@[^@\\s]+$', meaning: 'an email address' })),
  ),
  vat: Type.Optional(words(50)),
  reg_number: Type.Optional(words(50)),
  address: Type.Optional(AddressBody),
  agreement: Type.Optional(Type.Literal(true, { description: 'Accepts the offer. You cannot undo this.' })),
  auto_send_invoice: Type.Optional(
    Type.Boolean({ description: 'Whether the platform emails its invoices to `email`.' }),
  ),
})

/** What was not sent is not named: a name with nothing behind it would count as a change. */
export const toPaymentInfoChange = ({
  reg_number: regNumber,
  auto_send_invoice: autoSendInvoice,
  ...rest
}: Static<typeof PaymentInfoBody>): PaymentInfoChange => ({
  ...(rest as PaymentInfoChange),
  ...(regNumber !== undefined && { regNumber }),
  ...(autoSendInvoice !== undefined && { autoSendInvoice }),
})

const Colour = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', meaning: 'a colour like #1d4ed8' })
const SenderName = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: `^[^<>@"${unwritable}]+$`,
  meaning: '1 to 60 characters on one line, without < > @ or quotation marks',
})
const Logo = Type.String({
  maxLength: logoBytesMax,
  description: 'A data URL of at most 64 KiB: a PNG, or an SVG of plain shapes.',
})

export const BrandShape = Type.Object(
  {
    logo: Nullable(Type.String({ description: 'A data URL.' })),
    colour: Nullable(Type.String({ description: '`#rrggbb`' })),
    sender_name: Nullable(Type.String({ description: 'The sender name of emails to clients.' })),
  },
  { title: 'Brand' },
)

export const BrandBody = exact({
  logo: Type.Optional(Nullable(Logo)),
  colour: Type.Optional(Nullable(Colour)),
  sender_name: Type.Optional(Nullable(SenderName)),
})

export const toBrandChange = ({ sender_name, ...rest }: Static<typeof BrandBody>): BrandChange => ({
  ...rest,
  ...(sender_name !== undefined && { senderName: sender_name }),
})

/** As its clients see it. */
export const ClientBrandShape = Type.Omit(BrandShape, ['sender_name'], { title: 'DealerBrand' })
