/** XML as a tree of names and texts. A file with its own declarations is refused, so there is nothing to expand. */
import sax from 'sax'
import { unreadable } from './bank-line.ts'

export interface XmlNode {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlNode[]
  text: string
}

const depthMax = 50

export function readXml(content: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const path = [root]
  const reader = sax.parser(true, { trim: true })
  reader.ondoctype = () => unreadable('The XML file has a DOCTYPE, which bank statements never have. It was not read.')
  reader.onerror = () => unreadable(`The XML file is damaged in line ${reader.line + 1}. Download it again.`)
  reader.onopentag = ({ name, attributes }) => {
    if (path.length > depthMax) unreadable('The XML file is nested too deeply for a bank statement.')
    const local = name.slice(name.indexOf(':') + 1)
    const node = { name: local, attributes: attributes as Record<string, string>, children: [], text: '' }
    path.at(-1)?.children.push(node)
    path.push(node)
  }
  const add = (text: string) => {
    const node = path.at(-1) as XmlNode
    node.text += text
  }
  reader.ontext = add
  reader.oncdata = add
  reader.onclosetag = () => {
    path.pop()
  }
  reader.write(content).close()
  return root
}

export const all = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode[] =>
  path.reduce<XmlNode[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    node ? [node] : [],
  )
export const first = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined =>
  all(node, ...path)[0]
export const textAt = (node: XmlNode | undefined, ...path: readonly string[]): string | undefined =>
  first(node, ...path)?.text.trim() || undefined
