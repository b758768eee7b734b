import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownOf, type WholeList } from './whole-list.ts'

interface Model {
  readonly name: string
  readonly maker: string
  readonly units: number | null
}
const models: readonly Model[] = [
  { name: 'FMB10', maker: 'Teltonika', units: 3 },
  { name: 'FMB9', maker: 'Teltonika', units: null },
  { name: 'GT06', maker: 'Concox', units: 12 },
]
const whole: WholeList<Model> = {
  textOf: ({ name, maker }) => `${name} ${maker}`,
  sorts: { name: ({ name }) => name, units: ({ units }) => units },
  filters: { maker: ({ maker }, value) => maker === value },
}
const shown = (view: Partial<Parameters<typeof shownOf>[1]>) =>
  shownOf(models, { q: '', sort: undefined, active: [], ...view }, whole).map(({ name }) => name)

test('a search matches every word in any case', () => {
  assert.deepEqual(shown({ q: 'teltonika fmb1' }), ['FMB10'])
  assert.deepEqual(shown({ q: ' ' }), ['FMB10', 'FMB9', 'GT06'])
})
test('numbers in names sort as numbers, and rows without a value come last', () => {
  assert.deepEqual(shown({ sort: 'name' }), ['FMB9', 'FMB10', 'GT06'])
  assert.deepEqual(shown({ sort: 'units' }), ['FMB10', 'GT06', 'FMB9'])
  assert.deepEqual(shown({ sort: '-units' }), ['GT06', 'FMB10', 'FMB9'])
})
test('an unknown filter hides nothing', () => {
  assert.deepEqual(shown({ active: [{ name: 'maker', value: 'Concox' }] }), ['GT06'])
  assert.deepEqual(shown({ active: [{ name: 'colour', value: 'red' }] }).length, 3)
})
