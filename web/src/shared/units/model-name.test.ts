import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelName } from './model-name.ts'

for (const [maker, title, name] of [
  ['Teltonika', 'FMB920', 'Teltonika FMB920'],
  ['Traccar', 'Traccar Client', 'Traccar Client'],
  ['Tags', 'Tags', 'Tags'],
  ['Tag', 'Tagger 2', 'Tag Tagger 2'],
  ['', 'FMB920', 'FMB920'],
] as const) {
  test(`the model ${title} of ${maker || 'nobody'} is called ${name}`, () =>
    assert.equal(modelName(maker, title), name))
}
