/**
 * Names end up in emails, lists and files: no row accepts one with line breaks, control characters or marks that change
 * the writing direction.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { linePatterns } from '#kernel/api/fields.ts'
import { openApi } from '#testing/api.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import { aPlainWorld, type PlainWorld, plainRows } from '#testing/checks/plain-rows.ts'
import { rows, urlOf } from '#testing/checks/rows.ts'
import { filled, type Shape, slotsOf } from '#testing/checks/slots.ts'
import { samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'

const api = await openApi()
let world: World
let plainWorld: PlainWorld
before(async () => {
  world = await aWorld(api, await api.dealer())
  plainWorld = await aPlainWorld(api, world.caller)
})

const bad = [
  'North\r\nBcc: all@example.com',
  'North\nSouth',
  'a\tname',
  'a\u0007name',
  'North\u202egnikcarT',
  'a\u2028name',
]
/** Names of people and things; other texts have their own formats. */
const namesOf = (body: object | undefined) =>
  slotsOf((body ?? {}) as Shape).filter(({ path, shape }) => {
    const choices = [shape, ...(shape.anyOf ?? [])] as { pattern?: string }[]
    return ['name', 'title'].includes(String(path.at(-1))) && choices.some(({ pattern }) => isLine(pattern))
  })
const isLine = (pattern: string | undefined) => linePatterns.some((one) => one === pattern)

const own = rows.filter(({ dialect, route }) => dialect === 'provider' && namesOf(route.body).length > 0)
/** Closed here, because there is an operator already. Its own test has a bad name. */
const closed = 'POST /console/setup'
const others = plainRows.filter(({ name, route }) => name !== closed && namesOf(route.body).length > 0)

test('such rows exist', () => assert.ok(own.length > 10 && others.length > 8, `${own.length} and ${others.length}`))

suite('a name of one line is stored as it is', () => {
  for (const row of own) {
    test(row.name, async () => {
      const [sample] = await samplesOf(row, world)
      for (const { path } of namesOf(row.route.body)) {
        for (const value of bad) {
          const answer = await world.caller.ask(row.route.method, urlOf(row, sample), filled(sample.body, path, value))
          assertError(answer, 400, 'FAILED_VALIDATION')
          const problems = answer.body.errors as { field: string; message: string }[]
          const problem = problems.find(({ field }) => field === path.join('.'))
          assert.match(problem?.message ?? '', /must be one line of text/, answer.text)
        }
      }
    })
  }
  for (const row of others) {
    test(row.name, async () => {
      const sample = await plainWorld.sampleOf(row)
      for (const { path } of namesOf(row.route.body)) {
        for (const value of bad) {
          const body = filled(sample.body, path, value) as object
          const answer = await api.ask(row.route.method, urlOf(row, sample), body, plainWorld.headersOf(row))
          assertError(answer, 400, 'FAILED_VALIDATION')
        }
      }
    })
  }
})

test('every other character stays as it was written', async () => {
  for (const name of ['Grüße & Söhne', '東京 運送', 'عربي', '👨‍👩‍👧‍👦 Vans', "O'Brien <1>"]) {
    const answer = await world.caller.ask('PATCH', '/company', { name })
    assert.equal(answer.status, 200, answer.text)
  }
})
