import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractText } from 'unpdf'
import { kindOf } from './kinds.ts'
import type { Report } from './lines.ts'
import { pdfPieces } from './pdf.ts'
import type { Line } from './report.ts'

test('a note of two thousand lines takes its part of a page, and the rows after it follow on the same', async () => {
  const kind = kindOf('maintenance')!
  const columns = kind.columns.filter(({ key }) => ['unit', 'note'].includes(key))
  const question = { lang: 'en', system: 'metric', zone: 'UTC', grouping: 'none', from: 0, to: 86_400 }
  const report = { kind, columns, question, units: [] } as unknown as Report
  const line = (level: Line['level'], note: string | null): Line => ({
    ...{ index: 0, level, group: null, label: '', rows: 1, cells: ['Van', note] },
  })
  async function* lines() {
    yield [line('row', 'a\n'.repeat(2_000)), line('row', 'the last note'), line('total', null)]
  }
  const parts: Uint8Array[] = []
  const head = { seller: 'S', brand: { logo: null, colour: null }, client: 'C', now: 0 }
  for await (const part of pdfPieces(report, lines(), head as never)) parts.push(part)
  const { text } = await extractText(new Uint8Array(Buffer.concat(parts)))
  assert.equal(text.length, 1)
  assert.ok(text[0]!.includes('the last note'))
})
