import Type, { type Static } from 'typebox'
import { exact, like, Nullable, oneLine, Time, TimeOrNull, unwritable, visibleLine } from '#kernel/api/fields.ts'
import { seconds } from '#kernel/time/clock.ts'
import { compact } from './bank.ts'
import { type BrandChange, logoBytesMax } from './brand.ts'
import { type Company, companyAreas, differences, type InvoiceSettings, type PaymentInfoChange } from './company.ts'
import type { PaymentInfo } from './store.ts'

const Phones = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { example: ['+1 555 0100'], maxItems: 20 })
const Areas = Type.Array(Type.Enum([...companyAreas]), { maxItems: companyAreas.length })
const WorkingDays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  example: [1, 2, 3, 4, 5],
  maxItems: 7,
  description: '1 is Monday.',
})

export const CompanyProfileShape = Type.Object(
  {
    name: Type.String({ example: 'North Tracking' }),
    address: Nullable(Type.String({ example: 'Harbour 1, Klaipeda' })),
    coordinates: Type.Object({
      lat: Nullable(Type.Number({ example: 55.7033 })),
      lon: Nullable(Type.Number({ example: 21.1443 })),
    }),
    country_code: Nullable(Type.String({ example: 'LT' })),
    approved: Type.Boolean({ description: 'False while a change waits for review.' }),
    created_at: Time,
    updated_at: Time,
    account_id: Type.Integer(),
    marketing_info: Type.Object({
      phones: Type.Array(Type.String(), { example: ['+1 555 0100'] }),
      areas: Type.Array(Type.String(), { example: ['company.areas.installation'] }),
      working_days: Type.Array(Type.Integer(), { example: [1, 2, 3, 4, 5] }),
      schedule: Type.String({ example: '9:00 to 18:00' }),
      about: Type.String({ example: 'Installation and service of trackers.' }),
      shown: Type.Boolean({ description: 'Whether the company appears on the public map.' }),
    }),
  },
  { title: 'Company' },
)

/** As clients see it, with the contact details that the dealer API does not return (docs/decisions/0016). */
export const ClientCompanyProfileShape = Type.Object(
  {
    ...CompanyProfileShape.properties,
    marketing_info: Type.Object({
      ...CompanyProfileShape.properties.marketing_info.properties,
      website: Nullable(Type.String({ example: 'https://example.com' })),
      email: Nullable(Type.String()),
    }),
  },
  { title: 'DealerCard' },
)

export const profileChanges = (description: string) =>
  Type.Array(
    Type.Object({
      field: Type.String({ example: 'marketing_info.about', description: 'Field path with dots.' }),
      before: Type.Unsafe<unknown>({ example: 'We install.' }),
      after: Type.Unsafe<unknown>({ example: 'We install and maintain.' }),
    }),
    { description },
  )

/** A profile with its pending change, for the dealer itself. */
export const CompanyReviewShape = Type.Object(
  {
    approved: Type.Boolean({ description: 'The current profile was reviewed and approved.' }),
    company: ClientCompanyProfileShape,
    changes: profileChanges('Changes under review; empty if there are none.'),
  },
  { title: 'CompanyReview' },
)

/** The current profile: a pending change shows only in `approved`. */
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
  name: Type.Optional(oneLine(1, 100, { example: 'North Tracking' })),
  marketing_info: Type.Optional(
    exact({
      website: Type.Optional(Type.String({ example: 'https://example.com', maxLength: 200 })),
      email: Type.Optional(
        Type.String({ maxLength: 200, pattern: '^[^@\\s]+@[^@\\s]+$|^$', meaning: 'an email address' }),
      ),
      working_days: Type.Optional(WorkingDays),
      phones: Type.Optional(Phones),
      areas: Type.Optional(Areas),
      schedule: Type.Optional(Type.String({ example: '9:00 to 18:00', maxLength: 500 })),
      about: Type.Optional(Type.String({ example: 'Installation and service of trackers.', maxLength: 5000 })),
      shown: Type.Optional(Type.Boolean()),
    }),
  ),
})

const CountryCode = Type.String({
  example: 'LT',
  pattern: '^[A-Z]{2}$',
  meaning: 'a two-letter country code (ISO 3166) in upper case',
})

/** Separate from the profile, whose fields are those of the contract. */
export const CompanyLocationBody = exact({
  address: like(Type.Optional(Nullable(oneLine(1, 300))), 'Harbour 1, Klaipeda'),
  coordinates: Type.Optional(
    Nullable(
      exact({
        lat: Type.Number({ example: 55.7033, minimum: -90, maximum: 90 }),
        lon: Type.Number({ example: 21.1443, minimum: -180, maximum: 180 }),
      }),
    ),
  ),
  country_code: Type.Optional(Nullable(CountryCode)),
})

