/** MT940 of SWIFT, with the details of `:86:` as German banks number them, as others name them, or as plain text. Pure. */
import { cleaned, cleanedOrNull, type ReadFile, type ReadLine, rowsMax, tooMany, unreadable } from './bank-line.ts'
import { accountOf, amountOf, dayOf, ibanIn } from './values.ts'

interface Tag {
  readonly name: string
  text: string
}

export const isMt940 = (content: string): boolean => /^\s*(\{1:|:20:)/.test(content) || /^:6[01][FM]?:/m.test(content)

function tagsOf(content: string): Tag[] {
  const tags: Tag[] = []
  for (const line of content.split(/\r\n|\r|\n/)) {
    const match = /^(?:\{.*\{4:)?:(\d\d[A-Z]?):(.*)$/.exec(line)
    if (match) tags.push({ name: match[1] as string, text: match[2] as string })
    else if (/^-\}?\s*$|^\{[125]:/.test(line)) continue
    else if (tags.length > 0) (tags.at(-1) as Tag).text += `\n${line}`
  }
  return tags
}

export function readMt940(content: string): ReadFile {
  let [account, currency]: [string | null, string] = [null, '']
  let leftOut = 0
  const lines: ReadLine[] = []
  const tags = tagsOf(content)
  for (const [index, { name, text }] of tags.entries()) {
    if (name === '25') account = accountOf(text)
    if (name === '60F' || name === '60M') currency = /^[CD]\d{6}([A-Z]{3})/.exec(text)?.[1]?.toLowerCase() ?? ''
    if (name !== '61') continue
    const next = tags[index + 1]
    const line = lineOf(text, next?.name === '86' ? next.text : '', account, currency)
    if (line) lines.push(line)
    else leftOut++
    if (lines.length > rowsMax) tooMany()
  }
  if (!tags.some(({ name }) => name === '61' || name.startsWith('60'))) {
    unreadable('This file is not a bank statement: it has no entries. Download it from your bank as MT940.')
  }
  return { format: 'mt940', lines, leftOut }
}

const entry = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,15}(?:,\d*)?)[A-Z][A-Z0-9]{3}([^\n]*)/

/** A reversed debit comes back in; a reversed credit goes out. Undefined: outgoing money. */
function lineOf(text: string, details: string, account: string | null, currency: string): ReadLine | undefined {
  const match =
    entry.exec(text) ?? unreadable(`The statement has an entry that is not valid MT940: ${text.slice(0, 40)}`)
  const [, value, booked, mark, sum, references] = match as unknown as readonly [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  if (mark === 'D' || mark === 'RC') return undefined
  if (currency === '') unreadable('The statement gives no currency before its first entry (:60F:).')
  const amount = amountOf(sum, currency, ',')
  const bookedOn = bookedDay(value, booked)
  if (amount === undefined || amount === 0 || !bookedOn) {
    return unreadable(`The amount or date of an entry cannot be read: ${text.slice(0, 40)}`)
  }
  const [own = '', bank = ''] = references.split('//')
  const words = wordsOf(details, account)
  const ownWords = own === 'NONREF' ? '' : own
  return {
    ...{ account, bookedOn, amount, currency, ...words },
    text: cleaned(`${words.text} ${ownWords}`),
    bankReference: cleanedOrNull(bank),
  }
}

/** The booking date has no year: use the one nearest to the value date. */
function bookedDay(value: string, booked: string | undefined): string | undefined {
  const valued = dayOf(`20${value}`, 'dmy')
  if (!valued || !booked) return valued
  const year = Number(valued.slice(0, 4))
  const near = [year - 1, year, year + 1].flatMap((one) => dayOf(`${one}${booked}`, 'dmy') ?? [])
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valued))
  return near.toSorted((a, b) => distance(a) - distance(b))[0] ?? valued
}

function wordsOf(details: string, account: string | null): Pick<ReadLine, 'payer' | 'iban' | 'text'> {
  const joined = details.replaceAll('\n', '')
  const numbered = /^\d{3}([?<>+])(?=\d\d)/.exec(joined)
  if (numbered) {
    const fields = joined
      .split(numbered[1] as string)
      .slice(1)
      .map((part) => [part.slice(0, 2), part.slice(2)] as const)
    const of = (pattern: RegExp) => fields.filter(([name]) => pattern.test(name)).map(([, text]) => text)
    return {
      text: cleaned(of(/^[26]\d$/).join('')),
      payer: cleanedOrNull(of(/^3[23]$/).join('')),
      iban: accountOf(of(/^31$/).join('')),
    }
  }
  const named = (name: string) => new RegExp(`/${name}/([^/]+)`).exec(joined)?.[1]
  const text = cleaned(details)
  const found = named('IBAN') ?? ibanIn(text)
  return {
    text,
    payer: cleanedOrNull(named('NAME') ?? named('ORDP')),
    iban: found === account ? null : accountOf(found ?? ''),
  }
}
