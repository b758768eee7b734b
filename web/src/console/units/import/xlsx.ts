/** The first sheet of a workbook as rows of text. A workbook is an archive of XML files. */
import { openZip, Unreadable } from './zip.ts'

const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** The strict variant of the format has other names for the same parts. */
const strictSheets = 'http://purl.oclc.org/ooxml/spreadsheetml/main'

function parse(text: string): Document {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  if (document.querySelector('parsererror')) throw new Unreadable('The XML is broken.')
  return document
}

const all = (from: Document | Element, name: string): Element[] => {
  const found = from.getElementsByTagNameNS(sheets, name)
  return [...(found.length > 0 ? found : from.getElementsByTagNameNS(strictSheets, name))]
}

export async function readXlsx(buffer: ArrayBuffer): Promise<readonly (readonly string[])[]> {
  const zip = openZip(buffer)
  const read = async (name: string) => {
    const text = await zip.get(name)?.()
    return text === undefined ? undefined : parse(text)
  }
  const sheet = await read(await firstSheet(read))
  if (!sheet) throw new Unreadable('There is no sheet.')
  const strings = await read('xl/sharedStrings.xml')
  const shared = strings ? all(strings, 'si').map(textOf) : []
  const dates = dateStyles(await read('xl/styles.xml'))
  const workbook = await read('xl/workbook.xml')
  const since1904 = /^(?:1|true)$/.test((workbook && all(workbook, 'workbookPr')[0]?.getAttribute('date1904')) ?? '')
  return all(sheet, 'row').map((row) => {
    const cells: string[] = []
    for (const cell of all(row, 'c')) {
      const reference = cell.getAttribute('r')
      const column = reference ? columnOf(reference) : cells.length
      while (cells.length < column) cells.push('')
      cells[column] = dateOf(cell, dates, since1904) ?? cellText(cell, shared)
    }
    return cells
  })
}

async function firstSheet(read: (name: string) => Promise<Document | undefined>): Promise<string> {
  const [workbook, relations] = await Promise.all([read('xl/workbook.xml'), read('xl/_rels/workbook.xml.rels')])
  const sheet = workbook && all(workbook, 'sheet')[0]
  const id = sheet && [...sheet.attributes].find(({ localName, prefix }) => localName === 'id' && prefix)?.value
  const target = [...(relations?.getElementsByTagName('Relationship') ?? [])]
    .find((relation) => relation.getAttribute('Id') === id)
    ?.getAttribute('Target')
  if (!target) return 'xl/worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Rich text is split into runs; phonetic hints are not part of it. */
const textOf = (element: Element): string =>
  all(element, 't')
    .filter((text) => text.parentElement?.localName !== 'rPh')
    .map((text) => text.textContent ?? '')
    .join('')

function cellText(cell: Element, shared: readonly string[]): string {
  const type = cell.getAttribute('t')
  if (type === 'inlineStr') return textOf(cell)
  const value = all(cell, 'v')[0]?.textContent ?? ''
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  return type === null || type === 'n' ? numberText(value) : value
}

/** `3.52093081452251E14` is what a spreadsheet makes of an IMEI. */
export const numberText = (value: string): string =>
  /e/i.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value

/** Which cell styles show a number as a date. */
function dateStyles(styles: Document | undefined): readonly boolean[] {
  if (!styles) return []
  const formats = new Map(
    all(styles, 'numFmt').map((format) => [format.getAttribute('numFmtId'), format.getAttribute('formatCode') ?? '']),
  )
  const [cells] = all(styles, 'cellXfs')
  return (cells ? all(cells, 'xf') : []).map((style) => {
    const id = style.getAttribute('numFmtId')
    return isDateFormat(Number(id), formats.get(id))
  })
}

/**
 * 14 to 22 and 45 to 47 are dates and times in every workbook; for others the pattern decides, outside quotes and
 * brackets.
 */
export const isDateFormat = (id: number, pattern: string | undefined): boolean =>
  pattern === undefined
    ? (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
    : /[ymdh]/i.test(pattern.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

function dateOf(cell: Element, dates: readonly boolean[], since1904: boolean): string | undefined {
  const type = cell.getAttribute('t')
  if ((type !== null && type !== 'n') || !dates[Number(cell.getAttribute('s') ?? -1)]) return undefined
  const value = all(cell, 'v')[0]?.textContent ?? ''
  return value === '' ? undefined : dateText(Number(value), since1904)
}

/** Days since the last of 1899, including a 29 February 1900 that never existed; or since 1904, as on old Macs. */
export function dateText(serial: number, since1904: boolean): string | undefined {
  const days = since1904 ? serial + 1462 : serial
  if (!(days >= 61 && days < 2_958_466)) return undefined
  const [date = '', time = ''] = new Date(Math.round((days - 25_569) * 86_400) * 1000).toISOString().split('T')
  return time.startsWith('00:00:00') ? date : `${date} ${time.slice(0, 5)}`
}

/** `AB12` → 27. */
export function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
