/** What all papers share: fonts, colours, and which characters can be printed. */
import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

const fontFiles = { regular: '400Regular/NotoSans_400Regular.ttf', bold: '700Bold/NotoSans_700Bold.ttf' }
const fonts = new Map<string, Font>()

/** Read once: that takes several times as long as drawing a page. */
export function fontOf(name: keyof typeof fontFiles): Font {
  const known = fonts.get(name)
  if (known) return known
  const path = fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${fontFiles[name]}`))
  const font = openSync(path) as Font
  // A font keeps its glyphs with the characters for which each was first wanted. One that was first a part of another, such
  // as the Z in Ž, would stand for none: in every later paper nobody could search for a Z or copy it.
  for (const character of font.characterSet) font.glyphForCodePoint(character)
  fonts.set(name, font)
  return font
}

export const ink = '#1f2430'
export const paperColours = { faint: '#5c6470', rule: '#c9ced6', usual: '#1d4ed8' }

/** Characters that show nothing would show as boxes. */
export const printable = (text: string) => text.replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