/** A dealer on the public map: what it makes public. */
export const ShownCompanyShape = Type.Object(
  {
    name: CompanyProfileShape.properties.name,
    address: CompanyProfileShape.properties.address,
    coordinates: Type.Object({ lat: Type.Number({ example: 55.7033 }), lon: Type.Number({ example: 21.1443 }) }),
    country_code: CompanyProfileShape.properties.country_code,
    marketing_info: Type.Omit(ClientCompanyProfileShape.properties.marketing_info, ['shown']),
  },
  { title: 'ShownCompany' },
)

const PostalAddress = Type.Object({
  city: Nullable(Type.String({ example: 'Klaipeda' })),
  country: Nullable(Type.String({ example: 'LT' })),
  line1: Nullable(Type.String({ example: 'Harbour 1' })),
  line2: Nullable(Type.String()),
  postal_code: Nullable(Type.String({ example: '91001' })),
  state: Nullable(Type.String()),
})

const PaymentInfoShape = Type.Object(
  {
    id: Type.Integer(),
    verified: Type.Boolean(),
    agreement: Type.Boolean({ description: 'The offer was accepted.' }),
    name: Nullable(Type.String({ example: 'North Tracking' })),
    email: Nullable(Type.String()),
    vat: Nullable(Type.String({ example: 'LT100001234567' })),
    reg_number: Nullable(Type.String({ example: '300123456' })),
    address: PostalAddress,
    created_at: Time,
    updated_at: Time,
    calculated_at: like(TimeOrNull, null),
    invoiced_at: like(TimeOrNull, null),
    auto_send_invoice: Type.Boolean({ example: false }),
    auto_charge: Type.Boolean({ example: false }),
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
  city: like(Type.Optional(words(200)), 'Klaipeda'),
  country: Type.Optional(Nullable(CountryCode)),
  line1: like(Type.Optional(words(200)), 'Harbour 1'),
  line2: Type.Optional(words(200)),
  postal_code: like(Type.Optional(words(20)), '91001'),
  state: Type.Optional(words(200)),
})

export const PaymentInfoBody = exact({
  name: like(Type.Optional(words(200)), 'North Tracking'),
  email: Type.Optional(
    Nullable(Type.String({ maxLength: 200, pattern: '^[^@\\s]+@[^@\\s]+$', meaning: 'an email address' })),
  ),
  vat: like(Type.Optional(words(50)), 'LT100001234567'),
  reg_number: like(Type.Optional(words(50)), '300123456'),
  address: Type.Optional(AddressBody),
  agreement: Type.Optional(Type.Literal(true, { description: 'Accepts the offer. You cannot undo this.' })),
  auto_send_invoice: Type.Optional(
    Type.Boolean({ description: 'Whether the platform emails its invoices to `email`.' }),
  ),
  auto_charge: Type.Optional(
    Type.Boolean({ description: 'Consent to save the card that pays an invoice, and to charge the next ones to it.' }),
  ),
})

/** Fields that were not sent must be missing: an undefined one would count as a change. */
export const toPaymentInfoChange = ({
  reg_number: regNumber,
  auto_send_invoice: autoSendInvoice,
  auto_charge: autoCharge,
  ...rest
}: Static<typeof PaymentInfoBody>): PaymentInfoChange => ({
  ...(rest as PaymentInfoChange),
  ...(regNumber !== undefined && { regNumber }),
  ...(autoSendInvoice !== undefined && { autoSendInvoice }),
  ...(autoCharge !== undefined && { autoCharge }),
})

const Colour = Type.String({ example: '#1d4ed8', pattern: '^#[0-9A-Fa-f]{6}$', meaning: 'a colour like #1d4ed8' })
const SenderName = Type.String({
  example: 'North Tracking',
  minLength: 1,
  maxLength: 60,
  pattern: `^[^<>@"${unwritable}]+$`,
  meaning: '1 to 60 characters on one line, without < > @ or quotation marks',
})
const Logo = Type.String({
  example:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  maxLength: logoBytesMax,
  description: 'A data URL of at most 64 KiB: a PNG, or an SVG of plain shapes.',
})

/** Required by law or asked for by people; clients find these links on the sign-in page and in their account. */
const links = <T>(link: (description: string, example: string) => T) => ({
  imprint_url: link('Address of the imprint.', 'https://example.com/imprint'),
  privacy_url: link('Address of the privacy policy.', 'https://example.com/privacy'),
  terms_url: link('Address of the terms.', 'https://example.com/terms'),
  help_url: link('Address of a help page for clients.', 'https://example.com/help'),
})
const Link = Type.String({
  ...{ maxLength: 300, pattern: '^https?://[^\\s<>"\\\\]+$', meaning: 'a web address that begins with https://' },
})

const Icon = Type.String({
  example:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAALQAAAC0AQAAAAAVtjufAAAAG0lEQVR42u3BAQ0AAADCoPdPbQ43oAAAAAC+DRDgAAFZGKaWAAAAAElFTkSuQmCC',
  maxLength: logoBytesMax,
  description: 'A data URL of at most 64 KiB: a square PNG of at least 180 pixels a side.',
})

