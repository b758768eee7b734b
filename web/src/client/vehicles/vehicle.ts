/** A vehicle in words. Pure. */
import { vehicleTexts as words } from '../../shared/texts/vehicles.ts'
import type { Vehicle } from '../types.ts'

type Photo = NonNullable<Vehicle['photo']>

/** A new picture has a new address, so that browsers can cache it. */
export const photoAddress = (unit: number, { version }: Photo): string =>
  `/client/units/${unit}/photo?version=${version}`

/** "Ford Transit", "2023", "Diesel". */
export const factsOf = ({ make, model, year, fuel }: Vehicle): readonly string[] =>
  [[make, model].filter(Boolean).join(' '), year === null ? '' : String(year), fuel ? words.fuels[fuel] : ''].filter(
    Boolean,
  )
