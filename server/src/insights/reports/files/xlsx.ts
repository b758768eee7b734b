/**
 * A report as a workbook, written while it is read: a sheet of cells with inline texts, so nothing has to be kept until
 * the end. Numbers, dates, times and durations are real ones; a text is never a formula.
 */
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import type { Cell, CellType, Column, Line, Question } from '../report.ts'
import { dateSerialOf, headOf, serialOf } from './cells.ts'
import { cellIn } from './csv.ts'
import type { Report } from './lines.ts'
import { wordsIn } from './words.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The maximum of spreadsheet programs: the next sheet continues. */
const rowsPerSheet = 1_000_000
/** Compresses well enough, and twice as fast as the default. */
const level = 3

const dateFormats = {
  locale: 'yyyy\\-mm\\-dd',
  ymd: 'yyyy\\-mm\\-dd',
  mdy: 'mm\\/dd\\/yyyy',
  dmy: 'dd\\/mm\\/yyyy',
} as const

/** Number formats, in the order of the styles below. */
function formatsFor({ habits: { dateOrder, clock }, lang }: Question): readonly string[] {
  const date = dateOrder === 'dmy' && lang === 'de' ? 'dd\\.mm\\.yyyy' : dateFormats[dateOrder]
  const time = clock === '12h' ? 'h:mm:ss AM/PM' : 'hh:mm:ss'
  return ['General', '@', `${date} ${time}`, date, '[h]:mm:ss', '0.00', '0.0', '0']
}
const styleOf: Readonly<Record<CellType, number>> = {
  ...{ text: 1, place: 1, time: 2, date: 3, duration: 4, distance: 5, number: 5, speed: 6, count: 7 },
}
/** Each style again, in bold. */
const bold = 8

export async function* xlsxPieces(report: Report, lines: AsyncIterable<readonly Line[]>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    ready.push(data)
  })
  const pages = lines[Symbol.asyncIterator]()
  let page = await pages.next()
  try {
    let sheets = 0
    do {
      sheets += 1
      for await (const _ of pack(zip, `xl/worksheets/sheet${sheets}.xml`, sheet())) yield* ready.splice(0)
    } while (!page.done)
    for (const [name, text] of Object.entries(partsOf(report, sheets))) {
      for await (const _ of pack(zip, name, [text])) yield* ready.splice(0)
    }
    zip.end()
    yield* ready.splice(0)
  } finally {
    await pages.return?.()
  }

  async function* sheet(): AsyncGenerator<string> {
    yield sheetHead(report)
    for (let rows = 1; !page.done && rows + page.value.length <= rowsPerSheet; page = await pages.next()) {
      yield page.value.map((line) => rowOf(report, line, ++rows)).join('')
    }
    yield sheetEnd
  }
}

/** Compresses outside the main thread and JavaScript's memory. Yields whenever the archive has grown. */
async function* pack(
  zip: Zip,
  filename: string,
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<void> {
  const file: ZipInputFile = { filename, crc: 0, size: 0, compression: 8 }
  zip.add(file)
  async function* counted() {
    for await (const text of texts) {
      const bytes = Buffer.from(text)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      yield bytes
    }
  }
  // A failure reaches the loop below.
  const packed = pipeline(Readable.from(counted(), { highWaterMark: 1 }), createDeflateRaw({ level }), () => {})
  for await (const data of packed) {
    file.ondata!(null, data, false)
    yield
  }
  file.ondata!(null, new Uint8Array(), true)
  yield
}

/** XML allows no control characters, and no half of a surrogate pair. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML has no way to write.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const nameOf = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `${nameOf(Math.floor(index / 26) - 1)}${nameOf(index % 26)}`

const text = (place: string, value: string, style: number) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`

function cellXml(place: string, { type }: Pick<Column, 'type'>, value: Cell, zone: string, isBold: boolean): string {
  const style = styleOf[type] + (isBold ? bold : 0)
  if (value === null) return isBold ? `<c r="${place}" s="${style}"/>` : ''
  if (typeof value === 'string' && type !== 'date') return text(place, value, style)
  const number =
    typeof value === 'string'
      ? dateSerialOf(value)
      : type === 'time'
        ? serialOf(value, zone)
        : type === 'duration'
          ? value / 86_400
          : value
  return `<c r="${place}" s="${style}"><v>${number}</v></c>`
}

const isByDate = ({ question: { grouping } }: Report) => grouping === 'day' || grouping === 'week'

/** The first column has the level, except in rows; a day or week comes before the other columns. */
function rowOf(report: Report, line: Line, row: number): string {
  const { columns, question } = report
  const isBold = line.level !== 'row'
  const words = wordsIn(question.lang)
  const cells = [text(`A${row}`, words.levels[line.level], 1 + (isBold ? bold : 0))]
  if (isByDate(report)) cells.push(cellXml(`B${row}`, { type: 'date' }, line.group, question.zone, isBold))
  const before = cells.length
  columns.forEach((column, index) => {
    const value = cellIn(line, column, index, report)
    cells.push(cellXml(`${nameOf(index + before)}${row}`, column, value, question.zone, isBold))
  })
  return `<row r="${row}">${cells.join('')}</row>`
}

const widths: Readonly<Record<CellType, number>> = {
  ...{ text: 24, place: 36, time: 20, date: 12, duration: 14, distance: 14, number: 14, speed: 18, count: 12 },
}

function sheetHead(report: Report): string {
  const { columns, question } = report
  const words = wordsIn(question.lang)
  const heads = [
    words.line,
    ...(isByDate(report) ? [words.groupings[question.grouping]] : []),
    ...columns.map((one) => headOf(one, question)),
  ]
  const wide = [14, ...(isByDate(report) ? [12] : []), ...columns.map(({ type }) => widths[type])]
  return (
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${wide.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>` +
    `<sheetData><row r="1">${heads.map((head, index) => text(`${nameOf(index)}1`, head, 1 + bold)).join('')}</row>`
  )
}

const sheetEnd = '</sheetData></worksheet>'

const stylesXml = (question: Question) => {
  const formats = formatsFor(question)
  const custom = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
  const style = (font: number) => (_: string, index: number) =>
    `<xf numFmtId="${164 + index}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  return (
    `${xml}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${custom.join('')}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
    `<cellXfs count="${2 * formats.length}">${formats.map(style(0)).join('')}${formats.map(style(1)).join('')}</cellXfs></styleSheet>`
  )
}

function partsOf({ kind, question }: Report, sheets: number): Readonly<Record<string, string>> {
  const each = (write: (number: number) => string) =>
    Array.from({ length: sheets }, (_, index) => write(index + 1)).join('')
  // At most 31 characters, and none that cell references use.
  const title = (number: number) =>
    escaped(`${kind.title[question.lang].slice(0, 25)}${number > 1 ? ` ${number}` : ''}`)
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    '[Content_Types].xml':
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
      `${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((number) => `<sheet name="${title(number)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `${xml}<Relationships xmlns="${packages}/relationships">` +
      `${each((number) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}` +
      `<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(question),
  }
}
