import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noBrand } from '#identity/company/brand.ts'
import { hostNameOf, isUnknownHost } from '#kernel/network/sites.ts'
import { dress } from './sites.ts'

const html = `<html><head><title>Waymark</title>
    <link rel="icon" href="/assets/mark.svg" />
    <link rel="manifest" href="/assets/app.webmanifest"><link rel="apple-touch-icon" href="/assets/touch.png">
    <link rel="stylesheet" href="/assets/page.css" />
  </head><body></body></html>`

suite('a page in a dealer’s name', () => {
  test('has its title, icons and manifest, and none of the installation’s', () => {
    const page = dress(html, { ...noBrand, name: 'North' })
    assert.match(page, /<title>North<\/title>/)
    assert.doesNotMatch(page, /Waymark|\/assets\/(mark|app|touch)/)
    assert.match(page, /href="\/site\/app\.webmanifest"/)
    assert.match(page, /href="\/assets\/page\.css"/)
  })

  test('no name breaks out of it', () => {
    const name = `</title><script>alert("1")</script> $& $1 ' \\`
    const page = dress(html, { ...noBrand, name, helpUrl: 'https://example.com/?a=1&b="2"' })
    assert.doesNotMatch(page, /<script>|Waymark/)
    const [, content = ''] = /<meta name="site" content="([^"]*)">/.exec(page) ?? []
    const read = content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    assert.equal(JSON.parse(read).name, name)
  })
})

suite('a host', () => {
  for (const [header, name] of [
    ['Track.Example.com:8443', 'track.example.com'],
    ['track.example.com.', 'track.example.com'],
    ['[::1]:8080', '[::1]'],
    ['track.example.com:80:80', ''],
    [undefined, ''],
  ] as const) {
    test(`${header} is ${name || 'none'}`, () => assert.equal(hostNameOf(header), name))
  }

  const config = { publicUrl: 'https://tracking.example.net', loginUrl: 'https://login.example.net' }
  for (const [name, isUnknown] of [
    ['tracking.example.net', false],
    ['login.example.net', false],
    ['other.example.net', true],
    ['127.0.0.1', false],
    ['[::1]', false],
    ['localhost', false],
    ['north.localhost', false],
    ['waymark', false],
    ['', false],
  ] as const) {
    test(`${name || 'without a name'} is ${isUnknown ? 'unknown' : 'the installation’s'}`, () =>
      assert.equal(isUnknownHost(config, name), isUnknown))
  }

  test('is never unknown while the installation has no name', () => {
    const unnamed = { publicUrl: 'http://127.0.0.1:8080', loginUrl: 'http://localhost:8080' }
    assert.equal(isUnknownHost(unnamed, 'other.example.net'), false)
  })
})
