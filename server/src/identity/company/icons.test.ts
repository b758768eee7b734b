import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { iconProblems, noBrand } from './brand.ts'
import { drawIcon, drawSvgIcon, iconSizes } from './icons.ts'
import { decodePng, encodePng, type Pixels, resize } from './png.ts'

const pixelAt = ({ width, rgba }: Pixels, x: number, y: number) => [
  ...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

function plain(width: number, height: number, pixel: readonly number[]): Pixels {
  const rgba = new Uint8Array(width * height * 4)
  for (let at = 0; at < rgba.length; at += 4) rgba.set(pixel, at)
  return { width, height, rgba }
}

const urlOf = (pixels: Pixels) => `data:image/png;base64,${encodePng(pixels).toString('base64')}`

/** A PNG as other programs write it, with the given colour type, depth and filtered rows. */
function file(
  width: number,
  height: number,
  depth: number,
  type: number,
  rows: readonly number[][],
  more: Buffer[] = [],
) {
  const part = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
  }
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, depth, type, 0, 0, 0])
  const body = deflateSync(Buffer.from(rows.flat()))
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  const extra = more.map((data, index) => part(['PLTE', 'tRNS'][index] as string, data))
  return Buffer.concat([start, part('IHDR', head), ...extra, part('IDAT', body), part('IEND', Buffer.alloc(0))])
}

suite('decoding a PNG', () => {
  test('returns what was encoded', () => {
    const pixels = { width: 2, height: 1, rgba: Uint8Array.from([1, 2, 3, 255, 4, 5, 6, 0]) }
    assert.deepEqual(decodePng(encodePng(pixels)), pixels)
  })
  test('stops at a million pixels, because a small file may have many more', () => {
    assert.equal(decodePng(encodePng(plain(1024, 1024, [1, 2, 3, 255])))?.width, 1024)
    assert.equal(decodePng(encodePng(plain(1025, 1024, [1, 2, 3, 255]))), undefined)
  })
  test('supports every filter', () => {
    const rows = [
      [0, 10, 20, 30],
      [1, 10, 10, 10],
      [2, 1, 1, 1],
      [3, 5, 5, 5],
      [4, 1, 1, 1],
    ]
    const read = decodePng(file(3, 5, 8, 0, rows)) as Pixels
    const grey = [0, 1, 2, 3, 4].map((y) => [0, 1, 2].map((x) => pixelAt(read, x, y)[0]))
    assert.deepEqual(grey, [
      [10, 20, 30],
      [10, 20, 30],
      [11, 21, 31],
      [10, 20, 30],
      [11, 21, 31],
    ])
  })
  test('supports palettes, opacity and fewer bits', () => {
    const palette = [Buffer.from([255, 0, 0, 0, 255, 0]), Buffer.from([128])]
    const read = decodePng(file(2, 1, 1, 3, [[0, 0b0100_0000]], palette)) as Pixels
    assert.deepEqual(
      [pixelAt(read, 0, 0), pixelAt(read, 1, 0)],
      [
        [255, 0, 0, 128],
        [0, 255, 0, 255],
      ],
    )
    const deep = decodePng(file(1, 1, 16, 4, [[0, 255, 255, 128, 0]])) as Pixels
    assert.deepEqual(pixelAt(deep, 0, 0), [255, 255, 255, 128])
  })
  test('refuses a damaged file', () => {
    const whole = encodePng(plain(8, 8, [9, 9, 9, 255]))
    for (let length = 0; length < whole.length - 12; length += 7)
      assert.equal(decodePng(whole.subarray(0, length)), undefined)
    assert.equal(decodePng(Buffer.from('no picture')), undefined)
  })
  test('resizes without mixing in transparent pixels', () => {
    const half = { width: 2, height: 1, rgba: Uint8Array.from([200, 0, 0, 255, 0, 255, 0, 0]) }
    assert.deepEqual([...resize(half, 1, 1).rgba], [200, 0, 0, 128])
  })
})

suite('icons of a dealer', () => {
  for (const [name, { side, isClear }] of Object.entries(iconSizes)) {
    test(`${name} is a square of its size, with the logo in the middle`, () => {
      const logo = urlOf(plain(300, 100, [10, 120, 200, 255]))
      const read = decodePng(drawIcon({ ...noBrand, logo }, name as keyof typeof iconSizes)) as Pixels
      assert.deepEqual([read.width, read.height], [side, side])
      assert.deepEqual(pixelAt(read, side / 2, side / 2), [10, 120, 200, 255])
      assert.deepEqual(pixelAt(read, 0, 0), isClear ? [0, 0, 0, 0] : [255, 255, 255, 255])
    })
  }
  test('without a picture there is a mark in the dealer’s colour', () => {
    const read = decodePng(drawIcon({ ...noBrand, colour: '#aa3300' }, '192')) as Pixels
    assert.deepEqual(pixelAt(read, 1, 1), [0xaa, 0x33, 0, 255])
    assert.match(drawSvgIcon({ ...noBrand, colour: '#aa3300' }), /fill="#aa3300"/)
  })
  test('a separate icon must be a square PNG that is large enough', () => {
    assert.deepEqual(iconProblems(urlOf(plain(192, 192, [1, 2, 3, 255]))), [])
    for (const wrong of [plain(192, 180, [0, 0, 0, 255]), plain(64, 64, [0, 0, 0, 255])]) {
      assert.equal(iconProblems(urlOf(wrong))[0]?.field, 'icon')
    }
    assert.equal(iconProblems('data:image/svg+xml;base64,PHN2Zy8+')[0]?.field, 'icon')
  })
})
