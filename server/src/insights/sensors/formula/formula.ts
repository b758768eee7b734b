/**
 * The language of sensors: arithmetic over the parameters of one moment. It has no loops, no variables, no texts and no way
 * to name another unit, so a formula costs as much as it has parts, and its parts are counted (docs/decisions/0111). Pure.
 */

import type { Computed } from '../values/computed.ts'
import { FormulaError } from './formula-error.ts'
import { type FormulaFunction, functionNamed, functionNames } from './formula-functions.ts'
import { type FormulaToken, formulaLimits, tokensOf } from './formula-tokens.ts'

export interface Formula {
  readonly parameters: readonly string[]
  readonly compute: Computed
}

/** How tightly an operator binds; `right`: the right side is computed first. */
interface Operator {
  readonly binds: number
  readonly isRight?: boolean
  readonly make: (one: Computed, other: Computed) => Computed
}

const both =
  (compute: (one: number, other: number) => number) =>
  (one: Computed, other: Computed): Computed =>
  (readings) => {
    const [left, right] = [one(readings), other(readings)]
    return left === undefined || right === undefined ? undefined : finite(compute(left, right))
  }

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)
const bit = (is: boolean): number => (is ? 1 : 0)

const operators: Readonly<Record<string, Operator>> = {
  '??': { binds: 1, make: (one, other) => (readings) => one(readings) ?? other(readings) },
  or: { binds: 2, make: both((one, other) => bit(one !== 0 || other !== 0)) },
  and: { binds: 3, make: both((one, other) => bit(one !== 0 && other !== 0)) },
  '==': { binds: 4, make: both((one, other) => bit(one === other)) },
  '!=': { binds: 4, make: both((one, other) => bit(one !== other)) },
  '<': { binds: 5, make: both((one, other) => bit(one < other)) },
  '<=': { binds: 5, make: both((one, other) => bit(one <= other)) },
  '>': { binds: 5, make: both((one, other) => bit(one > other)) },
  '>=': { binds: 5, make: both((one, other) => bit(one >= other)) },
  '+': { binds: 6, make: both((one, other) => one + other) },
  '-': { binds: 6, make: both((one, other) => one - other) },
  '*': { binds: 7, make: both((one, other) => one * other) },
  '/': { binds: 7, make: both((one, other) => one / other) },
  '%': { binds: 7, make: both((one, other) => one % other) },
  '^': { binds: 9, isRight: true, make: both((one, other) => one ** other) },
}
/** Looser than `^`, as everywhere: -2 ^ 2 is -4. */
const prefixBinds = 8

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'boolean' ? bit(value) : typeof value === 'number' ? finite(value) : undefined

const reading =
  (name: string): Computed =>
  (readings) =>
    Object.hasOwn(readings, name) ? numberOf(readings[name]) : undefined

/** Reads from left to right; each operator takes what binds tighter than itself (Pratt). */
class Parser {
  readonly #tokens: readonly FormulaToken[]
  readonly parameters = new Set<string>()
  #at = 0
  #parts = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  all(): Computed {
    const whole = this.#expression(0, 1)
    if (this.#next.kind !== 'end') throw this.#error(`${this.#shown} does not belong here`)
    if (this.parameters.size === 0) throw new FormulaError(0, 'a formula needs at least one parameter')
    return whole
  }

  get #next(): FormulaToken {
    return this.#tokens[this.#at]!
  }

  get #shown(): string {
    return this.#next.kind === 'end' ? 'the end' : `“${this.#next.text}”`
  }

  #error(message: string): FormulaError {
    return new FormulaError(this.#next.at, message)
  }

  #is(text: string): boolean {
    return this.#next.kind === 'sign' && this.#next.text === text
  }

  #take(): FormulaToken {
    const token = this.#next
    this.#at += 1
    return token
  }

  #expect(text: string): void {
    if (!this.#is(text)) throw this.#error(`“${text}” is missing before ${this.#shown}`)
    this.#take()
  }

  #expression(least: number, depth: number): Computed {
    this.#count()
    if (depth > formulaLimits.depth) throw this.#error('it is nested too deeply')
    let left = this.#operand(depth)
    for (;;) {
      const operator = this.#next.kind === 'sign' ? operators[this.#next.text] : undefined
      if (!operator || operator.binds < least) return left
      this.#take()
      left = operator.make(left, this.#expression(operator.isRight ? operator.binds : operator.binds + 1, depth + 1))
    }
  }

  #count(): void {
    this.#parts += 1
    if (this.#parts > formulaLimits.parts) throw this.#error(`it has more than ${formulaLimits.parts} parts`)
  }

  #operand(depth: number): Computed {
    const token = this.#take()
    if (token.kind === 'number') return constant(Number(token.text))
    if (token.kind === 'parameter') return this.#parameter(token)
    if (token.kind === 'word') {
      if (token.text === 'true' || token.text === 'false') return constant(bit(token.text === 'true'))
      return this.#is('(') ? this.#call(token, depth) : this.#parameter(token)
    }
    if (token.kind === 'sign') {
      if (token.text === '(') {
        const inside = this.#expression(0, depth + 1)
        this.#expect(')')
        return inside
      }
      if (token.text === '-' || token.text === 'not') return this.#prefix(token.text, depth)
    }
    this.#at -= 1
    throw this.#error(`a number, a parameter or a function is missing before ${this.#shown}`)
  }

  #prefix(text: string, depth: number): Computed {
    const value = this.#expression(prefixBinds, depth + 1)
    return (readings) => {
      const known = value(readings)
      return known === undefined ? undefined : text === '-' ? -known : bit(known === 0)
    }
  }

  #parameter({ text, at }: FormulaToken): Computed {
    this.parameters.add(text)
    if (this.parameters.size > formulaLimits.parameters) {
      throw new FormulaError(at, `it reads more than ${formulaLimits.parameters} parameters`)
    }
    return reading(text)
  }

  #call({ text, at }: FormulaToken, depth: number): Computed {
    const called = functionNamed(text)
    if (!called) throw new FormulaError(at, `there is no function ${text}. There are ${functionNames.join(', ')}`)
    this.#take()
    const given: Computed[] = []
    while (!this.#is(')')) {
      if (given.length > 0) this.#expect(',')
      given.push(this.#expression(0, depth + 1))
      if (given.length > called.most) throw this.#error(countText(text, called))
    }
    if (given.length < called.least) throw this.#error(countText(text, called))
    this.#take()
    return called.make(given)
  }
}

const constant =
  (value: number): Computed =>
  () =>
    value

const countText = (name: string, { least, most }: FormulaFunction): string =>
  least === most ? `${name} takes ${least} values` : `${name} takes ${least} to ${most} values`

/** Throws a `FormulaError` that says what is wrong, and where. */
export function compile(text: string): Formula {
  const parser = new Parser(text)
  const compute = parser.all()
  return { parameters: [...parser.parameters], compute }
}
