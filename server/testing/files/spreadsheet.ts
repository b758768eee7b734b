/** A workbook as spreadsheet programs save it: an archive of XML with shared texts, numbers as numbers. */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

export function workbook(rows: readonly (readonly (string | number)[])[]): Buffer {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))]
  const cell = (value: string | number, column: number, row: number) => {
    const place = `${String.fromCharCode(65 + column)}${row + 1}`
    if (value === '') return ''
    return typeof value === 'string'
      ? `<c r="${place}" t="s"><v>${texts.indexOf(value)}</v></c>`
      : `<c r="${place}"><v>${value > 1e11 ? value.toExponential().replace('e+', 'E') : value}</v></c>`
  }
  const lines = rows.map(
    (row, index) => `<row r="${index + 1}">${row.map((value, column) => cell(value, column, index)).join('')}</row>`,
  )
  return archive({
    'xl/workbook.xml': `${head}<workbook xmlns="${spreadsheet}" xmlns:r="${relationships}"><sheets><sheet name="Units" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="${relationships}/worksheet" Target="worksheets/units.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${spreadsheet}">${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/worksheets/units.xml': `${head}<worksheet xmlns="${spreadsheet}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function archive(files: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(text), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(Buffer.byteLength(text), 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name)]))
    bodies.push(local)
    at += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, directory, end])
}

/** The cells of a sheet as another program finds them: by the directory at the archive's end, and by position. */
export function readSheet(
  bytes: Buffer,
  name = 'xl/worksheets/sheet1.xml',
): { text: string; rows: (string | number)[][] } {
  const text = filesIn(bytes).get(name)?.() ?? ''
  const rows = [...text.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (string | number)[] = []
    for (const [, place = '', kind, inside = ''] of row.matchAll(
      /<c r="([A-Z]+)\d+" s="\d+"( t="inlineStr")?(?:\/>|>(.*?)<\/c>)/gs,
    )) {
      const column = [...place].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      const value = inside.replace(/<[^>]+>/g, '')
      cells[column] = kind ? unescaped(value) : value === '' ? '' : Number(value)
    }
    return Array.from(cells, (cell) => cell ?? '')
  })
  return { text, rows }
}

const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

function filesIn(bytes: Buffer): Map<string, () => string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const found = new Map<string, () => string>()
  for (let at = bytes.readUInt32LE(end + 16), left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const [packed, local] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)]
    found.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), () => {
      const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      return inflateRawSync(bytes.subarray(from, from + packed)).toString()
    })
    at += 46 + nameLength + extra + comment
  }
  return found
}
