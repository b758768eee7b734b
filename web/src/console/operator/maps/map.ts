/** Texts about the map for the operator's pages. Pure. */
import type { OperatorMap } from '../../../api/generated.ts'
import { locale } from '../../../shared/texts/texts.ts'

const names = new Intl.DisplayNames(locale, { type: 'region' })

export const countryName = (code: string | null): string | undefined =>
  code === null ? undefined : (names.of(code) ?? code)

export const missingUnits = ({ coverage }: Pick<OperatorMap, 'coverage'>): number => coverage.units - coverage.covered

/** Never 100 while one is missing. */
export const coveredPercent = ({ coverage: { units, covered } }: Pick<OperatorMap, 'coverage'>): number =>
  units === 0 ? 0 : Math.floor((100 * covered) / units)

/** Two decimals are about a kilometre. */
export const rounded = (box: readonly number[]): readonly number[] =>
  box.map((degrees) => Math.round(degrees * 100) / 100)
