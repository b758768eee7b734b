import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, composeMail, quoted } from './texts.ts'

test('the same paragraphs are written as text and as HTML', () => {
  const mail = composeMail({
    subject: 'Your bill',
    paragraphs: ['Dear client,', 'First line\nSecond line'],
    action: { label: 'Pay', url: 'https://example.com/pay?a=1&b=2' },
    footer: 'You get this because a bill was written to you.',
  })
  assert.equal(
    mail.text,
    'Dear client,\n\nFirst line\nSecond line\n\nPay:\nhttps://example.com/pay?a=1&b=2\n\n--\n\n' +
      'You get this because a bill was written to you.\n',
  )
  for (const part of [
    '<p style="margin:0 0 16px">First line<br>Second line</p>',
    'href="https://example.com/pay?a=1&amp;b=2"',
    '>Pay</a>',
  ]) {
    assert.ok(mail.html.includes(part), part)
  }
})

test('amounts and dates are a table, and lines in the text', () => {
  const facts = [['Invoice', 'NT-7'] as const, ['Open', '<b>€5</b>\nnow'] as const]
  const { html, text } = composeMail({ subject: 'Hello', paragraphs: ['Dear client,'], facts })
  assert.equal(text, 'Dear client,\n\nInvoice: NT-7\nOpen: <b>€5</b> now\n')
  assert.match(html, /<table[^>]*><tr><td[^>]*>Invoice<\/td><td[^>]*>NT-7<\/td><\/tr>/)
  assert.match(html, />&lt;b&gt;€5&lt;\/b&gt; now<\/td>/)
})

test('the sender is above the title, and an amount stays next to its currency', () => {
  const { html, text } = composeMail({
    subject: '5.00 EUR',
    sender: 'North <Ltd>',
    paragraphs: ['Pay 5.00 EUR now.'],
    colour: '#0f766e',
  })
  assert.match(html, /solid #0f766e[^>]*>North &lt;Ltd&gt;<\/p>\n<h1[^>]*>5\.00\u00a0EUR<\/h1>/)
  assert.match(html, />Pay 5\.00\u00a0EUR now\.<\/p>/)
  assert.equal(text, 'Pay 5.00 EUR now.\n')
})

test('an email loads nothing from elsewhere', () => {
  const { html } = composeMail({ subject: 'Hello', paragraphs: ['Hello'], footer: 'Bye' })
  assert.doesNotMatch(html, /src=|url\(|<link|<script|@import/)
})

test('no text becomes markup, wherever it appears', () => {
  const nasty = `<script>"&'</script>`
  const { html } = composeMail({
    subject: nasty,
    paragraphs: [nasty],
    action: { label: nasty, url: `https://example.com/?q=${nasty}` },
    footer: nasty,
    lang: nasty,
  })
  assert.doesNotMatch(html, /<script|<\/script/)
})

test('a subject is one line of bounded length', () => {
  assert.equal(
    composeMail({ subject: 'Hi\r\nBcc: all@example.com', paragraphs: [] }).subject,
    'Hi Bcc: all@example.com',
  )
  assert.equal([...composeMail({ subject: '🚗'.repeat(200), paragraphs: [] }).subject].length, 150)
})

const foreignWords: readonly [given: string, told: string][] = [
  ['Northwind Tracking', 'Northwind Tracking'],
  ['Version 1.2, no. 5', 'Version 1.2, no. 5'],
  ['Pay at https://evil.example/x', 'Pay at https evil. example/x'],
  ['www.evil.example', 'www. evil. example'],
  ['a\r\nb\tc', 'a b c'],
  ['abc\u202edef', 'abc def'],
  ['x'.repeat(200), `${'x'.repeat(99)}…`],
]
for (const [given, told] of foreignWords) {
  test(`${JSON.stringify(given.slice(0, 40))} from a user is written as ${JSON.stringify(told.slice(0, 40))}`, () => {
    assert.equal(quoted(given), told)
  })
}

test('texts are in the requested language, or in English', () => {
  const texts = catalogue({ hello: 'Hello' }, { de: { hello: 'Hallo' } })
  assert.deepEqual(
    ['de', 'de-AT', 'DE_de', 'en', 'xx', '', null, undefined].map((lang) => texts(lang).hello),
    ['Hallo', 'Hallo', 'Hallo', 'Hello', 'Hello', 'Hello', 'Hello', 'Hello'],
  )
  // @ts-expect-error A language with a text missing does not compile.
  catalogue({ hello: 'Hello', bye: 'Bye' }, { de: { hello: 'Hallo' } })
})
