import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { compile } from './formula.ts'
import { FormulaError } from './formula-error.ts'

const readings = {
  ...{ 'position.speed': 60, 'ain.1': 2.5, 'din.1': true, 'din.2': false, 'can.io': 0b1011_0000, temp: 200 },
  ...{ 'my param-1': 7, 'device.name': 'FMB920', zero: 0, broken: Number.NaN },
}

const values: readonly (readonly [formula: string, value: number | undefined])[] = [
  ['ain.1', 2.5],
  ['ain.1 * 100', 250],
  ['[ain.1] + [my param-1]', 9.5],
  ['[ my param-1 ]', 7],
  ['1 + 2 * ain.1', 6],
  ['(1 + 2) * ain.1', 7.5],
  ['2 ^ 3 ^ 2 + zero', 512],
  ['-2 ^ 2 + zero', -4],
  ['10 - 4 - 3 + zero', 3],
  ['temp % 7', 4],
  ['0x1F + zero', 31],
  ['.5 + 1.e1 + 2.5E-1 + zero', 10.75],
  ['din.1 + din.2', 1],
  ['din.1 and not din.2', 1],
  ['!din.1 || din.2', 0],
  ['position.speed > 50 && ain.1 <= 2.5', 1],
  ['1 + zero == 1', 1],
  ['temp != 200', 0],
  ['true + zero', 1],
  // The example of the industry's own documents: bytes from 128 on are negative degrees.
  ['if(temp < 128, temp, temp - 256)', -56],
  ['if(din.2, missing, 5)', 5],
  ['if(missing, 1, 2)', undefined],
  ['missing', undefined],
  ['missing + 1', undefined],
  ['missing ?? ain.1 ?? 3', 2.5],
  ['known(missing) + known(ain.1)', 1],
  ['device.name', undefined],
  ['broken', undefined],
  ['ain.1 / zero', undefined],
  ['sqrt(0 - ain.1)', undefined],
  ['9 ^ 9 ^ 9 * temp', undefined],
  ['bit(can.io, 4) * 10 + bit(can.io, 6)', 10],
  ['bits(can.io, 4, 4)', 11],
  ['bit(can.io, 60)', undefined],
  ['min(temp, 5, ain.1) + max(temp, 5)', 202.5],
  ['round(ain.1) + round(ain.1 / 3, 2)', 3.83],
  ['floor(ain.1) + ceil(ain.1) + abs(0 - temp)', 205],
  ['clamp(temp, 0, 100)', 100],
  ['ln(exp(ain.1)) + log10(1000)', 5.5],
  // Properties of every object are not parameters.
  ['constructor', undefined],
  ['toString', undefined],
  ['[__proto__]', undefined],
  ['hasOwnProperty ?? ain.1', 2.5],
]

suite('a formula', () => {
  for (const [formula, value] of values) {
    test(formula, () => {
      const result = compile(formula).compute(readings)
      if (value === undefined || result === undefined) assert.equal(result, value)
      else assert.ok(Math.abs(result - value) < 1e-9, `${result}`)
    })
  }

  test('names what it reads, each parameter once', () => {
    assert.deepEqual(compile('ain.1 + [x y] * ain.1').parameters, ['ain.1', 'x y'])
  })
})

const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`

const refused: readonly (readonly [name: string, formula: string, at: number, message: RegExp])[] = [
  ['nothing', '', 0, /missing before the end/],
  ['no parameter', '1 + 2', 0, /at least one parameter/],
  ['an open bracket', '(a + 1', 6, /“\)” is missing/],
  ['two values', 'a b', 2, /“b” does not belong here/],
  ['an operator alone', 'a +', 3, /missing before the end/],
  ['no such function', 'a + eval(a)', 4, /no function eval/],
  ['a function of every object', 'constructor(a)', 0, /no function constructor/],
  ['too few values', 'if(a, 1)', 7, /if takes 3 values/],
  ['too many values', 'abs(a, 1)', 8, /abs takes 1 values/],
  ['a text', 'a + "x"', 4, /is not allowed in a formula/],
  ['an assignment', 'a = 5', 2, /is not allowed in a formula/],
  ['a statement', 'a; b', 1, /is not allowed in a formula/],
  ['a loop', 'while(a) a', 0, /no function while/],
  ['an arrow function', 'a => a', 2, /is not allowed in a formula/],
  ['a template', '`a`', 0, /is not allowed in a formula/],
  ['a member of a result', '(a).b', 3, /is not allowed in a formula/],
  ['another unit', 'unit(5, a)', 0, /no function unit/],
  ['a call of a call', 'abs(a)(a)', 6, /does not belong here/],
  ['an endless number', '1e999 + a', 0, /too large/],
  ['brackets in brackets', '[a[b]]', 0, /is not allowed in a formula/],
  ['too deep', nested(30), 20, /nested too deeply/],
  ['too deep by signs', `${'-'.repeat(30)}a`, 20, /nested too deeply/],
  ['too deep by powers', `a${'^a'.repeat(40)}`, 40, /nested too deeply/],
  ['too many parts', `a${'+a'.repeat(120)}`, 200, /more than 100 parts/],
  ['too long', `a${' '.repeat(500)}`, 500, /more than 500 characters/],
  ['too many parameters', 'a+b+c+d+e+f+g+h+i', 16, /more than 8 parameters/],
  ['too long a name', 'x'.repeat(101), 0, /no name of a parameter/],
]

suite('what does not compile', () => {
  for (const [name, formula, at, message] of refused) {
    test(name, () => {
      assert.throws(
        () => compile(formula),
        (error) => {
          assert.ok(error instanceof FormulaError, String(error))
          assert.match(error.message, message)
          assert.equal(error.at, at)
          return true
        },
      )
    })
  }
})

test('any text compiles or is refused, and computes a number or nothing, quickly', () => {
  const piece = fc.constantFrom(
    ...['a', 'b.c', '[x]', '1', '2.5', '+', '-', '*', '/', '%', '^', '(', ')', ',', '??', '<', '==', 'and', 'not'],
    ...['if(', 'min(', 'bit(', 'round(', ' ', '__proto__', '0xff', '1e9'],
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((all) => all.join('')),
    fc.string({ maxLength: 80 }),
  )
  let compiled = 0
  fc.assert(
    fc.property(text, fc.double(), fc.anything(), (formula, a, x) => {
      try {
        const value = compile(formula).compute({ a, x, 'b.c': true })
        assert.ok(value === undefined || Number.isFinite(value))
        compiled += 1
      } catch (error) {
        assert.ok(error instanceof FormulaError, String(error))
      }
    }),
    { numRuns: 2_000 },
  )
  assert.ok(compiled > 20, String(compiled))
})
