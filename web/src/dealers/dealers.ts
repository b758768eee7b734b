/** The public list of dealers, and its search. Pure. */
import type { Company } from '../shared/content/CompanyCard.tsx'

export interface Dealer extends Company {
  readonly coordinates: { readonly lat: number; readonly lon: number }
  readonly country_code: string | null
  readonly marketing_info: NonNullable<Company['marketing_info']> & { readonly areas: readonly string[] }
}

/** All words must match, in any order, in name, address, country or description. */
export function found(dealers: readonly Dealer[], search: string): readonly Dealer[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  return dealers.filter(({ name, address, country_code, marketing_info: { about } }) => {
    const text = [name, address, country_code, about].join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
