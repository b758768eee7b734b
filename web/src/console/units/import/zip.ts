/** The files in a zip archive, as far as spreadsheets need it: stored or deflated, without encryption. */

/** A larger sheet is not a list of units. */
const bytesMax = 100 * 1024 * 1024

export class Unreadable extends Error {}

type Zip = ReadonlyMap<string, () => Promise<string>>

const signatures = { end: 0x06054b50, entry: 0x02014b50 } as const

export function openZip(buffer: ArrayBuffer): Zip {
  const view = new DataView(buffer)
  const entries = new Map<string, () => Promise<string>>()
  try {
    const end = findEnd(view)
    let at = view.getUint32(end + 16, true)
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== signatures.entry) throw new Unreadable('No entry where one must be.')
      const method = view.getUint16(at + 10, true)
      const packed = view.getUint32(at + 20, true)
      const nameBytes = view.getUint16(at + 28, true)
      const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameBytes))
      const local = view.getUint32(at + 42, true)
      entries.set(name, () => unpack(buffer, view, local, packed, method))
      at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
  } catch (error) {
    // A read beyond the end shows that a file is not an archive.
    throw error instanceof Unreadable ? error : new Unreadable('Not an archive.')
  }
  return entries
}

/** A comment may follow, so this searches from the end. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at--)
    if (view.getUint32(at, true) === signatures.end) return at
  throw new Unreadable('Not an archive.')
}

async function unpack(buffer: ArrayBuffer, view: DataView, local: number, packed: number, method: number) {
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const bytes = new Uint8Array(buffer, start, packed)
  if (method === 0) return new TextDecoder().decode(bytes)
  if (method !== 8) throw new Unreadable('Packed in a way that spreadsheets do not use.')
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; ; ) {
    const { value, done } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > bytesMax) {
      await reader.cancel()
      throw new Unreadable('Too large when unpacked.')
    }
    text += decoder.decode(value, { stream: true })
  }
}
