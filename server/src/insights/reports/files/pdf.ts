/**
 * A report as PDF, in the dealer's brand: A4 landscape, because tables are wide. Each page is finished before the next
 * one begins, so a long report takes no more memory than a short one.
 */
import PDFDocument from 'pdfkit'
import { fontOf, ink, paperColours, printable } from '#billing/invoice-paper/fonts.ts'
import { drawLogo } from '#billing/invoice-paper/logo.ts'
import type { Brand } from '#identity/company/brand.ts'
import { dateText, scaleOf, spanText, timeText } from '#kernel/time/habits.ts'
import { dateOf, localTime } from '#kernel/time/zone.ts'
import type { CellType, Column, Line, Question } from '../report.ts'
import { cellText, durationText, headOf } from './cells.ts'
import { cellIn } from './csv.ts'
import type { Report } from './lines.ts'
import { wordsIn } from './words.ts'

const { faint, rule, usual } = paperColours
const page = { width: 841.89, height: 595.28 }
const left = 36
const right = page.width - 36
const bottom = page.height - 36
const size = 7.5
const gap = 3
/** Of a cell. More is cut off, or a note of many lines would be printed over the rows below it. */
const highMax = 200
/** Nobody reads more on paper; the totals still include everything. */
const pdfRowsMax = 10_000

const shares: Readonly<Record<CellType, number>> = {
  ...{
    text: 1.3,
    place: 2.2,
    time: 1.25,
    date: 0.8,
    duration: 0.8,
    distance: 0.8,
    number: 1,
    speed: 0.9,
    count: 0.65,
  },
}
const isNumber = (type: CellType) => ['duration', 'distance', 'number', 'speed', 'count'].includes(type)

interface Place {
  readonly column: Column
  readonly x: number
  readonly width: number
}

function placesOf(columns: readonly Column[]): Place[] {
  const whole = columns.reduce((sum, { type }) => sum + shares[type], 0)
  let x = left
  return columns.map((column) => {
    const width = (shares[column.type] / whole) * (right - left)
    const place = { column, x, width: width - 6 }
    x += width
    return place
  })
}

export interface PaperHead {
  readonly seller: string
  readonly brand: Brand
  readonly client: string
  readonly now: number
  /** Shown above the table. */
  readonly remarks: readonly string[]
}

export async function* pdfPieces(
  report: Report,
  lines: AsyncIterable<readonly Line[]>,
  head: PaperHead,
): AsyncGenerator<Uint8Array> {
  const paper = new Sheet(report, head)
  const { doc } = paper
  const words = wordsIn(report.question.lang)
  let shown = 0
  let group: string | null = null
  for await (const some of lines) {
    for (const line of some) {
      if (line.level === 'total' && line.rows === 0) {
        paper.note(words.empty)
        continue
      }
      if (line.level === 'total' && shown >= pdfRowsMax && line.rows > shown) paper.note(words.more(shown))
      if (line.level !== 'total' && shown >= pdfRowsMax) continue
      if (line.level === 'row') shown += 1
      if (line.group !== null && line.group !== group && line.level === 'row') paper.title(line.label)
      if (line.level === 'row') group = line.group
      paper.row(line)
    }
    for (let part = doc.read() as Buffer | null; part !== null; part = doc.read() as Buffer | null) yield part
  }
  doc.end()
  for await (const part of doc as unknown as AsyncIterable<Buffer>) yield part
}

class Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly #report: Report
  readonly #head: PaperHead
  readonly #places: readonly Place[]
  #pages = 0
  #y = 0

  constructor(report: Report, head: PaperHead) {
    this.#report = report
    this.#head = head
    this.#places = placesOf(report.columns)
    this.doc = new PDFDocument({
      ...{ autoFirstPage: false, margin: 0, pdfVersion: '1.7', font: null as never },
      ...{ lang: report.question.lang, displayTitle: true },
      info: {
        Title: report.kind.title[report.question.lang],
        ...{ Producer: 'Waymark', Creator: 'Waymark', CreationDate: new Date(head.now * 1000) },
      },
    })
    for (const name of ['regular', 'bold'] as const) this.doc.registerFont(name, fontOf(name) as never)
    this.#newPage()
  }

  #write(text: string, x: number, y: number, width: number, style: Style = {}): number {
    const { isBold = false, colour = ink, align = 'left', points = size } = style
    const clean = printable(text) || ' '
    const options = { width, align, lineGap: 0.5, height: highMax, ellipsis: true } as const
    const doc = this.doc
      .font(isBold ? 'bold' : 'regular')
      .fontSize(points)
      .fillColor(colour)
    const high = doc.heightOfString(clean, { width, lineGap: 0.5 })
    doc.text(clean, x, y, options)
    return Math.min(high, highMax)
  }

  /** Neither a word nor a number is broken in two. */
  #fitting(text: string, width: number): number {
    const doc = this.doc.font('bold').fontSize(size)
    const longest = Math.max(...text.split(' ').map((word) => doc.widthOfString(word)))
    return size * Math.min(1, (width - 0.5) / longest)
  }

  #line(y: number, colour: string, thick: number): void {
    this.doc.moveTo(left, y).lineTo(right, y).lineWidth(thick).strokeColor(colour).stroke()
  }

  #newPage(): void {
    this.doc.addPage({ size: [page.width, page.height], margin: 0 })
    this.#pages += 1
    const { brand, seller } = this.#head
    const { question } = this.#report
    if (this.#pages === 1) this.#drawHead()
    else {
      this.#write(`${seller} · ${this.#report.kind.title[question.lang]}`, left, 24, 500, { colour: faint })
      this.#y = 40
    }
    this.#line(this.#y, brand.colour ?? usual, 1.2)
    this.#y += 6
    const words = wordsIn(question.lang)
    const at = { colour: faint, align: 'right' } as const
    this.#write(words.page(this.#pages), left, page.height - 24, right - left, at)
    const highs = this.#places.map(({ column, x, width }) =>
      this.#write(headOf(column, question), x, this.#y, width, {
        ...{ isBold: true, colour: faint, align: isNumber(column.type) ? 'right' : 'left' },
        points: this.#fitting(headOf(column, question), width),
      }),
    )
    this.#y += Math.max(...highs) + gap
    this.#line(this.#y, ink, 0.6)
    this.#y += gap
  }

  #drawHead(): void {
    const { brand, seller, client, now } = this.#head
    const { kind, question, units } = this.#report
    const { lang, zone, habits } = question
    const words = wordsIn(lang)
    const hasLogo = drawLogo(this.doc, brand.logo, { x: right - 160, y: 22, width: 160, height: 40 })
    if (!hasLogo) this.#write(seller, right - 260, 26, 260, { isBold: true, points: 12, align: 'right' })
    this.#write(kind.title[lang], left, 24, 480, { isBold: true, points: 15 })
    const facts = [
      ...[client, `${words.period}: ${periodText(question)}`, `${words.zone}: ${zone}`, words.units(units.length)],
      ...leastTexts(question),
      `${words.created}: ${dateText(dateOf(zone, now), habits, lang)}`,
    ]
    const high = this.#write([facts.join('  ·  '), ...this.#head.remarks].join('\n'), left, 48, 560, { colour: faint })
    this.#y = Math.max(74, 48 + high + 6)
  }

  /** Begins a new page if less than this is left on the current one. */
  #need(high: number): void {
    if (this.#y + high > bottom) this.#newPage()
  }

  title(text: string): void {
    this.#need(40)
    this.#y += 4
    this.#y += this.#write(text, left, this.#y, right - left, { isBold: true, points: 9 }) + gap
  }

  note(text: string): void {
    this.#need(24)
    this.#y += this.#write(text, left, this.#y + 4, right - left, { colour: faint, points: 9 }) + 8
  }

  row(line: Line): void {
    const { question } = this.#report
    const isBold = line.level !== 'row'
    const label = wordsIn(question.lang).levels[line.level]
    const texts = this.#places.map(({ column }, index) => {
      const cell = cellIn(line, column, index, this.#report)
      const text = cellText(column, cell, question)
      return index === 0 && isBold ? [label, text].filter(Boolean).join(': ') : text
    })
    const points = this.#places.map(({ column, width }, index) =>
      isNumber(column.type) ? this.#fitting(texts[index]!, width) : size,
    )
    const doc = this.doc.font(isBold ? 'bold' : 'regular')
    const highs = texts.map((text, index) =>
      doc
        .fontSize(points[index]!)
        .heightOfString(printable(text) || ' ', { width: this.#places[index]!.width, lineGap: 0.5 }),
    )
    const high = Math.min(Math.max(...highs), highMax)
    this.#need(high + 2 * gap)
    this.#places.forEach(({ column, x, width }, index) => {
      const align = isNumber(column.type) ? 'right' : 'left'
      this.#write(texts[index]!, x, this.#y, width, { isBold, align, points: points[index]! })
    })
    this.#y += high + gap
    this.#line(this.#y, isBold ? ink : rule, isBold ? 0.6 : 0.3)
    this.#y += gap
  }
}

/** Whole days are named by their dates: nobody counts midnight of the next day as part of a period. */
function periodText({ zone, from, to, habits, lang }: Question): string {
  const isMidnight = (t: number) => localTime(zone, t).slice(11, 19) === '00:00:00'
  if (!isMidnight(from) || !isMidnight(to)) {
    return [from, to].map((t) => timeText(zone, t, habits, lang, 'minutes')).join(' – ')
  }
  const [first, last] = [from, to - 1].map((t) => dateText(dateOf(zone, t), habits, lang))
  return first === last ? first! : `${first} – ${last}`
}

/** What a filter leaves out is missing from the totals too, so the paper says so. */
function leastTexts({ minSeconds, minMetres, habits, lang }: Question): string[] {
  const { atLeast } = wordsIn(lang)
  const km = scaleOf('km', habits)
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 })
  const lasting = (seconds: number) => (seconds % 60 === 0 ? spanText(seconds / 60, lang) : durationText(seconds))
  return [
    ...(minSeconds ? [atLeast(lasting(minSeconds))] : []),
    ...(minMetres ? [atLeast(`${number.format(km.of(minMetres / 1000))} ${km.unit}`)] : []),
  ]
}

interface Style {
  readonly isBold?: boolean
  readonly colour?: string
  readonly align?: 'left' | 'right'
  readonly points?: number
}
