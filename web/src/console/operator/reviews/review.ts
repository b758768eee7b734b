/** Values of a company profile for people. Pure. */
import type { OperatorDealerCard } from '../../../api/generated.ts'
import { operator } from '../../../shared/texts/operator.ts'

const { reviews } = operator

export const fieldTitle = (field: string): string => reviews.fields[field] ?? field

const dayName = (day: unknown) => reviews.days[Number(day) - 1] ?? String(day)
const areaName = (area: unknown) => reviews.areas[String(area)] ?? String(area)

/** Empty if there is no value: the page has its own words for that. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? reviews.yes : reviews.no
  if (field === 'coordinates') return Object.values(value).join(', ')
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const nameOf = field.endsWith('working_days') ? dayName : field.endsWith('areas') ? areaName : String
  return value.map(nameOf).join(', ')
}

/** The values of a profile that was never reviewed, except those that are about to change. */
export function profileFields(
  card: OperatorDealerCard,
  changes: readonly { readonly field: string }[],
): readonly (readonly [field: string, value: unknown])[] {
  const { lat, lon } = card.coordinates
  const all: readonly (readonly [field: string, value: unknown])[] = [
    ['name', card.name],
    ['address', card.address],
    ['country_code', card.country_code],
    ['coordinates', lat === null || lon === null ? null : card.coordinates],
    ...Object.entries(card.marketing_info).map(([field, value]) => [`marketing_info.${field}`, value] as const),
  ]
  return all.filter(
    ([field, value]) => valueText(field, value) !== '' && !changes.some((change) => change.field === field),
  )
}
