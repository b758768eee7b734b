/** The functions of formulas. Each costs about as much as an addition. Pure. */
import type { Computed } from '../values/computed.ts'

export interface FormulaFunction {
  readonly least: number
  readonly most: number
  readonly make: (given: readonly Computed[]) => Computed
}

/** For known numbers only; a result that is not a number is unknown. */
const ofNumbers = (least: number, most: number, compute: (...values: number[]) => number): FormulaFunction => ({
  least,
  most,
  make: (given) => (readings) => {
    const values: number[] = []
    for (const one of given) {
      const value = one(readings)
      if (value === undefined) return undefined
      values.push(value)
    }
    const result = compute(...values)
    return Number.isFinite(result) ? result : undefined
  },
})

const bitsMax = 52
/** Beyond 32 bits too, where JavaScript's operators would cut. */
const bitsOf = (value: number, from: number, count: number): number =>
  Number.isInteger(from) && Number.isInteger(count) && from >= 0 && count > 0 && from + count <= bitsMax && value >= 0
    ? Math.floor(value / 2 ** from) % 2 ** count
    : Number.NaN

const functions: Readonly<Record<string, FormulaFunction>> = {
  abs: ofNumbers(1, 1, Math.abs),
  bit: ofNumbers(2, 2, (value, index) => bitsOf(value, index, 1)),
  bits: ofNumbers(3, 3, bitsOf),
  ceil: ofNumbers(1, 1, Math.ceil),
  clamp: ofNumbers(3, 3, (value, low, high) => Math.min(Math.max(value, low), high)),
  exp: ofNumbers(1, 1, Math.exp),
  floor: ofNumbers(1, 1, Math.floor),
  if: {
    ...{ least: 3, most: 3 },
    make:
      ([condition, then, otherwise]) =>
      (readings) => {
        const is = condition!(readings)
        return is === undefined ? undefined : (is !== 0 ? then! : otherwise!)(readings)
      },
  },
  known: {
    least: 1,
    most: 1,
    make:
      ([one]) =>
      (readings) =>
        one!(readings) === undefined ? 0 : 1,
  },
  ln: ofNumbers(1, 1, Math.log),
  log10: ofNumbers(1, 1, Math.log10),
  max: ofNumbers(1, 8, Math.max),
  min: ofNumbers(1, 8, Math.min),
  round: ofNumbers(1, 2, (value, digits = 0) => {
    const scale = 10 ** Math.trunc(Math.min(Math.max(digits, 0), 9))
    return Math.round(value * scale) / scale
  }),
  sqrt: ofNumbers(1, 1, Math.sqrt),
}

export const functionNames = Object.keys(functions)
export const functionNamed = (name: string): FormulaFunction | undefined =>
  Object.hasOwn(functions, name) ? functions[name] : undefined
