/** A table that converts what a sensor reports into what it measures: pairs, and straight lines between them. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'

/** The sensor's value, and its meaning. */
export type Pair = readonly [input: number, output: number]

/** `clamp`: the value of the nearest pair. `extend`: along the line of the two nearest pairs. */
export const outsides = ['clamp', 'extend'] as const
export type Outside = (typeof outsides)[number]

export interface Calibration {
  /** By rising input; none: the input is the value. */
  readonly pairs: readonly Pair[]
  readonly outside: Outside
}

export const pairsMax = 200

export const inOrder = (pairs: readonly Pair[]): Pair[] => pairs.toSorted(([one], [other]) => one - other)

export function pairProblems(pairs: readonly Pair[], field = 'calibration'): Problem[] {
  if (pairs.length === 0) return []
  if (pairs.length === 1) return [invalidField(field, 'A calibration table needs at least two pairs.')]
  if (pairs.length > pairsMax) {
    return [invalidField(field, `A calibration table has at most ${pairsMax} pairs.`)]
  }
  const sorted = inOrder(pairs)
  const twice = sorted.find(([input], index) => index > 0 && sorted[index - 1]![0] === input)
  return twice ? [invalidField(field, `The input ${twice[0]} is in the calibration table twice.`)] : []
}

export function calibrated({ pairs, outside }: Calibration, input: number): number {
  if (pairs.length < 2) return input
  const [first, last] = [pairs[0]!, pairs.at(-1)!]
  if (outside === 'clamp') {
    if (input <= first[0]) return first[1]
    if (input >= last[0]) return last[1]
  }
  let [low, high] = [0, pairs.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (pairs[middle]![0] <= input) low = middle
    else high = middle
  }
  const [[x0, y0], [x1, y1]] = [pairs[low]!, pairs[high]!]
  // At a pair its exact value, without rounding errors of the line.
  if (input === x1) return y1
  return y0 + ((input - x0) * (y1 - y0)) / (x1 - x0)
}

/**
 * As spreadsheet programs save it: two columns, separated by comma, semicolon or tab; a line of names may come first.
 */
export function pairsFromCsv(text: string, field = 'csv'): { pairs: Pair[]; problems: Problem[] } {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const filled = lines.filter(({ line }) => line !== '')
  const separator = ['\t', ';', ','].find((one) => filled.some(({ line }) => line.includes(one))) ?? ','
  const pairs: Pair[] = []
  for (const [index, { line, number }] of filled.entries()) {
    const cells = line.split(separator).map((cell) => numberIn(cell, separator !== ','))
    const [input, output] = cells
    if (cells.length === 2 && input !== undefined && output !== undefined) pairs.push([input, output])
    else if (index > 0 || cells.some((cell) => cell !== undefined)) {
      return { pairs: [], problems: [invalidField(field, `Line ${number} must have two numbers.`)] }
    }
  }
  if (pairs.length === 0) return { pairs, problems: [invalidField(field, 'There are no pairs of numbers.')] }
  return { pairs: inOrder(pairs), problems: pairProblems(pairs, field) }
}

/** A comma that is not a separator may be the decimal sign. */
function numberIn(cell: string, isCommaDecimal: boolean): number | undefined {
  const text = cell.trim().replace(/^"(.*)"$/, '$1')
  const plain = isCommaDecimal ? text.replace(',', '.') : text
  if (!/^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d{1,2})?$/.test(plain)) return undefined
  return Number(plain)
}

export const pairsToCsv = (pairs: readonly Pair[]): string =>
  ['input,value', ...pairs.map(([input, output]) => `${input},${output}`)].map((line) => `${line}\r\n`).join('')
