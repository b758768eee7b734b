/** A company profile in a form: texts and check boxes in the form are lists in the API. Pure. */
import type { BodyOf } from '../../api/call.ts'
import type { CompanyReview } from '../../api/generated.ts'

export type Profile = CompanyReview['company']
export type Info = Profile['marketing_info']

export interface ProfileValues {
  readonly name: string
  readonly about: string
  readonly website: string
  readonly email: string
  readonly phones: string
  readonly schedule: string
  readonly working_days: readonly number[]
  readonly areas: readonly string[]
  readonly shown: boolean
  readonly address: string
  readonly country_code: string
  readonly latitude: string
  readonly longitude: string
}

const nowhere = { lat: null, lon: null }

/** The profile with all waiting changes applied; a further change starts from it. */
export function profileAfter({ company, changes }: Pick<CompanyReview, 'company' | 'changes'>): Profile {
  const info: Record<string, unknown> = { ...company.marketing_info }
  const own: Record<string, unknown> = {}
  for (const { field, after } of changes) {
    if (field.startsWith('marketing_info.')) info[field.replace(/^marketing_info\./, '')] = after
    else own[field] = field === 'coordinates' ? (after ?? nowhere) : after
  }
  return { ...company, ...own, marketing_info: info as Info }
}

export const valuesOf = ({
  name,
  address,
  country_code,
  coordinates: { lat, lon },
  marketing_info: info,
}: Profile): ProfileValues => ({
  name,
  address: address ?? '',
  country_code: country_code ?? '',
  latitude: lat?.toString() ?? '',
  longitude: lon?.toString() ?? '',
  about: info.about,
  website: info.website ?? '',
  email: info.email ?? '',
  phones: info.phones.join('\n'),
  schedule: info.schedule,
  working_days: info.working_days.toSorted((one, other) => one - other),
  areas: info.areas.toSorted(),
  shown: info.shown,
})

const phonesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Undefined: not coordinates. Null: none were given. */
export function coordinatesIn({ latitude, longitude }: Pick<ProfileValues, 'latitude' | 'longitude'>) {
  const [lat, lon] = [latitude, longitude].map((text) => (text.trim() === '' ? null : Number(text.replace(',', '.'))))
  if (lat === null && lon === null) return null
  const isGood = typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return isGood ? { lat, lon } : undefined
}

/** The profile with the values of the form, for the preview. */
export const profileOf = (
  card: Profile,
  { name, address, country_code, latitude, longitude, ...info }: ProfileValues,
): Profile => ({
  ...card,
  name,
  address: address.trim() || null,
  country_code: country_code.trim() || null,
  coordinates: coordinatesIn({ latitude, longitude }) ?? nowhere,
  marketing_info: {
    ...info,
    website: info.website.trim() || null,
    email: info.email.trim() || null,
    phones: phonesIn(info.phones),
  } as Info,
})

/** The location, if it changed: a request of its own. */
export function locationChangeOf(
  before: ProfileValues,
  after: ProfileValues,
): BodyOf<'patchCompanyLocation'> | undefined {
  const isMoved = before.latitude !== after.latitude || before.longitude !== after.longitude
  const change = {
    ...(before.address !== after.address.trim() && { address: after.address.trim() || null }),
    ...(before.country_code !== after.country_code.trim() && { country_code: after.country_code.trim() || null }),
    ...(isMoved && { coordinates: coordinatesIn(after) ?? null }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

/** Only changed fields are proposed, so that the reviewer sees the intention. Undefined if nothing changed. */
export function changeOf(before: ProfileValues, after: ProfileValues): BodyOf<'patchCompany'> | undefined {
  const isSame = (name: keyof ProfileValues) => JSON.stringify(before[name]) === JSON.stringify(after[name])
  const { name, phones, address: _, country_code: __, latitude: ___, longitude: ____, ...rest } = after
  const info = Object.fromEntries(
    Object.entries({ ...rest, phones: phonesIn(phones) })
      .filter(([field]) => !isSame(field as keyof ProfileValues))
      .map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  )
  const change = {
    ...(name.trim() !== before.name && { name: name.trim() }),
    ...(Object.keys(info).length > 0 && { marketing_info: info }),
  }
  return Object.keys(change).length > 0 ? (change as BodyOf<'patchCompany'>) : undefined
}

export const phonesFit = (text: string): boolean => {
  const phones = phonesIn(text)
  return phones.length <= 20 && phones.every((phone) => phone.length <= 50)
}

export const isWebsite = (text: string): boolean => {
  const website = text.trim()
  return website === '' || (URL.canParse(website) && /^https?:$/.test(new URL(website).protocol))
}
