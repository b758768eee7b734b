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
}

/** The profile with all waiting changes applied; a further change starts from it. */
export function profileAfter({ company, changes }: Pick<CompanyReview, 'company' | 'changes'>): Profile {
  const info: Record<string, unknown> = { ...company.marketing_info }
  let { name } = company
  for (const { field, after } of changes) {
    if (field === 'name') name = String(after)
    else info[field.replace(/^marketing_info\./, '')] = after
  }
  return { ...company, name, marketing_info: info as Info }
}

export const valuesOf = ({ name, marketing_info: info }: Profile): ProfileValues => ({
  name,
  about: info.about,
  website: info.website ?? '',
  email: info.email ?? '',
  phones: info.phones.join('\n'),
  schedule: info.schedule,
  working_days: info.working_days.toSorted((one, other) => one - other),
  areas: info.areas.toSorted(),
  shown: info.shown,
})

export const phonesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The card that the form would make, to be shown before it is sent. */
export const profileOf = (card: Profile, values: ProfileValues): Profile => ({
  ...card,
  name: values.name,
  marketing_info: {
    ...values,
    website: values.website.trim() || null,
    email: values.email.trim() || null,
    phones: phonesIn(values.phones),
  } as Info,
})

/** Only changed fields are proposed, so that the reviewer sees what was meant. Undefined when nothing changed. */
export function changeOf(before: ProfileValues, after: ProfileValues): BodyOf<'patchCompany'> | undefined {
  const isSame = (name: keyof ProfileValues) => JSON.stringify(before[name]) === JSON.stringify(after[name])
  const { name, phones, ...rest } = after
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
