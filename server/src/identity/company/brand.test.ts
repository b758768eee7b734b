import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { logoBytesMax, logoProblems } from './brand.ts'

const url = (kind: string, content: string | Buffer) =>
  `data:image/${kind};base64,${Buffer.from(content).toString('base64')}`

/** A PNG with a valid header and end, and nothing else. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(25)
  Buffer.from('0000000d49484452', 'hex').copy(head)
  head.writeUInt32BE(width, 8)
  head.writeUInt32BE(height, 12)
  const data = deflateSync(Buffer.alloc(16))
  const end = Buffer.from('0000000049454e44ae426082', 'hex')
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), head, data, end])
}

const svg = (inside: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`

suite('a logo that is taken', () => {
  const good: Readonly<Record<string, string>> = {
    'a PNG': url('png', png(64, 64)),
    'an SVG of shapes': url('svg+xml', svg('<path d="M0 0h10v10z" fill="#1d4ed8"/>', ' viewBox="0 0 10 10"')),
    'with a gradient': url(
      'svg+xml',
      svg('<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/>'),
    ),
    'with a head, a comment and text': url(
      'svg+xml',
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${svg('<title>North &amp; South</title><text x="1">NS</text>')}\n`,
    ),
  }
  for (const [what, logo] of Object.entries(good)) {
    test(what, () => assert.deepEqual(logoProblems(logo), []))
  }
  test('none at all', () => {
    assert.deepEqual(logoProblems(null), [])
    assert.deepEqual(logoProblems(undefined), [])
  })
})

suite('a logo that is refused', () => {
  const bad: Readonly<Record<string, string>> = {
    'a web address': 'https://example.com/logo.png',
    'another kind of picture': url('gif', 'GIF89a'),
    'a PNG by name only': url('png', 'PNG'),
    'a PNG without an end': url('png', png(64, 64).subarray(0, -1)),
    'a PNG that would fill the memory': url('png', png(60_000, 60_000)),
    'base64 with something between': `data:image/png;base64,${png(1, 1)
      .toString('base64')
      .replace(/^(.{8})/, '$1 ')}`,
    'base64 that is not in its one spelling': url('png', png(1, 1)).replace(/=*$/, '===='),
    'more than 64 KiB': url('png', Buffer.concat([png(1, 1).subarray(0, 33), Buffer.alloc(logoBytesMax), png(1, 1)])),
    'text that is not SVG': url('svg+xml', 'hello'),
    nothing: url('svg+xml', ' '),
    'a page': url('svg+xml', '<html><svg/></html>'),
    'a script': url('svg+xml', svg('<script>alert(1)</script>')),
    'a script in another spelling': url('svg+xml', svg('<SCRIPT>alert(1)</SCRIPT>')),
    'an event': url('svg+xml', svg('<rect onload="alert(1)"/>')),
    'an event on the picture itself': url('svg+xml', svg('', ' onload="alert(1)"')),
    'an event in single quotes': url('svg+xml', svg("<rect OnClick='alert(1)'/>")),
    'a link': url('svg+xml', svg('<a href="https://example.com"><rect/></a>')),
    'a link that runs': url('svg+xml', svg('<rect xlink:href="javascript:alert(1)"/>')),
    'a picture from elsewhere': url('svg+xml', svg('<image href="https://example.com/spy.png"/>')),
    'a fill from elsewhere': url('svg+xml', svg('<rect fill="url(https://example.com/a.svg#a)"/>')),
    'a style from elsewhere': url('svg+xml', svg('<rect style="background:url(//example.com)"/>')),
    'a style sheet': url('svg+xml', svg('<style>@import "https://example.com"</style>')),
    'HTML inside': url('svg+xml', svg('<foreignObject><p>hi</p></foreignObject>')),
    'its own entity': url('svg+xml', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`),
    'a style sheet in its head': url('svg+xml', `<?xml-stylesheet href="https://example.com"?>${svg('')}`),
    'letters spelled as entities': url('svg+xml', svg('<rect fill="&#106;avascript:alert(1)"/>')),
    'copies of copies': url('svg+xml', svg('<g id="a"><use href="#a"/></g>')),
    'a tag that is not closed': url('svg+xml', '<svg><g></svg>'),
    'two pictures': url('svg+xml', svg('') + svg('')),
    'text behind the picture': url('svg+xml', `${svg('')}hello`),
    'a comment that hides a tag': url('svg+xml', svg('<!--><script>alert(1)</script>-->')),
    'bytes that are no UTF-8': url('svg+xml', Buffer.from([0x3c, 0xff])),
  }
  for (const [what, logo] of Object.entries(bad)) {
    test(what, () => {
      const [problem] = logoProblems(logo)
      assert.deepEqual([problem?.code, problem?.field], ['FAILED_VALIDATION', 'logo'])
    })
  }
})
