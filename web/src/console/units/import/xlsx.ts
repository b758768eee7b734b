/** The first sheet of a workbook as rows of text. A workbook is an archive of XML. */
import { openZip, Unreadable } from './zip.ts'

const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** The strict kind of the same format has other names for the same things. */
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
  return all(sheet, 'row').map((row) => {
    const cells: string[] = []
    for (const cell of all(row, 'c')) {
      const reference = cell.getAttribute('r')
      const column = reference ? columnOf(reference) : cells.length
      while (cells.length < column) cells.push('')
      cells[column] = cellText(cell, shared)
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

/** Rich text is cut into runs; how it is pronounced is not part of it. */
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

/** `AB12` → 27. */
export function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
