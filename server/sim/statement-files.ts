/** Lines as three kinds of banks write them. Pure. */
import type { Line } from './payers.ts'

const cents = (amount: number) => `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`
const account = 'LT601010012345678901'

export function asCsv(lines: readonly Line[]): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const day = (text: string) => text.split('-').reverse().join('.')
  const rows = lines.map(({ bookedOn, amount, currency, payer, iban, text }) =>
    [day(bookedOn), payer, iban, text, cents(amount), currency.toUpperCase()].map(cell).join(';'),
  )
  const out = [day(lines[0]?.bookedOn ?? '2026-01-01'), 'Landlord', account, 'Rent', '-1.200,00', 'EUR']
  return [
    ...[`"Konto";"${account}"`, '', 'Buchungstag;Auftraggeber;IBAN;Verwendungszweck;Betrag;Währung'],
    ...[...rows, out.map(cell).join(';')],
  ].join('\r\n')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function asCamt(lines: readonly Line[]): string {
  const entries = lines.map(
    ({ bookedOn, amount, currency, payer, iban, text }) => `<Ntry>
<Amt Ccy="${currency.toUpperCase()}">${cents(amount).replace(',', '.')}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${bookedOn}</Dt></BookgDt><NtryDtls><TxDtls>
<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
<RltdPties><Dbtr><Pty><Nm>${escaped(payer)}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>${account}</IBAN></Id></Acct>${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`
}

/** A statement per currency, because its lines don't state theirs. */
export function asMt940(lines: readonly Line[]): string {
  const statements = [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, some]) => {
    const entries = some.map(({ bookedOn, amount, payer, iban, text }) => {
      const day = bookedOn.slice(2).replaceAll('-', '')
      const parts = text.match(/.{1,27}/g) ?? ['']
      const words = parts.map((part, index) => `?${20 + index}${part}`).join('')
      return `:61:${day}${day.slice(2)}CR${cents(amount)}NTRFNONREF\r\n:86:166?00CREDIT${words}?31${iban}?32${payer.slice(0, 27)}?33${payer.slice(27)}`
    })
    return [
      ...[':20:STARTUMS', `:25:${account}`, ':28C:1/1', `:60F:C260101${currency.toUpperCase()}0,00`],
      ...[...entries, `:62F:C260101${currency.toUpperCase()}0,00`, '-'],
    ].join('\r\n')
  })
  return statements.join('\r\n')
}
