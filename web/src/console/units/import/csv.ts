/** Rows from text, as spreadsheets save and copy it: commas, semicolons or tabs, with or without quotes. Pure. */

const delimiters = ['\t', ';', ','] as const

/** The separator that occurs most often in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))]!
}

/** A first line for Excel that names the separator; it is not a row. */
const said = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/i

export function readCsv(content: string): readonly (readonly string[])[] {
  const whole = content.replace(/^\ufeff/, '')
  const [line = '', separator] = said.exec(whole) ?? []
  const text = whole.slice(line.length)
  const delimiter = separator ?? delimiterOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === delimiter) endCell()
    else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at++
      endRow()
    } else cell += letter
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
