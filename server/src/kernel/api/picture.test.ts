import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aJpeg, aLosslessWebp, aWebp, aWebpWithAlpha } from '#testing/files/pictures.ts'
import { aPng, pngChunk } from '#testing/people/tags.ts'
import { type Picture, readPicture } from './picture.ts'

const read = (bytes: Buffer): Picture => {
  const picture = readPicture(bytes)
  assert.ok(typeof picture === 'object', String(picture))
  return picture
}
const script = '<script>alert(1)</script>'

const sound = {
  'a PNG': [aPng(), 'image/png', 320, 200],
  'a JPEG': [aJpeg, 'image/jpeg', 40, 32],
  'a WebP': [aWebp, 'image/webp', 40, 32],
  'a lossless WebP': [aLosslessWebp, 'image/webp', 40, 32],
  'a WebP that one can see through': [aWebpWithAlpha, 'image/webp', 40, 32],
} as const

suite('a picture is recognised by its content', () => {
  for (const [name, [bytes, type, width, height]] of Object.entries(sound)) {
    test(name, () => {
      const picture = read(bytes)
      assert.deepEqual([picture.type, picture.width, picture.height], [type, width, height])
      assert.ok(!picture.data.includes('ICC_PROFILE') && !picture.data.includes('ICCP'))
      // A copy reads the same, and nothing more is removed from it.
      assert.deepEqual(read(picture.data), picture)
    })
  }
})

suite('everything that is not needed to draw it is removed', () => {
  const jpegComment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)])
  const place = Buffer.from('Exif\0\0GPS here')
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, place.length + 2]), place])
  const webpChunk = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
  }
  const longerWebp = (more: Buffer) => {
    const bytes = Buffer.concat([aWebp, more])
    bytes.writeUInt32LE(bytes.length - 8, 4)
    return bytes
  }
  const odd = {
    'words in a PNG': aPng(64, 64, [pngChunk('tEXt', Buffer.from(`Comment\0${script}`))]),
    'frames of an animated PNG': aPng(64, 64, [pngChunk('acTL', Buffer.from(script))]),
    'a page behind a PNG': Buffer.concat([aPng(), Buffer.from(script)]),
    'a comment of a JPEG': Buffer.concat([aJpeg.subarray(0, 2), jpegComment, aJpeg.subarray(2)]),
    'where a JPEG was taken': Buffer.concat([aJpeg.subarray(0, 2), exif, aJpeg.subarray(2)]),
    'an archive behind a JPEG': Buffer.concat([aJpeg, Buffer.from('PK\x03\x04'), Buffer.from(script)]),
    'words in a WebP': longerWebp(webpChunk('XMP ', Buffer.from(script))),
    'where a WebP was taken': longerWebp(webpChunk('EXIF', place)),
    'a page behind a WebP': Buffer.concat([aWebp, Buffer.from(script)]),
  }
  for (const [name, bytes] of Object.entries(odd)) {
    test(name, () => {
      const { data } = read(bytes)
      for (const word of [script, 'GPS', 'PK\x03', 'acTL']) assert.ok(!data.includes(word))
    })
  }
})

suite('what is not a complete picture is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const badCrc = Buffer.from(aPng())
  badCrc[29] = badCrc[29]! ^ 1
  const animated = Buffer.from(aWebp)
  animated[20] = animated[20]! | 2
  const otherCanvas = Buffer.from(aWebp)
  otherCanvas[24] = 200
  const cases: Record<string, [Buffer, RegExp]> = {
    nothing: [Buffer.alloc(0), /empty/],
    'an SVG': [Buffer.from(svg), /not a picture/],
    'an SVG that is called a PNG': [Buffer.concat([Buffer.from('\x89PNG'), Buffer.from(svg)]), /not a picture/],
    'a GIF': [Buffer.from('GIF89a\x01\x00\x01\x00\x80'), /not a picture/],
    'a page': [Buffer.from('<!doctype html><title>x</title>'), /not a picture/],
    'only the first bytes of a PNG': [aPng().subarray(0, 8), /damaged/],
    'a PNG of no content': [Buffer.concat([aPng().subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))]), /damaged/],
    'a PNG that is wrong': [badCrc, /damaged/],
    'a PNG with two sizes': [aPng(64, 64, [aPng(99, 99).subarray(8, 33)]), /damaged/],
    'a JPEG without a picture': [Buffer.from('ffd8ffd9', 'hex'), /damaged/],
    'a WebP that moves': [animated, /damaged/],
    'a WebP with a canvas of another size': [otherCanvas, /damaged/],
    'a wide one': [aPng(6001, 100), /6001 × 100 pixels/],
    'a huge one': [aPng(0x7fffffff, 0x7fffffff), /Make it smaller/],
    'one of too many pixels': [aPng(5000, 4000), /16 million/],
    'a tiny one': [aPng(31, 400), /32 to 6000/],
  }
  for (const [name, [bytes, why]] of Object.entries(cases)) {
    test(name, () => {
      const answer = readPicture(bytes)
      assert.equal(typeof answer, 'string')
      assert.match(answer as string, why)
    })
  }
  for (const [name, [bytes]] of Object.entries(sound)) {
    test(`${name}, cut off anywhere`, () => {
      for (let length = 0; length < bytes.length; length++) {
        assert.equal(typeof readPicture(Buffer.from(bytes.subarray(0, length))), 'string', `${length} bytes`)
      }
    })
    test(`${name}, with any byte changed, is read or refused`, () => {
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes)
        changed[at] = changed[at]! ^ 0xff
        readPicture(changed)
      }
    })
  }
})
