/**
 * Draws an invoice as a PDF on A4: PDF/A-3, so that it can be archived and can contain its data as XML. The address is
 * where the window of an envelope is (DIN 5008). We compute positions ourselves instead of leaving them to the library,
 * because a row must not be split.
 */
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import type { Brand } from '#identity/company/brand.ts'
import { fontOf, ink, paperColours, printable } from './fonts.ts'
import { drawLogo } from './logo.ts'
import type { Paper, Row } from './paper.ts'

const page = { width: 595.28, height: 841.89 }
const left = 56
const right = page.width - 50
const width = right - left
const bottom = page.height - 96
const { faint, rule, usual: usualColour } = paperColours

const columns = (() => {
  const fixed = { position: 22, quantity: 66, price: 72, tax: 44, amount: 84 }
  const item = width - Object.values(fixed).reduce((all, one) => all + one, 0)
  const widths = { ...fixed, item }
  let x = left
  return Object.fromEntries(
    (['position', 'item', 'quantity', 'price', 'tax', 'amount'] as const).map((name) => {
      const place = { x, width: widths[name], align: name === 'position' || name === 'item' ? 'left' : 'right' }
      x += widths[name]
      return [name, place]
    }),
  ) as Record<keyof typeof widths, { x: number; width: number; align: 'left' | 'right' }>
})()
type Column = keyof typeof columns

export interface Attachment {
  readonly name: string
  readonly text: string
  /** Describes the attachment to readers of the PDF. */
  readonly metadata: string
}

interface Style {
  readonly size?: number
  readonly isBold?: boolean
  readonly colour?: string
  readonly align?: 'left' | 'right'
}

class Sheet {
  readonly doc: PDFKit.PDFDocument
  y = 0
  readonly #paper: Paper
  readonly #colour: string

  constructor(paper: Paper, colour: string | null, issuedAt: Date) {
    this.#paper = paper
    this.#colour = colour ?? usualColour
    this.doc = new PDFDocument({
      ...{ size: 'A4', margin: 0, bufferPages: true, pdfVersion: '1.7', subset: 'PDF/A-3b' as never },
      ...{ font: null as never, lang: paper.lang, displayTitle: true },
      // A name could break the metadata, because the library does not escape it. The title has only letters and digits.
      info: { Title: paper.title, Producer: 'Waymark', Creator: 'Waymark', CreationDate: issuedAt },
    })
    for (const name of ['regular', 'bold'] as const) this.doc.registerFont(name, fontOf(name) as never)
  }

