/** Reads the XML that programs write: elements, attributes and text. Refuses everything else. */

export interface Element {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string) =>
  text.replace(/&(\w*);?/g, (_, name: string) => {
    const character = entities[name]
    if (character === undefined) throw new Error(`&${name} is not known.`)
    return character
  })

const tag = /^<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/

export function readXml(source: string): Element {
  let rest = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, '')
  const take = (pattern: RegExp): RegExpExecArray => {
    const found = pattern.exec(rest)
    if (!found) throw new Error(`This is no XML: ${rest.slice(0, 60)}`)
    rest = rest.slice(found[0].length)
    return found
  }
  function element(): Element {
    const [, full = '', list = '', selfClosing] = take(tag)
    const attributes = Object.fromEntries(
      [...list.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)]),
    )
    const children: Element[] = []
    let text = ''
    if (!selfClosing) {
      while (!rest.startsWith('</')) {
        if (rest.startsWith('<')) children.push(element())
        else text += plain(take(/^[^<]+/)[0])
      }
      take(new RegExp(`^</${full}>`))
    }
    return { name: full.split(':').at(-1) as string, attributes, children, text }
  }
  const root = element()
  if (rest.trim() !== '') throw new Error(`Something comes after the end: ${rest.slice(0, 60)}`)
  return root
}

/** All elements at a path, like `Party/PostalAddress/CityName`. */
export const all = (from: Element, path: string): readonly Element[] =>
  path
    .split('/')
    .reduce<readonly Element[]>(
      (found, name) => found.flatMap((one) => one.children.filter((c) => c.name === name)),
      [from],
    )

export const first = (from: Element, path: string): Element | undefined => all(from, path)[0]
export const textAt = (from: Element, path: string): string | undefined => first(from, path)?.text
