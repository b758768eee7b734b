/** Starts every pair of API changes together on the same items: no answer is a 500, and the data stays consistent. */
import assert from 'node:assert/strict'
import { consumerApp } from '#kernel/applications.ts'
import type { Answer, TestApi } from '#testing/api.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import { isChange, type Row, rows, type Sample, urlOf } from '#testing/checks/rows.ts'
import { unsoundness } from '#testing/checks/sound.ts'
import { samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'

export interface PairsFuzz {
  readonly rounds: number
  /** Only pairs in which the name of one route contains this text. */
  readonly only?: string | undefined
  readonly say?: (line: string) => void
}

export interface PairsVerdict {
  readonly pairs: number
  readonly conflicts: number
}

export async function fuzzPairs(api: TestApi, { rounds, only = '', say = () => {} }: PairsFuzz): Promise<PairsVerdict> {
  const changes = rows.filter((row) => row.dialect === 'provider' && isChange(row))
  let pairs = 0
  let conflicts = 0
  for (const [index, one] of changes.entries()) {
    for (const other of changes.slice(index)) {
      if (!one.name.includes(only) && !other.name.includes(only)) continue
      for (let round = 0; round < rounds; round++) {
        const answers = await race(api, one, other)
        conflicts += answers.filter(({ status }) => status >= 400).length
        pairs++
      }
    }
    assert.deepEqual(await unsoundness(api.ctx.db), [], `after ${one.name} and another`)
    say(`${one.name}: ${pairs} pairs`)
  }
  return { pairs, conflicts }
}

async function race(api: TestApi, one: Row, other: Row): Promise<Answer[]> {
  const world = await aWorld(api, await api.dealer('provider'))
  const requests = await Promise.all([one, other].map(async (row) => ({ row, sample: await onTheSame(row, world) })))
  const answers = await Promise.all(
    requests.map(({ row, sample }) => world.caller.ask(row.route.method, urlOf(row, sample), sample.body)),
  )
  const what = `${one.name} and ${other.name}`
  for (const answer of answers) {
    if (answer.status >= 400) assertError(answer)
    assert.ok(answer.status < 500, `${what}: ${answer.text}`)
  }
  return answers
}

/** A valid request for the route, but on the items of this world instead of its own. */
async function onTheSame(row: Row, world: World): Promise<Sample> {
  const [sample] = await samplesOf(row, world)
  const kind = (row.route.params as { title?: string } | undefined)?.title ?? ''
  const ids: Readonly<Record<string, number | string>> = {
    account: world.account,
    unit: world.unit,
    user: world.user,
    'client plan': row.route.method === 'DELETE' ? world.otherPlan : world.plan,
  }
  const id = ids[kind]
  const body = row.key === 'PATCH /accounts/:id' ? { title: 'Racing', reg_apps: [consumerApp] } : sample.body
  return { ...sample, ...(body && { body }), ...(id !== undefined && { params: { ...sample.params, id } }) }
}