  styled({ size = 9, isBold = false, colour = ink }: Style) {
    return this.doc
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour)
  }

  /** Returns its height. */
  write(text: string, x: number, y: number, wide: number, style: Style = {}): number {
    const doc = this.styled(style)
    const clean = printable(text)
    const options = { width: wide, align: style.align ?? 'left', lineGap: 1 } as const
    const high = doc.heightOfString(clean || ' ', options)
    if (clean) doc.text(clean, x, y, options)
    return high
  }

  /** In a smaller size if it would not fit: an amount is never wrapped. */
  writeFitted(text: string, x: number, y: number, wide: number, style: Style = {}): number {
    const longest = Math.max(...text.split('\n').map((line) => this.styled(style).widthOfString(line)))
    const size = (style.size ?? 9) * Math.min(1, (wide - 6) / longest)
    return this.write(text, x, y, wide, { ...style, size })
  }

  writeCell(text: string, column: Column, style: Style = {}): number {
    const { x, width: wide, align } = columns[column]
    return this.writeFitted(text, x, this.y, wide, { ...style, align })
  }

  line(y: number, colour = rule, thick = 0.5, from = left): void {
    this.doc.moveTo(from, y).lineTo(right, y).lineWidth(thick).strokeColor(colour).stroke()
  }

  brandLine(y: number): void {
    this.line(y, this.#colour, 1.5)
  }

  newPage(): void {
    this.doc.addPage({ size: 'A4', margin: 0 })
    this.write(this.#paper.seller, left, 40, width / 2, { colour: faint })
    this.write(this.#paper.title, left + width / 2, 40, width / 2, { colour: faint, align: 'right' })
    this.brandLine(60)
    this.y = 76
  }

  /** Starts a new page if less than this is left. */
  need(high: number): boolean {
    if (this.y + high <= bottom) return false
    this.newPage()
    return true
  }
}

export function drawPaper(paper: Paper, brand: Brand, issuedAt: Date, attachment?: Attachment): Promise<Buffer> {
  const sheet = new Sheet(paper, brand.colour, issuedAt)
  drawHead(sheet, paper, brand.logo)
  drawRows(sheet, paper)
  drawSums(sheet, paper)
  drawNotes(sheet, paper)
  drawWaysToPay(sheet, paper)
  drawFooters(sheet, paper)
  if (attachment) {
    const { name, text, metadata } = attachment
    const options = {
      name,
      type: 'text/xml',
      relationship: 'Alternative',
      creationDate: issuedAt,
      modifiedDate: issuedAt,
    }
    sheet.doc.file(Buffer.from(text), options as never)
    ;(sheet.doc as unknown as { appendXML(xml: string): void }).appendXML(metadata)
  }
  return finished(sheet.doc)
}

function finished(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  doc.on('end', () => resolve(Buffer.concat(parts)))
  doc.on('error', reject)
  doc.end()
  return promise
}

const logoPlace = { x: left, y: 36, width: 190, height: 54 }

function drawHead(sheet: Sheet, paper: Paper, logo: string | null): void {
  const hasLogo = drawLogo(sheet.doc, logo, logoPlace)
  if (!hasLogo) sheet.write(paper.seller, left, 46, 300, { size: 15, isBold: true })
  sheet.brandLine(104)
  const addressWidth = 240
  const addressTop = 128
  const sender = sheet.write(paper.sender, left, addressTop, addressWidth, { size: 7, colour: faint })
  const [first = '', ...rest] = paper.buyer
  let y = addressTop + sender + 6
  y += sheet.write(first, left, y, addressWidth, { size: 10, isBold: true })
  for (const line of rest) y += sheet.write(line, left, y, addressWidth, { size: 10 })
  const facts = drawFacts(sheet, paper.facts, { x: 326, y: addressTop, label: 94, value: right - 326 - 94 })
  sheet.y = Math.max(y + 24, facts + 24, 250)
  sheet.y += sheet.write(paper.title, left, sheet.y, width, { size: 17, isBold: true }) + 12
}

interface FactsPlace {
  readonly x: number
  readonly y: number
  readonly label: number
  readonly value: number
  readonly size?: number
}

function drawFacts(sheet: Sheet, facts: Paper['facts'], { x, y: top, label, value, size = 9 }: FactsPlace): number {
  let y = top
  for (const [name, text] of facts) {
    const high = sheet.write(name, x, y, label - 6, { size, colour: faint })
    y += Math.max(high, sheet.write(text, x + label, y, value, { size })) + 2
  }
  return y
}

const rowGap = 5

function drawRowHead(sheet: Sheet, { words, currency }: Paper): void {
  const titles: Record<Column, string> = {
    ...{ position: '#', item: words.item, quantity: words.quantity },
    ...{ price: words.price, tax: words.tax, amount: words.amount(currency) },
  }
  const style = { size: 8, isBold: true, colour: faint }
  const highs = (Object.keys(columns) as Column[]).map((name) => sheet.writeCell(titles[name], name, style))
  sheet.y += Math.max(...highs) + 3
  sheet.line(sheet.y, ink, 0.75)
  sheet.y += rowGap
}

function drawRows(sheet: Sheet, paper: Paper): void {
  drawRowHead(sheet, paper)
  let sum = 0
  paper.rows.forEach((row, at) => {
    if (sheet.need(heightOf(sheet, row))) {
      drawRowHead(sheet, paper)
      drawCarried(sheet, paper, sum)
    }
    drawRow(sheet, row, at + 1)
    sum += row.net
  })
}

function drawCarried(sheet: Sheet, { words, carry }: Paper, sum: number): void {
  const style = { colour: faint }
  sheet.write(words.carried, columns.item.x, sheet.y, columns.item.width, style)
  sheet.y += sheet.writeCell(carry(sum), 'amount', style) + rowGap
}

const itemWidth = columns.item.width - 8

function heightOf(sheet: Sheet, row: Row): number {
  const high = (text: string, size: number) =>
    sheet.styled({ size }).heightOfString(printable(text) || ' ', { width: itemWidth, lineGap: 1 })
  return high(row.item, 9) + row.details.reduce((all, text) => all + high(text, 8), 0) + 2 * rowGap
}

function drawRow(sheet: Sheet, row: Row, position: number): void {
  const top = sheet.y
  const places: readonly [Column, string][] = [
    ['position', String(position)],
    ['quantity', row.quantity],
    ['price', row.price],
    ['tax', row.tax],
    ['amount', row.amount],
  ]
  const highs = places.map(([column, text]) => sheet.writeCell(text, column))
  let y = top + sheet.write(row.item, columns.item.x, top, itemWidth)
  for (const text of row.details) y += sheet.write(text, columns.item.x, y, itemWidth, { size: 8, colour: faint })
  sheet.y = Math.max(y, top + Math.max(...highs)) + rowGap
  sheet.line(sheet.y)
  sheet.y += rowGap
}

const sumsFrom = left + width / 2 - 20
const sumsLabel = 150

function drawSum(sheet: Sheet, name: string, value: string, style: Style): void {
  const from = sumsFrom + sumsLabel
  const high = sheet.writeFitted(name, sumsFrom, sheet.y, sumsLabel, style)
  sheet.y += Math.max(high, sheet.writeFitted(value, from, sheet.y, right - from, { ...style, align: 'right' })) + 3
}

function drawSums(sheet: Sheet, { sums, payments, words }: Paper): void {
  sheet.need(sums.length * 16 + 10)
  sheet.y += 4
  for (const [name, value, isStrong] of sums) {
    if (isStrong) {
      sheet.line(sheet.y, ink, 0.75, sumsFrom)
      sheet.y += 4
    }
    drawSum(sheet, name, value, { isBold: isStrong, size: isStrong ? 11 : 9 })
  }
  if (payments.length === 0) return
  sheet.y += 8
  const style = { size: 8, colour: faint }
  sheet.need(32)
  drawSum(sheet, words.payments, '', { ...style, isBold: true })
  for (const [name, value] of payments) {
    sheet.need(16)
    drawSum(sheet, name, value, style)
  }
}

function drawNotes(sheet: Sheet, { notes }: Paper): void {
  sheet.y += 16
  for (const note of notes) {
    const high = sheet.styled({}).heightOfString(printable(note), { width, lineGap: 1 })
    sheet.need(high)
    sheet.y += sheet.write(note, left, sheet.y, width) + 4
  }
}

const codeSide = 84
const transferWidth = 300

function drawWaysToPay(sheet: Sheet, { words, transfer, payLink }: Paper): void {
  if (!transfer && !payLink) return
  sheet.y += 8
  sheet.need(codeSide + 24)
  const top = sheet.y
  if (transfer) {
    const at = { x: left, y: top, width: payLink ? transferWidth : width }
    drawWay(sheet, at, words.transfer, transfer.code, (x, y, wide) => {
      const end = drawFacts(sheet, transfer.facts, { x, y, label: 82, value: wide - 82, size: 8 })
      if (transfer.code) sheet.write(words.transferScan, x, end + 2, wide, { size: 8, colour: faint })
    })
  }
  if (payLink) {
    const from = transfer ? left + transferWidth + 16 : left
    const at = { x: from, y: top, width: right - from }
    drawWay(sheet, at, words.online, payLink, (x, y, wide) => {
      const high = sheet.write(words.onlineScan, x, y, wide, { size: 8, colour: faint }) + 2
      const linkHigh = sheet.write(payLink, x, y + high, wide, { size: 8, colour: usualColour })
      sheet.doc.link(x, y + high, wide, linkHigh, payLink)
    })
  }
  sheet.y = top + codeSide + 24
}

function drawWay(
  sheet: Sheet,
  { x, y, width: wide }: { x: number; y: number; width: number },
  title: string,
  code: string | undefined,
  draw: (x: number, y: number, width: number) => void,
): void {
  const below = y + sheet.write(title, x, y, wide, { isBold: true }) + 4
  if (code) drawCode(sheet.doc, code, x, below)
  const indent = code ? codeSide + 10 : 0
  draw(x + indent, below, wide - indent)
}

/** The paper itself is the white border. */
function drawCode(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  const { data: rows, size } = encode(text, { ecc: 'M', border: 0 })
  const module = codeSide / size
  rows.forEach((row, down) => {
    for (let at = 0; at < size; at += 1) {
      if (!row[at]) continue
      const from = at
      while (row[at + 1]) at += 1
      // Slightly wider, so that printers leave no white gap between two of them.
      doc.rect(x + from * module, y + down * module, (at - from + 1) * module + 0.02, module + 0.02)
    }
  })
  doc.fill('#000000')
}

function drawFooters(sheet: Sheet, { footer, words }: Paper): void {
  const { start, count } = sheet.doc.bufferedPageRange()
  const top = page.height - 80
  const wide = width / footer.length
  for (let at = start; at < start + count; at += 1) {
    sheet.doc.switchToPage(at)
    sheet.line(top)
    footer.forEach((lines, column) => {
      let y = top + 6
      for (const line of lines.slice(0, 6)) {
        y += sheet.write(shortened(line), left + column * wide, y, wide - 10, { size: 7, colour: faint })
        if (y > page.height - 26) break
      }
    })
    const style = { size: 7, colour: faint, align: 'right' } as const
    sheet.write(words.page(at - start + 1, count), left, page.height - 20, width, style)
  }
}

const shortened = (text: string) => (text.length > 90 ? `${text.slice(0, 89)}…` : text)
