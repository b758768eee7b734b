/** An address in a reader's language. Pure. */
import type { Address } from '#kernel/geo/addresses.ts'
import { catalogue } from '#kernel/mail/texts.ts'
import type { PlaceName } from './actions.ts'

interface Words {
  readonly countries: Intl.DisplayNames
  near(town: string): string
}

const countriesIn = (lang: string) => new Intl.DisplayNames(lang, { type: 'region' })

const words = catalogue<Words>(
  { countries: countriesIn('en'), near: (town) => `near ${town}` },
  { de: { countries: countriesIn('de'), near: (town) => `bei ${town}` } },
)

/** Streets and places keep their local names. */
export function addressText({ text, source, place, country }: Address, lang: string | null): string {
  if (source !== 'town' || place === undefined) return text
  const { near, countries } = words(lang)
  const land = country && countries.of(country)
  return near([place, land].filter(Boolean).join(', '))
}

/** The geofence first; empty: nothing is known. */
export const placeText = (name: PlaceName | undefined, lang: string | null): string =>
  [name?.geofence, name?.address && addressText(name.address, lang)].filter(Boolean).join(', ')

type Parts = Pick<Address, 'street' | 'houseNumber' | 'postcode' | 'place'>

/** "Städtle 34, 9490 Vaduz". */
export function onOneLine({ street, houseNumber, postcode, place }: Parts): string {
  const inStreet = [street, street && houseNumber].filter(Boolean).join(' ')
  const inPlace = [postcode, place].filter(Boolean).join(' ')
  return [inStreet, inPlace].filter(Boolean).join(', ')
}
