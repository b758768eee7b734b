import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractText } from 'unpdf'
import { usualHabits } from '#kernel/habits.ts'
import { kindOf } from './kinds.ts'
import type { Report } from './lines.ts'
import { pdfPieces } from './pdf.ts'
import type { Line } from './report.ts'

/** A report of maintenance whose rows have these notes, read back page by page. */
async function printed(...notes: readonly string[]): Promise<readonly string[]> {
  const kind = kindOf('maintenance')!
  const columns = kind.columns.filter(({ key }) => ['unit', 'note'].includes(key))
  const question = { lang: 'en', habits: usualHabits, zone: 'UTC', grouping: 'none', from: 0, to: 86_400 }
  const report = { kind, columns, question, units: [] } as unknown as Report
  const line = (level: Line['level'], note: string | null): Line => ({
    ...{ index: 0, level, group: null, label: '', rows: 1, cells: ['Van', note] },
  })
  async function* lines() {
    yield [...notes.map((note) => line('row', note)), line('total', null)]
  }
  const parts: Uint8Array[] = []
  const head = { seller: 'S', brand: { logo: null, colour: null }, client: 'C', now: 0, remarks: [] }
  for await (const part of pdfPieces(report, lines(), head as never)) parts.push(part)
  return (await extractText(new Uint8Array(Buffer.concat(parts)))).text
}

test('letters can be copied after a document that had them only with an accent', async () => {
  assert.match((await printed('ŽĚŘŠ')).join(), /ŽĚŘŠ/)
  assert.match((await printed('ZERS')).join(), /ZERS/)
})

test('a note of two thousand lines takes its part of a page, and the following rows are on the same', async () => {
  const pages = await printed('a\n'.repeat(2_000), 'the last note')
  assert.equal(pages.length, 1)
  assert.ok(pages[0]!.includes('the last note'))
})
