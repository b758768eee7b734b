/**
 * Signatures compared with Amazon's published examples; uploads and downloads with a server that checks, fails, stalls
 * and disconnects.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, suite, test } from 'node:test'
import { type S3Fault, type S3Request, s3Key, startS3 } from '#testing/fakes/s3-server.ts'
import { freePort } from '#testing/ports.ts'
import { s3Place } from './places.ts'
import { S3 } from './s3.ts'
import { signed } from './sigv4.ts'

const server = await startS3()
after(() => server.close())
afterEach(() => {
  server.fault = () => undefined
  server.objects.clear()
  server.uploads.clear()
  server.requests.length = 0
  server.forged.length = 0
})

/** On a busy machine a part takes seconds; if nothing stalls, no deadline is needed. */
const patience = { answerMs: 30_000, partMs: 60_000, silenceMs: 30_000, tries: 4, pauseMs: 5 }
const bucket = { url: server.url, bucket: 'backups', ...s3Key }
const s3 = new S3(bucket, patience)
/** For requests that stall at times, and for those that never end. */
const impatient = new S3(bucket, { ...patience, answerMs: 1_500, partMs: 2_000, silenceMs: 1_500 })
const hasty = new S3(bucket, { ...patience, partMs: 300, silenceMs: 300 })
const s3For = (fault: S3Fault) => (fault === 'stall' ? impatient : s3)
const mib = 1024 ** 2

async function* pieces(body: Buffer, size = 300_001): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
}
async function downloaded(key: string, from = s3): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of from.download(key)) parts.push(part)
  return Buffer.concat(parts)
}
/** Each matching request fails the first few times. */
function failing(fault: S3Fault, fits: (request: S3Request) => boolean, times = 1): () => number {
  let count = 0
  server.fault = (request) => {
    if (count >= times || !fits(request)) return undefined
    count += 1
    return fault
  }
  return () => count
}

