/** XML as text. Empty values are left out, because an empty element is an error in invoices. Pure. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Removes characters that XML 1.0 cannot represent. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] as string)

export type Attributes = Readonly<Record<string, string>>

const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')

/** An element with text. */
export function leaf(name: string, text: string | null | undefined, attributes: Attributes = {}): string {
  const content = escaped(text ?? '').trim()
  return content === '' ? '' : `<${name}${written(attributes)}>${content}</${name}>`
}

/** An element with others inside. */
export function node(name: string, ...children: readonly string[]): string {
  const content = children.join('')
  return content === '' ? '' : `<${name}>${content}</${name}>`
}

export const document = (name: string, attributes: Attributes, ...children: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${written(attributes)}>${children.join('')}</${name}>\n`
