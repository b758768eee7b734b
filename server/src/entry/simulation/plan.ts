/** The floor plan of the demo's warehouse: four rooms in a row, drawn here. Pure. */
import { crc32, deflateSync } from 'node:zlib'

/** The positions of the readers of simulation/tags.ts, as fractions of the floor plan. */
export const planRooms = [
  { reader: 'Dock reader', room: 'Loading dock', x: 0.14, y: 0.5 },
  { reader: 'Yard reader', room: 'Yard store', x: 0.38, y: 0.5 },
  { reader: 'Gate reader', room: 'Gatehouse', x: 0.62, y: 0.5 },
  { reader: 'Hall reader', room: 'Packing', x: 0.86, y: 0.5 },
] as const

const [width, height] = [1200, 560]
const colours = { ground: 0, floor: 1, wall: 2, shelf: 3, way: 4 } as const
const palette = Buffer.from('ffffff' + 'f4f1e8' + '4b5563' + 'd6d3c7' + 'e3ebe6', 'hex')

type Rectangle = readonly [x: number, y: number, width: number, height: number, colour: number]

function rectangles(): Rectangle[] {
  const wall = 8
  const [left, top, right, bottom] = [20, 20, width - 20, height - 20]
  const rooms = planRooms.map((_, index) => left + (index * (right - left)) / planRooms.length)
  return [
    [left, top, right - left, bottom - top, colours.floor],
    // An aisle through all rooms, and shelves along the walls.
    [left, height / 2 - 45, right - left, 90, colours.way],
    ...rooms.flatMap((x): Rectangle[] => [
      [x + 40, top + 40, 210, 34, colours.shelf],
      [x + 40, top + 100, 210, 34, colours.shelf],
      [x + 40, bottom - 134, 210, 34, colours.shelf],
      [x + 40, bottom - 74, 210, 34, colours.shelf],
    ]),
    [left, top, right - left, wall, colours.wall],
    [left, bottom - wall, right - left, wall, colours.wall],
    [left, top, wall, bottom - top, colours.wall],
    [right - wall, top, wall, bottom - top, colours.wall],
    // Between two rooms there is a door in the wall.
    ...rooms.slice(1).flatMap((x): Rectangle[] => [
      [x - wall / 2, top, wall, height / 2 - 45 - top, colours.wall],
      [x - wall / 2, height / 2 + 45, wall, bottom - height / 2 - 45, colours.wall],
    ]),
  ]
}

/** As a PNG with a palette. */
export function drawnPlan(): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (const [x, y, wide, high, colour] of rectangles()) {
    for (let row = Math.round(y); row < Math.round(y + high); row++) {
      const start = row * (width + 1) + 1 + Math.round(x)
      rows.fill(colour, start, start + Math.round(wide))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('PLTE', palette),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length)
  head.write(name, 4, 'latin1')
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), content])))
  return Buffer.concat([head, content, crc])
}
