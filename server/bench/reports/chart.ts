/** A month of one parameter as a chart, with many messages of other units stored. */
import assert from 'node:assert/strict'
import { clientOf } from '../app/client.ts'
import type { Options, Say, Table } from '../bench.ts'
import { format, median } from '../compare.ts'
import { fill, planFor } from '../ingest/fill.ts'
import type { Keep } from '../resources.ts'
import { openSite } from '../site.ts'
import { addUnits } from '../trackers/units.ts'
import { addMessages, daySeconds, days, monthFrom } from './month.ts'

const parameter = 'position.speed'
const messageSeconds = 30
const tries = 20
export const aimChartMs = 200

export interface Chart {
  readonly table: Table
  readonly medianMs: number
}

export async function chart(keep: Keep, options: Options, say: Say): Promise<Chart> {
  const messages = options.messages * (options.isLarge ? 100 : 10)
  const plan = planFor(messages, options.messages, 1)
  const site = keep(await openSite(say, options.profileFolder))
  const { dealer, units } = await addUnits(site, plan.units)
  say(`Filling a database with ${format(messages)} messages …`)
  const { tracked } = await fill(site, units, plan, say)
  const unit = tracked[0]!
  const from = monthFrom()
  const own = await addMessages(site, [unit], from, messageSeconds)
  const token = await clientOf(site, dealer.accounts[0]!, [unit])
  const path = `/client/units/${unit.id}/parameter?name=${parameter}&from=${from}&to=${from + days * daySeconds}`
  const took: number[] = []
  let bytes = 0
  for (let at = 0; at < tries; at++) {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await answer.text()
    took.push(performance.now() - began)
    assert.equal(answer.status, 200, text)
    bytes = text.length
  }
  const medianMs = median(took)
  return {
    medianMs,
    table: tableOf([format(messages), format(own), format(took[0]!), format(medianMs), format(bytes / 1000)]),
  }
}

const tableOf = (row: readonly string[]): Table => ({
  title: `A month of one parameter over HTTP (aim ${aimChartMs} ms)`,
  head: ['messages stored', 'of the unit in that month', 'first answer, ms', `median of ${tries}, ms`, 'kB'],
  rows: [row],
})
