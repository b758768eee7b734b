import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractText } from 'unpdf'
import { usualHabits } from '#kernel/time/habits.ts'
import { kindOf } from '../kinds.ts'
import type { Line, Question } from '../report.ts'
import type { Report } from './lines.ts'
import { pdfPieces } from './pdf.ts'

/** A report of maintenance whose rows have these notes, read back page by page. */
const printed = (...notes: readonly string[]): Promise<readonly string[]> =>
  paper('maintenance', ['unit', 'note'], [...notes.map((note) => ['Van', note]), ['Van', null]])

/** The last of the rows is the total. */
async function paper(
  name: string,
  keys: readonly string[] | undefined,
  rows: readonly Line['cells'][],
  asked: Partial<Question> = {},
) {
  const kind = kindOf(name)!
  const columns = kind.columns.filter(({ key }) => keys?.includes(key) ?? true)
  const question = { lang: 'en', habits: usualHabits, zone: 'UTC', grouping: 'none', from: 0, to: 86_400, ...asked }
  const report = { kind, columns, question, units: [] } as unknown as Report
  const line = (cells: Line['cells'], index: number): Line => ({
    ...{ index, level: index === rows.length - 1 ? 'total' : 'row', group: null, label: '', rows: 1, cells },
  })
  async function* lines() {
    yield rows.map(line)
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

test('a number stays in one line, however narrow its column is', async () => {
  const { columns } = kindOf('logbook')!
  const row = columns.map(({ key }) => (key === 'odometer' ? 1_039_916.4 : null))
  const [page] = await paper('logbook', undefined, [row, row])
  assert.match(page!, /1,039,916\.40/)
})

test('the head names whole days by their dates, other periods by their times, and what a filter left out', async () => {
  const head = async (asked: Partial<Question>) => (await paper('trips', ['unit'], [['Van']], asked))[0]!
  assert.match(await head({ to: 2 * 86_400 }), /Period: 1970-01-01 – 1970-01-02 /)
  assert.match(await head({}), /Period: 1970-01-01 +· +Time zone/)
  assert.match(await head({ from: 60 }), /Period: 1970-01-01 00:01 – 1970-01-02 00:00/)
  const imperial = { habits: { ...usualHabits, measure: 'imperial' as const } }
  assert.match(await head({ minSeconds: 600, minMetres: 16_093.44, ...imperial }), /At least 10 min.*At least 10 mi/s)
  assert.match(await head({ minSeconds: 90 }), /At least 0:01:30/)
  assert.doesNotMatch(await head({}), /At least/)
})
