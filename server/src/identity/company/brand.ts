/** What a dealer's clients see besides its profile: logo, colour, application name, sender name and links. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'

export interface Brand {
  /** A data URL of a picture that was checked here. */
  readonly logo: string | null
  /** `#rrggbb`, in lower case. */
  readonly colour: string | null
  readonly senderName: string | null
  /** The name of the application under the dealer's own domain; null: the company's name. */
  readonly appName: string | null
  /** A data URL of a square PNG for home screens; null: derived from the logo. */
  readonly icon: string | null
  readonly imprintUrl: string | null
  readonly privacyUrl: string | null
  readonly termsUrl: string | null
  readonly helpUrl: string | null
}

export type BrandChange = Partial<Brand>

export const noBrand: Brand = {
  ...{ logo: null, colour: null, senderName: null, appName: null, icon: null },
  ...{ imprintUrl: null, privacyUrl: null, termsUrl: null, helpUrl: null },
}

export const logoBytesMax = 64 * 1024
const pngSideMax = 2048

export const logoProblems = (logo: string | null | undefined): Problem[] =>
  logo === undefined || logo === null || isLogo(logo)
    ? []
    : [
        invalidField(
          'logo',
          `logo must be a base64 data URL of a PNG of at most ${pngSideMax} pixels a side, or of an SVG of plain shapes ` +
            'and text: without scripts, style sheets, links or pictures inside.',
        ),
      ]

const iconSideMin = 180
const iconSideMax = 1024

export const iconProblems = (icon: string | null | undefined): Problem[] =>
  icon === undefined || icon === null || isIcon(icon)
    ? []
    : [
        invalidField(
          'icon',
          `icon must be a base64 data URL of a square PNG of ${iconSideMin} to ${iconSideMax} pixels a side.`,
        ),
      ]

function isIcon(text: string): boolean {
  if (!text.startsWith('data:image/png;') || !isLogo(text)) return false
  const { width, height } = sidesOf(bytesOf(text))
  return width === height && width >= iconSideMin && width <= iconSideMax
}

/** Only for data URLs that were checked here. */
export const bytesOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')

const sidesOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

const dataUrl = /^data:image\/(png|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/

function isLogo(text: string): boolean {
  const [, kind, base64 = ''] = dataUrl.exec(text) ?? []
  if (kind === undefined || text.length > logoBytesMax) return false
  const bytes = Buffer.from(base64, 'base64')
  // Buffer silently skips invalid characters; another reader might not.
  if (bytes.toString('base64') !== base64) return false
  return kind === 'png' ? isPng(bytes) : isPlainSvg(bytes)
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex')

function isPng(bytes: Buffer): boolean {
  if (bytes.length < 45 || !bytes.subarray(0, 16).equals(pngStart)) return false
  return (
    bytes.subarray(-12).equals(pngEnd) && Object.values(sidesOf(bytes)).every((side) => side >= 1 && side <= pngSideMax)
  )
}

/** No `use`, which can be nested without end, and nothing that loads, links, runs or adds styles. */
const svgElements = new Set(
  (
    'svg g defs title desc path rect circle ellipse line polyline polygon text tspan ' +
    'linearGradient radialGradient stop clipPath mask'
  ).split(' '),
)
const svgTag = /^<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/
const svgAttribute = /([A-Za-z][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const svgNamespaces = ['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink']

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parsed strictly instead of sanitised: a sanitised picture is not the one that was sent. */
function isPlainSvg(bytes: Buffer): boolean {
  let rest: string
  try {
    rest = utf8.decode(bytes).trim()
  } catch {
    return false
  }
  rest = rest.replace(/^<\?xml(?:\s+[a-z]+="[\w.-]*")*\s*\?>/, '').replace(/<!--(?:(?!--)[^<>])*-->/g, '')
  const open: string[] = []
  let count = 0
  for (rest = rest.trim(); rest !== ''; ) {
    const [tag, closing, name = '', attributes = '', selfClosing] = svgTag.exec(rest) ?? []
    if (tag === undefined) {
      // Text up to the next tag. Entities could hide forbidden words in attributes, but text is only shown.
      const next = rest.indexOf('<')
      if (open.length === 0 || next <= 0) return false
      rest = rest.slice(next)
      continue
    }
    if (!svgElements.has(name) || (open.length === 0 && (name !== 'svg' || count > 0))) return false
    if (closing ? open.pop() !== name : !areHarmless(attributes)) return false
    if (!closing && !selfClosing) open.push(name)
    count += 1
    rest = rest.slice(tag.length)
    if (open.length === 0) rest = rest.trim()
  }
  return count > 0 && open.length === 0
}

function areHarmless(attributes: string): boolean {
  return [...attributes.matchAll(svgAttribute)].every(([, name = '', double, single]) => {
    const value = double ?? single ?? ''
    if (/^xmlns(:|$)/.test(name)) return svgNamespaces.includes(value)
    // An entity or an escape could hide anything; a drawing needs neither.
    if (/^on/i.test(name) || /(^|:)href$/i.test(name) || /[&\\]/.test(value)) return false
    return !/(script|data|https?|file):|\/\/|@import|expression|url\((?!#[\w.-]+\))/i.test(value)
  })
}
