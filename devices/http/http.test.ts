import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, latin1 } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { bodyText, looksLikeRequest, readQuery, readRequest, requestLength, response } from './http.ts'

const get = ascii('GET /?id=123&lat=54.5 HTTP/1.1\r\nHost: x\r\n\r\n')
const post = ascii('POST /log HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello')
const chunked = ascii('POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n')

describe('a request', () => {
  test('is complete once its body has arrived', () => {
    for (const request of [get, post, chunked]) {
      for (let size = 1; size < request.length; size++) {
        assert.equal(requestLength(request.subarray(0, size), 4096), 0, latin1(request.subarray(0, size)))
      }
      assert.equal(requestLength(request, 4096), request.length)
    }
  })

  test('is read with its address, headers and body', () => {
    assert.deepEqual(
      readRequest(get).query.find(([name]) => name === 'lat'),
      ['lat', '54.5'],
    )
    assert.equal(readRequest(post).path, '/log')
    assert.equal(bodyText(readRequest(post)), 'hello')
    assert.equal(bodyText(readRequest(chunked)), 'abcde')
  })

  test('that declares too great a length is rejected at once', () => {
    for (const length of ['99999999', '-1', 'x']) {
      const head = ascii(`POST / HTTP/1.1\r\nContent-Length: ${length}\r\n\r\n`)
      assert.throws(() => requestLength(head, 4096), ProtocolError, length)
    }
    assert.throws(() => requestLength(ascii(`GET /${'x'.repeat(9000)}`), 4096), ProtocolError)
  })

  test('with too many chunks is rejected', () => {
    const body = ascii(`POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(300)}`)
    assert.throws(() => requestLength(body, 4096), ProtocolError)
  })

  test('is recognised by its method', () => {
    assert.equal(looksLikeRequest(ascii('PO')), 'more')
    assert.equal(looksLikeRequest(ascii('POST /')), 'yes')
    assert.equal(looksLikeRequest(ascii('POX')), 'no')
  })

  test('gets a complete response', () => {
    assert.equal(latin1(response(200)), 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n')
  })
})

describe('the parameters of an address', () => {
  for (const text of [
    '',
    'a',
    'a=1&b=2',
    '&&a==1&',
    'a=1&a=2',
    '=x',
    '?a=1',
    'a=%C3%A4+b&c=d',
    'a=b?c',
    'ä=ö',
    'a=%zz',
  ]) {
    test(`are what a browser reads in “${text}”`, () => {
      assert.deepEqual(readQuery(text), [...new URLSearchParams(text)])
    })
  }
})
