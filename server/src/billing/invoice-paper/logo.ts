/** A dealer's logo on PDFs. A logo that cannot be drawn exactly is replaced by the company's name. */
import PDFDocument from 'pdfkit'
import { isDecodable } from './png.ts'

export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns whether it was drawn. */
export function drawLogo(doc: PDFKit.PDFDocument, logo: string | null, place: Place): boolean {
  const [, kind, base64 = ''] = /^data:image\/(png|svg\+xml);base64,(.+)$/.exec(logo ?? '') ?? []
  const bytes = Buffer.from(base64, 'base64')
  if (kind === 'png') return drawPng(doc, bytes, place)
  return kind === 'svg+xml' && drawSvg(doc, bytes.toString(), place)
}

function drawPng(doc: PDFKit.PDFDocument, bytes: Buffer, { x, y, width, height }: Place): boolean {
  if (!isDecodable(bytes)) return false
  doc.image(bytes, x, y, { fit: [width, height] })
  return true
}

interface Shape {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Includes those of its groups, outermost first. */
  readonly transforms: readonly string[]
}

const shapeNames = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])
/** Inherited from groups. */
const inherited = ['fill', 'stroke', 'stroke-width', 'fill-rule', 'opacity', 'fill-opacity', 'stroke-opacity']

function drawSvg(doc: PDFKit.PDFDocument, svg: string, place: Place): boolean {
  const found = shapesOf(svg)
  if (!found) return false
  // Tried on a page that is discarded, because half a logo would be worse than none.
  try {
    drawShapes(new PDFDocument({ font: null as never }), found, place)
  } catch {
    return false
  }
  drawShapes(doc, found, place)
  return true
}

interface Picture {
  readonly box: readonly [x: number, y: number, width: number, height: number]
  readonly shapes: readonly Shape[]
}

/** Undefined: it contains something other than plain shapes, such as text or a gradient. */
function shapesOf(svg: string): Picture | undefined {
  const open: Shape[] = []
  const shapes: Shape[] = []
  let root: Readonly<Record<string, string>> | undefined
  for (const [, closing, name = '', rest = '', selfClosing] of svg
    .replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->/g, '')
    .replace(/<(title|desc)\b[\s\S]*?<\/\1>/g, '')
    .matchAll(/<(\/?)([A-Za-z]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g)) {
    if (closing) {
      open.pop()
      continue
    }
    const outer = open.at(-1)
    const own = attributesOf(rest)
    const kept = Object.fromEntries(
      inherited.flatMap((key) => (outer?.attributes[key] ? [[key, outer.attributes[key]]] : [])),
    )
    const transforms = [...(outer?.transforms ?? []), ...(own.transform ? [own.transform] : [])]
    const shape = { name, attributes: { ...kept, ...own }, transforms }
    if (name === 'svg') root ??= own
    else if (shapeNames.has(name)) shapes.push(shape)
    else if (name !== 'g') return undefined
    if (/url\(/.test(rest)) return undefined
    if (!selfClosing) open.push(shape)
  }
  const box = root && boxOf(root)
  return box && shapes.length > 0 ? { box, shapes } : undefined
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, name = '', double, single]) => [name, double ?? single ?? ''] as const,
  )
  const { style = '', ...own } = Object.fromEntries(pairs)
  const styles = style.split(';').flatMap((one) => {
    const [name, value] = one.split(':')
    return name && value ? [[name.trim(), value.trim()] as const] : []
  })
  return { ...own, ...Object.fromEntries(styles) }
}

function boxOf({ viewBox, width, height }: Readonly<Record<string, string>>): Picture['box'] | undefined {
  const box = (viewBox ?? `0 0 ${Number.parseFloat(width ?? '')} ${Number.parseFloat(height ?? '')}`)
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const isBox = box.length === 4 && box.every(Number.isFinite) && box[2]! > 0 && box[3]! > 0
  return isBox ? (box as unknown as Picture['box']) : undefined
}