suite('signatures are those of Amazon’s examples', () => {
  // From "Authenticating Requests: Using the Authorization Header" in Amazon's reference of S3.
  const credentials = {
    keyId: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const common = {
    host: 'examplebucket.s3.amazonaws.com',
    at: new Date('2013-05-24T00:00:00Z'),
    headers: {},
    query: {},
    body: Buffer.alloc(0),
  }
  for (const [title, request, signature] of [
    [
      'read an object',
      { method: 'GET', path: '/test.txt', headers: { range: 'bytes=0-9' } },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'write an object',
      {
        method: 'PUT',
        path: '/test%24file.text',
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: Buffer.from('Welcome to Amazon S3.'),
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'read a setting',
      { method: 'GET', path: '/', query: { lifecycle: '' } },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'list objects',
      { method: 'GET', path: '/', query: { 'max-keys': '2', prefix: 'J' } },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ] as const) {
    test(title, () => {
      const { authorization } = signed({ ...common, ...request }, credentials)
      assert.match(authorization ?? '', new RegExp(`Signature=${signature}$`))
    })
  }
})

suite('a large object is stored unchanged', () => {
  const body = randomBytes(20 * mib + 12_345)

  test('in parts, and with a name that must be encoded', async () => {
    const key = "folder/with blank+plus(1)&ä'.backup"
    assert.equal(await s3.upload(key, pieces(body)), body.length)
    assert.ok(server.objects.get(key)?.body.equals(body))
    assert.ok(server.requests.filter(({ method }) => method === 'PUT').length >= 3)
    assert.ok((await downloaded(key)).equals(body))
    assert.deepEqual(server.forged, [])
    assert.equal(server.uploads.size, 0)
  })

  for (const fault of ['busy', 'drop', 'stall', 'lost'] as const) {
    test(`although the storage answers a part with: ${fault}`, async () => {
      const count = failing(fault, ({ method }) => method === 'PUT', 2)
      assert.equal(await s3For(fault).upload('a', pieces(body)), body.length)
      assert.equal(count(), 2)
      assert.ok(server.objects.get('a')?.body.equals(body))
    })
  }

  for (const fault of ['busy', 'drop', 'stall', 'lost', 'late error'] as const) {
    test(`although the storage answers its completion with: ${fault}`, async () => {
      const isCompletion = ({ method, query }: S3Request) => method === 'POST' && query.has('uploadId')
      failing(fault, isCompletion, fault === 'lost' ? 9 : 1)
      assert.equal(await s3For(fault).upload('a', pieces(body)), body.length)
      assert.ok(server.objects.get('a')?.body.equals(body))
    })
  }

  for (const fault of ['busy', 'drop', 'stall', 'cut'] as const) {
    test(`although a download is answered with: ${fault}`, async () => {
      server.objects.set('a', { body, at: new Date() })
      const count = failing(fault, ({ method }) => method === 'GET', 3)
      assert.ok((await downloaded('a', s3For(fault))).equals(body))
      assert.equal(count(), 3)
    })
  }

  test('an empty one too', async () => {
    assert.equal(await s3.upload('empty', pieces(Buffer.alloc(0))), 0)
    assert.equal((await downloaded('empty')).length, 0)
  })
})

suite('a failure leaves nothing, and says why', () => {
  const body = randomBytes(9 * mib)

  test('a storage that never answers a part', async () => {
    failing('stall', ({ method }) => method === 'PUT', 99)
    await assert.rejects(hasty.upload('a', pieces(body)), /127\.0\.0\.1:\d+ cannot be used: no answer in time\./)
    assert.deepEqual([server.objects.size, server.uploads.size], [0, 0])
  })

  test('an upload that breaks off, and one that is cancelled', async () => {
    async function* broken() {
      yield body
      throw new Error('The database went away.')
    }
    await assert.rejects(s3.upload('a', broken()), /The database went away/)
    const stop = new AbortController()
    async function* endless() {
      for (;;) {
        yield randomBytes(mib)
        if (server.requests.length > 3) stop.abort(new Error('Stopped.'))
      }
    }
    await assert.rejects(s3.upload('a', endless(), stop.signal), /Stopped/)
    assert.deepEqual([server.objects.size, server.uploads.size], [0, 0])
  })

  test('a download that never completes', async () => {
    server.objects.set('a', { body, at: new Date() })
    failing('stall', ({ method }) => method === 'GET', 99)
    await assert.rejects(downloaded('a', hasty), /stopped sending data/)
    await assert.rejects(downloaded('none', hasty), /stopped sending data/)
    server.fault = () => undefined
    await assert.rejects(downloaded('none'), /refused the request \(NoSuchKey\)/)
  })

  test('an object that changes while it is read', async () => {
    server.objects.set('a', { body, at: new Date() })
    let gets = 0
    server.fault = ({ method }) => {
      if (method !== 'GET') return undefined
      gets += 1
      if (gets === 2) server.objects.set('a', { body: randomBytes(9 * mib), at: new Date() })
      return gets === 1 ? 'cut' : undefined
    }
    await assert.rejects(downloaded('a'), /PreconditionFailed/)
  })

  for (const [wrong, says] of [
    [{ secret: 'another' }, /SignatureDoesNotMatch.*Check the secret key and the region/],
    [{ keyId: 'SOMEBODY' }, /InvalidAccessKeyId.*Check the key ID/],
    [{ region: 'us-east-1' }, /AuthorizationHeaderMalformed.*Check the region/],
    [{ bucket: 'elsewhere' }, /NoSuchBucket.*Create the bucket/],
  ] as const) {
    test(`wrong: ${Object.keys(wrong).join()}`, async () => {
      await assert.rejects(new S3({ ...bucket, ...wrong }, patience).list(''), says)
      assert.equal(server.requests.length, 1, 'a refusal is not tried again')
    })
  }

  test('a server that does not exist', async () => {
    const nowhere = new S3({ ...bucket, url: `http://127.0.0.1:${await freePort()}` }, patience)
    await assert.rejects(nowhere.list(''), /The storage at 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/)
  })
})

suite('a place in a bucket', () => {
  const place = s3Place('s3://backups/north', s3, 'north/')
  const ending = '-aabbccdd.backup'
  const name = (day: number) => `waymark-2026-03-0${day}T03-15-00Z${ending}`

  test('lists only complete backups of this installation, page by page', async () => {
    for (let day = 1; day <= 8; day++) await s3.put(`north/${name(day)}`, Buffer.from('x'))
    for (const other of [
      'south/waymark-1-aabbccdd.backup',
      'north/waymark-2-ffffffff.backup',
      'north/deep/waymark-1-aabbccdd.backup',
    ]) {
      await s3.put(other, Buffer.from('x'))
    }
    server.uploads.set('half', { key: `north/${name(9)}`, parts: new Map() })
    assert.deepEqual((await place.list(ending)).map((one) => one.name).toSorted(), [1, 2, 3, 4, 5, 6, 7, 8].map(name))
  })

  test('removes interrupted uploads, but only those of this installation', async () => {
    for (const [id, key] of [
      ['ours', `north/${name(1)}`],
      ['theirs', 'north/waymark-2026-03-01T03-15-00Z-ffffffff.backup'],
      ['others', `south/${name(1)}`],
    ] as const) {
      server.uploads.set(id, { key, parts: new Map() })
    }
    await place.tidy(ending)
    assert.deepEqual([...server.uploads.keys()], ['theirs', 'others'])
  })

  test('is tested with a small object that is removed afterwards', async () => {
    await place.tryOut()
    assert.equal(server.objects.size, 0)
    server.fault = ({ method }) => (method === 'PUT' ? 'denied' : undefined)
    await assert.rejects(place.tryOut(), /AccessDenied.*Allow the key to/)
  })
})
