import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { models, spoken } from '../index.ts'
import { samplesOf } from '../sample.ts'
import { numbered, parameters } from './parameters.ts'
import { isUnlisted, reportedBy } from './reported.ts'

const folder = new URL('../protocols/', import.meta.url)
const isKnown = (key: string) => Object.hasOwn(parameters, key) || Object.hasOwn(numbered, key)

/** The source of the decoder and of its folder. */
function sourceOf(protocol: string): string {
  const own = new URL(`${protocol}/`, folder)
  const parts = existsSync(own)
    ? readdirSync(own)
        .filter((name) => name.endsWith('.ts'))
        .map((name) => new URL(name, own))
    : []
  return [new URL(`${protocol}.ts`, folder), ...parts].map((file) => readFileSync(file, 'utf8')).join('\n')
}

describe('what trackers can report', () => {
  for (const { name: protocol } of spoken.filter(({ name }) => reportedBy(name).length > 0)) {
    test(`is what the decoder of ${protocol} returns for its samples, and what else it names`, async () => {
      const samples = await samplesOf(protocol)
      const keys = samples.flatMap(({ messages = [] }) => messages.flatMap((message) => Object.keys(message)))
      const given = keys
        .filter((key) => !key.startsWith('custom.'))
        .map((key) => (isKnown(key) ? key : key.replace(/\.\d+$/, '')))
      const listed: readonly string[] = reportedBy(protocol)
      const wanted = [...new Set(given)].filter((key) => isKnown(key) && !isUnlisted(key))
      assert.deepEqual(
        wanted.filter((key) => !listed.includes(key)),
        [],
        'add this protocol to these lines of reported.ts',
      )
      const source = sourceOf(protocol)
      assert.deepEqual(
        listed.filter((key) => isUnlisted(key) || !(wanted.includes(key) || source.includes(key))),
        [],
        'remove this protocol from these lines of reported.ts',
      )
    })
  }

  test('is known for nine of ten models', () => {
    const known = models.filter(({ protocol }) => reportedBy(protocol).length > 0)
    assert.ok(known.length > models.length * 0.9, `${known.length} of ${models.length}`)
  })

  test('is empty for an unknown protocol', () => {
    assert.deepEqual(reportedBy('nobody'), [])
  })
})
