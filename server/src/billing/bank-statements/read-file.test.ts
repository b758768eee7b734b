import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Refusal } from '#kernel/errors.ts'
import { fingerprints } from './bank-line.ts'
import { readStatement } from './read-file.ts'
import { amountOf, dayOf, ibanIn } from './values.ts'

const read = (content: string, currency = 'eur') => readStatement(content, currency, null)
const line = (change: object = {}) => ({
  ...{ account: null, bookedOn: '2027-03-05', amount: 123_456, currency: 'eur', payer: 'Baltic Freight' },
  ...{ iban: 'LT121000011101001000', text: 'Invoice 2027-00001', bankReference: null, ...change },
})

suite('the columns of a CSV file', () => {
  for (const [bank, content] of [
    [
      'German, with who and when above it',
      '"Konto";"DE02120300000000202051"\r\n\r\nBuchungstag;Wertstellung;Auftraggeber / Begünstigter;Verwendungszweck;IBAN;Betrag (EUR)\r\n' +
        '05.03.27;05.03.27;Baltic Freight;Invoice 2027-00001;LT12 1000 0111 0100 1000;1.234,56\r\n' +
        '06.03.27;06.03.27;Landlord;Rent;LT12;-900,00\r\n;;;Saldo;;334,56\r\n',
    ],
    [
      'English, with what came in apart',
      'Date,Description,Paid in,Paid out,Counterparty name,Counterparty account\n' +
        '2027-03-05,Invoice 2027-00001,"1,234.56",,Baltic Freight,LT121000011101001000\n2027-03-06,Rent,,900.00,Landlord,X\n',
    ],
    [
      'American',
      'Posting Date\tAmount\tDebit/Credit\tPayer\tIBAN\tMemo\n' +
        '03/05/2027\t1234.56\tCRDT\tBaltic Freight\tLT121000011101001000\tInvoice 2027-00001\n' +
        '03/16/2027\t900.00\tDBIT\tLandlord\t\tRent\n',
    ],
  ] as const) {
    test(bank, () => {
      const { format, lines, leftOut } = read(content)
      assert.deepEqual({ format, lines, isLeft: leftOut > 0 }, { format: 'csv', lines: [line()], isLeft: true })
    })
  }

  test('with unknown names are kept, so that the dealer can say what they are', () => {
    const content =
      'Účet;XX12\nDen;Kdo zaplatil;Zpráva;Kolik\n05.03.2027;Baltic Freight;Invoice 2027-00001;1.234,56\n06.03.2027;Landlord;Rent;-900,00\n'
    const { table, columns, lines } = read(content)
    assert.deepEqual(table?.head, ['Den', 'Kdo zaplatil', 'Zpráva', 'Kolik'])
    assert.deepEqual([columns?.date, columns?.amount, lines], [null, null, []])
    const none = { direction: null, currency: null, iban: null, bankReference: null, dateOrder: null, decimal: null }
    const said = { ...none, date: 0, payer: 1, texts: [2], amount: 3, defaultCurrency: 'eur' }
    const known = readStatement(content, 'eur', said)
    assert.deepEqual(known.lines, [line({ iban: null })])
    assert.deepEqual([known.columns?.dateOrder, known.columns?.decimal], ['dmy', ','])
  })

  test('without names get numbers, and no row is lost', () => {
    const { table } = read('05.03.2027;Baltic Freight;10,00\n06.03.2027;Somebody;20,00\n')
    assert.deepEqual([table?.head, table?.rows.length], [['Column 1', 'Column 2', 'Column 3'], 2])
  })

  test('are read as the dealer says', () => {
    const { columns } = read('a;b\n05.03.2027;10\n')
    assert.deepEqual([columns?.date, columns?.amount], [null, null])
    const said = { ...columns!, date: 0, amount: 1, texts: [2] }
    const { lines } = readStatement('05.03.2027;10;Thanks\n', 'jpy', { ...said, defaultCurrency: 'jpy' })
    assert.deepEqual(
      lines.map(({ amount, currency, text }) => [amount, currency, text]),
      [[10, 'jpy', 'Thanks']],
    )
  })
})

