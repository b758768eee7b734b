import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCircle, importsIn } from './imports.ts'

test('an import is found in each of its forms', () => {
  const code = `import 'a'; import b from 'b'; import type { C } from 'c'; export * from 'd'; export { e } from 'e'
    export type { F } from 'f'; const g = () => import('g'); type H = import('h').H; const i = (j) => import(j)
    export const k = "import('l')" // import 'm'
    import { type N } from 'n'; import { type O, p } from 'o'; export { type Q } from 'q'`
  const of = (isType: boolean) =>
    importsIn('some.ts', code)
      .filter((one) => one.isType === isType)
      .map(({ as }) => as)
  assert.deepEqual(of(false), ['a', 'b', 'd', 'e', 'g', undefined, 'o'])
  assert.deepEqual(of(true), ['c', 'f', 'h', 'n', 'q'])
})

/** `a > b` is an import. */
const importsOf = (text: string) =>
  text.split(', ').map((one) => {
    const [from, to] = one.split(' > ') as [string, string]
    return { from, to }
  })

for (const [text, circle] of [
  ['a > b, a > c, b > d, c > d', undefined],
  ['a > a', 'a → a'],
  ['a > b, b > a', 'a → b → a'],
  ['a > b, b > c, c > d, d > b, a > e', 'b → c → d → b'],
  ['a > b, a > c, b > d, c > d, d > e, e > c', 'd → e → c → d'],
] as const) {
  test(`${text}: ${circle ?? 'no circle'}`, () => assert.equal(findCircle(importsOf(text)), circle))
}
