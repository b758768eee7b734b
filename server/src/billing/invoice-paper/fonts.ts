/** What all PDFs share: fonts, colours, and the characters that can be printed. */
import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

const fontFiles = { regular: '400Regular/NotoSans_400Regular.ttf', bold: '700Bold/NotoSans_700Bold.ttf' }
const fonts = new Map<string, Font>()

/** Cached: reading one takes several times as long as drawing a page. */
export function fontOf(name: keyof typeof fontFiles): Font {
  const known = fonts.get(name)
  if (known) return known
  const path = fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${fontFiles[name]}`))
  const font = openSync(path) as Font
  // A font stores each glyph with the character that first used it. A glyph first used as part of another, such as the
  // Z in Ž, would have no character: in every later PDF a Z could not be searched or copied.
  for (const character of font.characterSet) font.glyphForCodePoint(character)
  fonts.set(name, font)
  return font
}

export const ink = '#1f2430'
export const paperColours = { faint: '#5c6470', rule: '#c9ced6', usual: '#1d4ed8' }

/** Invisible characters would be printed as boxes. */
export const printable = (text: string) => text.replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