const camt = (entries: string, head = '') => `<?xml version="1.0"?>${head}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
const entry = (details: string, amount = '1234.56', more = '<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt>${more}<BookgDt><Dt>2027-03-05</Dt></BookgDt>${details}</Ntry>`
const detail = (text: string, more = '') =>
  `<TxDtls>${more}<RltdPties><Dbtr><Nm>Baltic Freight</Nm></Dbtr><DbtrAcct><Id><IBAN>LT121000011101001000</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
const batch = (...details: string[]) => `<NtryDtls>${details.join('')}</NtryDtls>`

suite('camt.053', () => {
  const account = 'DE02120300000000202051'
  test('gives one line for a payment, without outgoing or unbooked ones', () => {
    const { lines, leftOut } = read(
      camt(
        entry(batch(detail('Invoice 2027-00001'))) +
          entry('', '9.00', '<CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>') +
          entry('', '9.00', '<CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts>'),
      ),
    )
    assert.deepEqual([lines, leftOut], [[line({ account })], 2])
  })

  test('gives a line for each payment of a batch, if they add up to it', () => {
    const of = (amount: string) => `<Amt Ccy="EUR">${amount}</Amt>`
    const parts = [detail('One', of('1000.00')), detail('Two &amp; three', of('234.56'))]
    const amounts = (total: string) =>
      read(camt(entry(batch(...parts), total))).lines.map(({ amount, text }) => [amount, text])
    assert.deepEqual(amounts('1234.56'), [
      [100_000, 'One'],
      [23_456, 'Two & three'],
    ])
    assert.deepEqual(amounts('1300.00'), [[130_000, 'One Two & three']])
  })
})

test('MT940 is read with and without numbered details', () => {
  const { lines, leftOut } = read(
    [
      ...['{1:F01BANK}{4:', ':20:1', ':25:DE02120300000000202051', ':28C:1', ':60F:C261231EUR10,00'],
      ...[':61:2703050305CR1234,56NTRFNONREF//77', ':86:166?00CREDIT?20Invoice 20?2127-00001?31LT121000011101001000'],
      ...['?32Baltic ?33Freight', ':61:2612310102C5,NMSCNONREF', ':86:/NAME/Ona/REMI/Thanks'],
      ...[':61:270306D9,00NTRFNONREF', ':86:Rent', ':62F:C270306EUR1240,56', '-}'],
    ].join('\r\n'),
  )
  const account = 'DE02120300000000202051'
  assert.deepEqual(lines[0], line({ account, bankReference: '77' }))
  assert.deepEqual([lines[1]?.bookedOn, lines[1]?.amount, lines[1]?.payer, leftOut], ['2027-01-02', 500, 'Ona', 1])
})

suite('an untrustworthy file is refused with a sentence', () => {
  const entities = Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('')
  for (const [what, content, sentence] of [
    ['nothing', '  \n', /empty/],
    ['an outside entity', camt('', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'), /DOCTYPE/],
    ['a billion laughs', camt('', `<!DOCTYPE x [<!ENTITY e0 "ha">${entities}]>`), /DOCTYPE/],
    ['an undeclared entity', camt('&xxe;'), /damaged in line 3/],
    ['a broken end', camt('').slice(0, -9), /damaged/],
    ['too deep a nest', `<a>`.repeat(100_000), /too deep/],
    ['another document', '<html><body>Sign in</body></html>', /camt\.053/],
    ['an amount of words', camt(entry('', 'NaN')), /amount/],
    ['no day of the calendar', 'Date;Amount\n31.02.2027;10,00\n', /Row 1: "31\.02\.2027" is not a date/],
    ['a year that no database has', 'Date;Amount\n0000-03-05;10,00\n', /Row 1: "0000-03-05" is not a date/],
    ['half a cent', 'Date;Amount\n01.02.2027;10,00\n01.02.2027;10,005\n', /Row 2: "10,005" is not an amount/],
    ['an open quotation mark', 'Date;Amount\n"01.02.2027;10,00\n', /never closed/],
    ['too many rows', `Date;Amount\n${'01.02.2027;1,00\n'.repeat(20_001)}`, /more than 20000 rows/],
    ['too many entries', `:20:1\n:60F:C270101EUR0,\n${':61:270305C5,NTRF\n'.repeat(20_001)}`, /more than 20000 rows/],
    ['an amount without an end', `Date;Amount\n01.02.2027;${'1.'.repeat(1_000_000)}x1x\n`, /is not an amount/],
    ['quotation marks without an end', `Date;Amount\n01.02.2027;${'1"'.repeat(1_000_000)}\n`, /is not an amount/],
    ['an invalid entry', ':20:1\n:60F:C270101EUR0,00\n:61:hello\n', /not valid MT940/],
    ['no currency', ':20:1\n:61:270305C5,00NTRFNONREF\n', /currency/],
  ] as const) {
    test(what, () => {
      const isSaid = (error: unknown) => error instanceof Refusal && sentence.test(error.message)
      assert.throws(() => read(content), isSaid)
    })
  }
})

suite('amounts and days', () => {
  for (const [text, currency, decimal, amount] of [
    ["1'234.50 CHF", 'chf', '.', 123_450],
    ['1.234', 'kwd', '.', 1234],
    ['1 234,5', 'eur', ',', 123_450],
    ['500', 'jpy', '.', 500],
    ['12.50-', 'eur', '.', -1250],
    ['(12.50)', 'eur', '.', -1250],
    ['0x10', 'eur', '.', undefined],
    ['12,50', 'eur', '.', undefined],
    ['1,00,000.50', 'inr', '.', 10_000_050],
    ['99999999999999999', 'eur', '.', undefined],
  ] as const) {
    test(`${text} in ${currency}`, () => assert.equal(amountOf(text, currency, decimal), amount))
  }
  test('three digits behind a separator are thousands, or decimals of a currency with three', () =>
    assert.deepEqual(
      ['eur', 'kwd'].map((currency) => read('Date;Amount\n2027-03-05;12.500\n', currency).lines[0]?.amount),
      [1_250_000, 12_500],
    ))
  test('a day in every format', () =>
    assert.deepEqual(
      [dayOf('20270305', 'dmy'), dayOf('5.3.27', 'dmy'), dayOf('3/5/2027', 'mdy'), dayOf('2027-03-05T10:00', 'dmy')],
      Array.from({ length: 4 }, () => '2027-03-05'),
    ))
  test('an account number is found in a text by its check digits', () =>
    assert.equal(
      ibanIn('RF18539007547034 from DE02120300000000202052 or DE02120300000000202051'),
      'DE02120300000000202051',
    ))
})

test('a line is the same in every file, and two equal lines are two', () => {
  const [one, again] = fingerprints([line(), line()])
  assert.notEqual(one, again)
  assert.deepEqual(fingerprints([line({ text: 'Invoice  2027 00001' }), line()]), [one, again])
  assert.notEqual(fingerprints([line({ amount: 1 })])[0], one)
})
