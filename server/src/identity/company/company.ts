/** A dealer's company profile and billing details, and what they unlock. Pure. */
import { type AppId, isManaged } from '#kernel/applications.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { isZone } from '#kernel/time/zone.ts'
import { type BankDetails, bankProblems } from './bank.ts'

export const companyAreas = [
  'company.areas.installation',
  'company.areas.selling',
  'company.areas.maintenance',
  'company.areas.soft',
  'company.areas.other',
] as const

export interface MarketingInfo {
  readonly phones: readonly string[]
  readonly areas: readonly string[]
  readonly working_days: readonly number[]
  readonly schedule: string
  readonly about: string
  readonly shown: boolean
  readonly website: string | null
  readonly email: string | null
}

export const emptyMarketingInfo: MarketingInfo = {
  phones: [],
  areas: [],
  working_days: [],
  schedule: '',
  about: '',
  shown: false,
  website: null,
  email: null,
}

/** Fields of the profile that a dealer may change; a change waits until the operator approves it. */
export interface CompanyChange {
  readonly name?: string
  readonly marketing_info?: Partial<MarketingInfo>
  readonly address?: string | null
  /** Null removes the company from the map. */
  readonly coordinates?: Coordinates | null
  readonly country_code?: string | null
}

interface Coordinates {
  readonly lat: number
  readonly lon: number
}

export interface Company {
  readonly dealerId: number
  readonly name: string
  readonly address: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly countryCode: string | null
  readonly marketingInfo: MarketingInfo
  readonly approved: boolean
  readonly pending: CompanyChange | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const saysNothing = ({ marketing_info = {}, ...rest }: CompanyChange): boolean =>
  Object.keys(rest).length === 0 && Object.keys(marketing_info).length === 0

/** Later changes merge with those that wait, so that the operator reviews one profile and not a series of changes. */
export const joinChanges = (waiting: CompanyChange | null, change: CompanyChange): CompanyChange => ({
  ...waiting,
  ...change,
  ...((waiting?.marketing_info || change.marketing_info) && {
    marketing_info: { ...waiting?.marketing_info, ...change.marketing_info },
  }),
})

export const applyChange = (company: Company, change: CompanyChange): Company => ({
  ...company,
  name: change.name ?? company.name,
  marketingInfo: { ...company.marketingInfo, ...change.marketing_info },
  ...(change.address !== undefined && { address: change.address }),
  ...(change.country_code !== undefined && { countryCode: change.country_code }),
  ...(change.coordinates !== undefined && {
    latitude: change.coordinates?.lat ?? null,
    longitude: change.coordinates?.lon ?? null,
  }),
})

const coordinatesOf = ({ latitude, longitude }: Company): Coordinates | null =>
  latitude === null || longitude === null ? null : { lat: latitude, lon: longitude }

export interface Difference {
  /** A path with dots, as in the API. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** What approving the pending change would alter; fields proposed with their current value do not count. */
export function differences(company: Company): Difference[] {
  const { marketing_info = {}, ...rest } = company.pending ?? {}
  const own = {
    ...{ name: company.name, address: company.address },
    ...{ coordinates: coordinatesOf(company), country_code: company.countryCode },
  }
  const fields: Difference[] = [
    ...Object.entries({ ...own, ...rest }).map(([field, after]) => ({
      field,
      before: own[field as keyof typeof own],
      after,
    })),
    ...Object.entries(marketing_info).map(([field, after]) => ({
      field: `marketing_info.${field}`,
      before: company.marketingInfo[field as keyof MarketingInfo] ?? null,
      after,
    })),
  ]
  return fields.filter(({ before, after }) => inOrder(before) !== inOrder(after))
}

/** A website is shown as a link: anything but http(s) could run code in the client's browser. */
export function websiteProblems(change: CompanyChange): Problem[] {
  const website = change.marketing_info?.website
  if (website === undefined || website === null || website === '') return []
  const isWeb = URL.canParse(website) && /^https?:$/.test(new URL(website).protocol)
  return isWeb
    ? []
    : [invalidField('marketing_info.website', 'marketing_info.website must be an http or https address.')]
}

interface PostalAddress {
  readonly city: string | null
  readonly country: string | null
  readonly line1: string | null
  readonly line2: string | null
  readonly postal_code: string | null
  readonly state: string | null
}

/** Fields of the billing details that a dealer may change. */
export interface PaymentInfoChange {
  readonly name?: string | null
  readonly email?: string | null
  readonly vat?: string | null
  readonly regNumber?: string | null
  readonly address?: Partial<PostalAddress>
  readonly agreement?: true
  readonly autoSendInvoice?: boolean
  readonly autoCharge?: boolean
}

/** Fields that the operator reviews: changing one needs a new review. */
const verifiedFields = ['name', 'email', 'vat', 'regNumber', 'address'] as const

type Verified = { readonly [K in (typeof verifiedFields)[number]]: unknown }

export const needsNewVerification = (before: Verified, after: Verified): boolean =>
  verifiedFields.some((field) => inOrder(before[field]) !== inOrder(after[field]))

/** The database stores the fields of an address in its own order. */
const inOrder = (value: unknown): string =>
  JSON.stringify(
    value !== null && typeof value === 'object'
      ? Object.entries(value)
          .filter(([, part]) => part !== null)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
      : (value ?? null),
  )

/** How far the platform trusts a dealer with managed applications. */
export interface Standing {
  readonly isApproved: boolean
  readonly isVerified: boolean
}

export type PlanType = 'managed' | 'trial'

/** Verified billing details unlock everything; an approved profile alone unlocks the trial. */
export function mayUse(standing: Standing, app: AppId, planType: PlanType): boolean {
  if (!isManaged(app) || standing.isVerified) return true
  return standing.isApproved && planType === 'trial'
}

export const mayUseAnything = (standing: Standing): boolean => standing.isVerified || standing.isApproved

/** How a dealer invoices its clients. */
export interface InvoiceSettings extends BankDetails {
  /** Decides when a day begins and ends. */
  readonly timeZone: string
  /** Prefix of every invoice number. */
  readonly prefix: string
  /** Days until an invoice without its own due date is due. */
  readonly termsDays: number
  /** Printed below every invoice. */
  readonly note: string | null
  /** Whether clients may pay part of an invoice on the payment page. */
  readonly allowsPartPayments: boolean
}

export const settingsProblems = (settings: InvoiceSettings): Problem[] => [
  ...(isZone(settings.timeZone)
    ? []
    : [invalidField('time_zone', 'time_zone must be a time zone, like Europe/Berlin.')]),
  ...bankProblems(settings),
]