function drawShapes(doc: PDFKit.PDFDocument, { box: [left, top, wide, high], shapes }: Picture, place: Place): void {
  const scale = Math.min(place.width / wide, place.height / high)
  doc.save().translate(place.x, place.y).scale(scale).translate(-left, -top)
  doc.rect(left, top, wide, high).clip()
  for (const shape of shapes) {
    doc.save()
    for (const transform of shape.transforms) applyTransform(doc, transform)
    drawShape(doc, shape)
    doc.restore()
  }
  doc.restore()
}

function applyTransform(doc: PDFKit.PDFDocument, text: string): void {
  for (const [, name, list = ''] of text.matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const [a = 0, b, c, d = 0, e = 0, f = 0] = list
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (name === 'translate') doc.translate(a, b ?? 0)
    else if (name === 'scale') doc.transform(a, 0, 0, b ?? a, 0, 0)
    else if (name === 'rotate') doc.rotate(a, { origin: [b ?? 0, c ?? 0] })
    else if (name === 'matrix') doc.transform(a, b ?? 0, c ?? 0, d, e, f)
    else throw new Error(`The transform ${name} is not drawn.`)
  }
}

function drawShape(doc: PDFKit.PDFDocument, { name, attributes }: Shape): void {
  const { fill = '#000000', stroke = 'none', opacity = '1' } = attributes
  const number = (key: string) => numberOf(attributes[key] ?? '0')
  const points = (attributes.points ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(numberOf)
  if (name === 'path') doc.path(pathOf(attributes.d ?? ''))
  else if (name === 'rect') {
    const radius = numberOf(attributes.rx ?? attributes.ry ?? '0')
    if (radius > 0) doc.roundedRect(number('x'), number('y'), number('width'), number('height'), radius)
    else doc.rect(number('x'), number('y'), number('width'), number('height'))
  } else if (name === 'circle') doc.circle(number('cx'), number('cy'), number('r'))
  else if (name === 'ellipse') doc.ellipse(number('cx'), number('cy'), number('rx'), number('ry'))
  else if (name === 'line') doc.moveTo(number('x1'), number('y1')).lineTo(number('x2'), number('y2'))
  else {
    points.forEach((_, at) => {
      if (at % 2 === 0) doc[at === 0 ? 'moveTo' : 'lineTo'](points[at]!, numberOf(String(points[at + 1])))
    })
    if (name === 'polygon') doc.closePath()
  }
  const isFilled = fill !== 'none' && name !== 'line'
  const rule = attributes['fill-rule'] === 'evenodd' ? 'even-odd' : 'non-zero'
  doc.fillOpacity(numberOf(attributes['fill-opacity'] ?? '1') * numberOf(opacity))
  doc.strokeOpacity(numberOf(attributes['stroke-opacity'] ?? '1') * numberOf(opacity))
  doc.lineWidth(numberOf(attributes['stroke-width'] ?? '1'))
  if (isFilled && stroke !== 'none') doc.fillAndStroke(colourOf(fill), colourOf(stroke), rule)
  else if (isFilled) doc.fill(colourOf(fill), rule)
  else if (stroke !== 'none') doc.stroke(colourOf(stroke))
}

function numberOf(text: string): number {
  const value = Number(text.replace(/px$/, ''))
  if (!Number.isFinite(value)) throw new Error(`${text} is no number.`)
  return value
}

function pathOf(d: string): string {
  if (!/^[\sMmLlHhVvCcSsQqTtAaZz0-9eE.,+-]+$/.test(d)) throw new Error('The path has something else in it.')
  return d
}

/** In the library's format: names, and hexadecimal colours. */
function colourOf(text: string): string {
  const [, red, green, blue] = /^rgb\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)$/.exec(text) ?? []
  if (red !== undefined)
    return `#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
  if (!/^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-z]+)$/.test(text) || text === 'currentColor') {
    throw new Error(`The colour ${text} is not drawn.`)
  }
  return text
}