export const BrandShape = Type.Object(
  {
    logo: Nullable(
      Type.String({
        example:
          'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        description: 'A data URL.',
      }),
    ),
    colour: Nullable(Type.String({ example: '#1d4ed8', description: '`#rrggbb`' })),
    sender_name: Nullable(
      Type.String({ example: 'North Tracking', description: 'The sender name of emails to clients.' }),
    ),
    app_name: Nullable(
      Type.String({
        example: 'North Tracking',
        description: 'The name of the application under your own domain. Null: the name of the company.',
      }),
    ),
    icon: Nullable(
      Type.String({
        example: null,
        description: 'A square PNG for home screens, as a data URL. Null: made from the logo.',
      }),
    ),
    ...links((description, example) => Nullable(Type.String({ example, description }))),
  },
  { title: 'Brand' },
)

export const BrandBody = exact({
  logo: Type.Optional(Nullable(Logo)),
  colour: Type.Optional(Nullable(Colour)),
  sender_name: Type.Optional(Nullable(SenderName)),
  app_name: Type.Optional(Nullable(visibleLine(1, 40, { example: 'North Tracking' }))),
  icon: Type.Optional(Nullable(Icon)),
  ...links((_description, example) => Type.Optional(Nullable({ ...Link, example } as typeof Link))),
})

/** Fields that were not sent are missing. */
export const toBrandChange = (body: Static<typeof BrandBody>): BrandChange => {
  const { sender_name, app_name, imprint_url, privacy_url, terms_url, help_url, ...rest } = body
  return {
    ...rest,
    ...(sender_name !== undefined && { senderName: sender_name }),
    ...(app_name !== undefined && { appName: app_name }),
    ...(imprint_url !== undefined && { imprintUrl: imprint_url }),
    ...(privacy_url !== undefined && { privacyUrl: privacy_url }),
    ...(terms_url !== undefined && { termsUrl: terms_url }),
    ...(help_url !== undefined && { helpUrl: help_url }),
  }
}

/** As clients see it. */
export const ClientBrandShape = Type.Omit(BrandShape, ['sender_name', 'icon'], { title: 'DealerBrand' })

const invoiceSettings = {
  time_zone: Type.String({
    ...{ maxLength: 64, example: 'Europe/Vilnius' },
    description: 'Days on invoices begin and end in this time zone.',
  }),
  prefix: Type.String({
    ...{ maxLength: 20, pattern: '^[A-Za-z0-9/-]*$', example: 'NT-', meaning: 'letters, digits, - and /' },
    description: 'In front of every invoice number. Changing it does not change the count.',
  }),
  terms_days: Type.Integer({
    ...{ minimum: 0, maximum: 365, example: 14 },
    description: 'Days until an invoice is due, unless it has a due date of its own.',
  }),
  note: Nullable(Type.String({ maxLength: 2000, example: 'Thank you for your business.' })),
}
const laterSettings = {
  allows_part_payments: Type.Boolean({
    example: false,
    description: 'Whether clients may pay a part of an invoice on the payment page.',
  }),
  iban: Nullable(
    Type.String({
      ...{ maxLength: 50, example: 'DE89370400440532013000' },
      description: 'The account for bank transfers. Printed on invoices, with a QR code for banking apps.',
    }),
  ),
  bic: Nullable(Type.String({ maxLength: 20, example: 'COBADEFFXXX' })),
  account_holder: Nullable(
    visibleLine(1, 70, { example: 'North Tracking', description: 'Null: the name of the company.' }),
  ),
}
export const InvoiceSettingsBody = exact({
  ...invoiceSettings,
  // If left out they stay unchanged: they were added later, and an older program must not erase them.
  allows_part_payments: Type.Optional(laterSettings.allows_part_payments),
  iban: Type.Optional(laterSettings.iban),
  bic: Type.Optional(laterSettings.bic),
  account_holder: Type.Optional(laterSettings.account_holder),
})
export const InvoiceSettingsShape = Type.Object({ ...invoiceSettings, ...laterSettings }, { title: 'InvoiceSettings' })

export const toInvoiceSettings = (body: Static<typeof InvoiceSettingsBody>): Partial<InvoiceSettings> => ({
  timeZone: body.time_zone,
  prefix: body.prefix,
  termsDays: body.terms_days,
  note: body.note,
  ...(body.allows_part_payments !== undefined && { allowsPartPayments: body.allows_part_payments }),
  ...(body.iban !== undefined && { iban: compact(body.iban) }),
  ...(body.bic !== undefined && { bic: compact(body.bic) }),
  ...(body.account_holder !== undefined && { accountHolder: body.account_holder }),
})
export const invoiceSettingsToWire = ({
  timeZone,
  termsDays,
  allowsPartPayments,
  accountHolder,
  ...rest
}: InvoiceSettings) => ({
  ...rest,
  allows_part_payments: allowsPartPayments,
  time_zone: timeZone,
  terms_days: termsDays,
  account_holder: accountHolder,
})
