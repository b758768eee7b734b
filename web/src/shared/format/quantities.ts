/**
 * Amounts in the reader's units. The server uses kilometres, km/h, litres and °C; other units stay. Fuel consumption is
 * litres per 100 km, or miles per gallon for readers who use both miles and gallons.
 */
import { locale } from '../texts/texts.ts'
import { type Habits, ofHabits } from './habits.ts'

export interface Quantity {
  readonly unit: string
  /** In the reader's unit. */
  of(amount: number): number
  /** In the server's unit. */
  back(amount: number): number
  readonly isConverted: boolean
}

export const kmPerMile = 1.609344
const metresPerFoot = 0.3048
const gallons = {
  us_gallons: { litres: 3.785411784, gallon: 'gal', far: 'mpg' },
  imperial_gallons: { litres: 4.54609, gallon: 'imp gal', far: 'imp mpg' },
} as const

const same = (unit: string): Quantity => ({ unit, of: (value) => value, back: (value) => value, isConverted: false })
const times = (unit: string, factor: number): Quantity => ({
  unit,
  of: (value) => value * factor,
  back: (value) => value / factor,
  isConverted: true,
})

/** More is better, and without fuel there is no value. */
const perGallon = (unit: string, litres: number): Quantity => {
  const turned = (value: number) => (100 * litres) / kmPerMile / value
  return { unit, of: turned, back: turned, isConverted: true }
}

function fuelOf({ litres, gallon, far }: (typeof gallons)[keyof typeof gallons], isMiles: boolean) {
  return {
    l: times(gallon, 1 / litres),
    'l/h': times(`${gallon}/h`, 1 / litres),
    'l/100 km': isMiles ? perGallon(far, litres) : times(`${gallon}/100 km`, 1 / litres),
  }
}

function quantitiesOf({ measure, volume, temperature }: Habits): Readonly<Record<string, Quantity>> {
  const isMiles = measure === 'imperial'
  return {
    ...(isMiles && { km: times('mi', 1 / kmPerMile), 'km/h': times('mph', 1 / kmPerMile) }),
    ...(isMiles && { m: times('ft', 1 / metresPerFoot) }),
    ...(volume !== 'litres' && fuelOf(gallons[volume], isMiles)),
    ...(temperature === 'fahrenheit' && {
      '°C': {
        ...{ unit: '°F', isConverted: true },
        of: (value: number) => value * 1.8 + 32,
        back: (value: number) => (value - 32) / 1.8,
      },
    }),
  }
}

const known = ofHabits(quantitiesOf)

export const quantityIn = (unit: string): Quantity => {
  const name = unit === 'l/100km' ? 'l/100 km' : unit
  return known()[name] ?? same(name)
}

const numbers = new Map<number, Intl.NumberFormat>()
function numberWith(decimals: number): Intl.NumberFormat {
  const found = numbers.get(decimals) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: decimals })
  numbers.set(decimals, found)
  return found
}

/** An amount in the reader's unit, with the unit and a fitting number of decimals. */
export function withUnit(amount: number, unit: string, decimals: number): string {
  const text = Number.isFinite(amount) ? numberWith(decimals).format(amount) : '–'
  return unit ? `${text} ${unit}` : text
}

/** An amount in the server's unit. */
export function formatQuantity(amount: number, unit: string, decimals: number): string {
  const quantity = quantityIn(unit)
  return withUnit(quantity.of(amount), quantity.unit, decimals)
}

/** Avoids negative zero. */
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0
const decimalsShown = 3

/** For a field: the server's value, as the reader would write it. */
export const writtenIn = (amount: number, unit: string): number => {
  const { of, isConverted } = quantityIn(unit)
  return isConverted ? rounded(of(amount), decimalsShown) : amount
}

/** From a field. The shortest amount that reads back as written, so that opening and saving changes nothing. */
export function readIn(written: number, unit: string): number {
  const { back, isConverted } = quantityIn(unit)
  if (!isConverted) return written
  const exact = back(written)
  for (let decimals = 0; decimals < 6; decimals++) {
    const short = rounded(exact, decimals)
    if (writtenIn(short, unit) === rounded(written, decimalsShown)) return short
  }
  return rounded(exact, 6)
}
