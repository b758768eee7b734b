/** The text of a file that a spreadsheet saved. Pure. */

/** The workbook that Excel wrote until 2003; one with a password begins in the same way. */
const oldWorkbook = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

export const isOldWorkbook = (bytes: Uint8Array): boolean => oldWorkbook.every((byte, at) => bytes[at] === byte)

/**
 * UTF-8, UTF-16 with or without its mark ("Unicode text" in Excel), or what "CSV" means on a Western Windows. Text in
 * another encoding is almost never valid UTF-8, so that is tried first.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 1024)
  // Letters, digits and separators have one zero byte: the second in little-endian order.
  const zeros = [0, 1].map((odd) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length)
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < start.length / 8) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}
