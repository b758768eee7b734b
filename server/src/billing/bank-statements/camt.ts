/** CAMT.053 (ISO 20022), all versions: an entry may be one payment or a batch of them. */
import { cleaned, cleanedOrNull, type ReadFile, type ReadLine, rowsMax, tooMany, unreadable } from './bank-line.ts'
import { accountOf, amountOf, dayOf } from './values.ts'
import { all, first, readXml, textAt, type XmlNode } from './xml.ts'

export function readCamt(content: string): ReadFile {
  const document = first(readXml(content), 'Document')
  const statements = all(document, 'BkToCstmrStmt', 'Stmt')
  if (!document || statements.length === 0) {
    unreadable('This XML file is not a bank statement. Download it from your bank as camt.053.')
  }
  let leftOut = 0
  const lines = statements.flatMap((statement) => {
    const account = accountOf(textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id'))
    return all(statement, 'Ntry').flatMap((entry) => {
      if (!isIncoming(entry)) leftOut++
      return isIncoming(entry) ? linesOf(entry, account) : []
    })
  })
  if (lines.length > rowsMax) tooMany()
  return { format: 'camt053', lines, leftOut }
}

function isIncoming(entry: XmlNode): boolean {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? 'BOOK'
  return status === 'BOOK' && textAt(entry, 'CdtDbtInd') === 'CRDT'
}

interface Money {
  readonly amount: number
  readonly currency: string
}

function moneyOf(node: XmlNode | undefined): Money | undefined {
  const currency = node?.attributes.Ccy?.toLowerCase() ?? ''
  if (!node || !/^[a-z]{3}$/.test(currency) || !/^\d+(\.\d+)?$/.test(node.text)) return undefined
  const amount = amountOf(node.text, currency, '.')
  return amount === undefined ? undefined : { amount, currency }
}

function linesOf(entry: XmlNode, account: string | null): ReadLine[] {
  const whole = moneyOf(first(entry, 'Amt')) ?? unreadable('An entry of the statement has no readable amount.')
  const booked = ['BookgDt', 'ValDt'].flatMap((name) => textAt(entry, name, 'Dt') ?? textAt(entry, name, 'DtTm') ?? [])
  const bookedOn = dayOf(booked[0] ?? '', 'dmy') ?? unreadable('An entry of the statement has no readable date.')
  const details = all(entry, 'NtryDtls', 'TxDtls')
  const parts = details.map((detail) => moneyOf(first(detail, 'Amt') ?? first(detail, 'AmtDtls', 'TxAmt', 'Amt')))
  const isBatch =
    details.length > 1 &&
    parts.every((part) => part?.currency === whole.currency && part.amount > 0) &&
    parts.reduce((sum, part) => sum + (part?.amount ?? 0), 0) === whole.amount
  const common = { account, bookedOn }
  if (!isBatch) return whole.amount > 0 ? [{ ...common, ...whole, ...wordsOf(entry, details) }] : []
  return details.map((detail, index) => ({ ...common, ...(parts[index] as Money), ...wordsOf(entry, [detail], index) }))
}

function wordsOf(entry: XmlNode, details: readonly XmlNode[], place?: number) {
  const texts = details.flatMap((detail) => [
    ...all(detail, 'RmtInf', 'Ustrd').map(({ text }) => text),
    ...all(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(({ text }) => text),
    ...all(detail, 'RmtInf', 'Strd', 'AddtlRmtInf').map(({ text }) => text),
    ...all(detail, 'Refs', 'EndToEndId').flatMap(({ text }) => (text === 'NOTPROVIDED' ? [] : [text])),
  ])
  const parties = details.map((detail) => first(detail, 'RltdPties'))
  const find = (...paths: readonly (readonly string[])[]) =>
    parties.flatMap((party) => paths.map((path) => textAt(party, ...path))).find((text) => text !== undefined)
  const own = details.map((detail) => textAt(detail, 'Refs', 'AcctSvcrRef')).find((text) => text !== undefined)
  const reference = own ?? textAt(entry, 'AcctSvcrRef')
  return {
    text: cleaned(texts.join(' ') || (textAt(entry, 'AddtlNtryInf') ?? '')),
    payer: cleanedOrNull(find(['Dbtr', 'Nm'], ['Dbtr', 'Pty', 'Nm'], ['UltmtDbtr', 'Nm'], ['UltmtDbtr', 'Pty', 'Nm'])),
    iban: accountOf(find(['DbtrAcct', 'Id', 'IBAN'], ['DbtrAcct', 'Id', 'Othr', 'Id'])),
    bankReference: cleanedOrNull(reference && !own && place !== undefined ? `${reference} ${place}` : reference),
  }
}
