/**
 * The little Markdown that descriptions use: paragraphs, lists, headings, code, strong words, links. Read into values,
 * never into HTML, so that a document cannot bring markup of its own into the page.
 */

export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly address: string }

export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }

const bullet = /^\s{0,3}([-*+]|\d+[.)])\s+/

export function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string
    const take = (belongs: (line: string) => boolean): string[] => {
      const from = at
      do at++
      while (at < lines.length && belongs(lines[at] as string))
      return lines.slice(from, at)
    }
    if (line.trim() === '') at++
    else if (line.startsWith('```')) {
      const code = take((next) => !next.startsWith('```')).slice(1)
      at++
      blocks.push({ kind: 'code', text: code.join('\n') })
    } else if (/^#{1,6}\s/.test(line)) {
      at++
      blocks.push({ kind: 'heading', content: inlinesOf(line.replace(/^#+\s+/, '')) })
    } else if (bullet.test(line)) {
      const items: string[] = []
      for (const next of take((next) => bullet.test(next) || /^\s+\S/.test(next)))
        if (bullet.test(next)) items.push(next.replace(bullet, ''))
        else items.push(`${items.pop() ?? ''} ${next.trim()}`)
      blocks.push({ kind: 'list', isOrdered: /^\s*\d/.test(line), items: items.map(inlinesOf) })
    } else {
      const text = take((next) => next.trim() !== '' && !bullet.test(next) && !next.startsWith('```')).join(' ')
      blocks.push({ kind: 'paragraph', content: inlinesOf(text) })
    }
  }
  return blocks
}

/** For a heading of one line; the whole text follows below it. */
export const firstSentence = (text = ''): string =>
  text.match(/^[^\n]*?[.!?](?=\s|$)/)?.[0] ?? text.split('\n')[0] ?? ''

const inline = /(`+)(.+?)\1|\*\*(.+?)\*\*|\*([^\s*][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g

export function inlinesOf(text: string): readonly Inline[] {
  const parts: Inline[] = []
  let from = 0
  for (const match of text.matchAll(inline)) {
    const [whole, , code, strong, emphasis, label, address] = match
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) })
    if (code !== undefined) parts.push({ kind: 'code', text: code.trim() })
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis })
    else if (label !== undefined && address !== undefined && isSafe(address))
      parts.push({ kind: 'link', text: label, address })
    else parts.push({ kind: 'text', text: label ?? whole })
    from = match.index + whole.length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

/** A `javascript:` address in a document must stay text. */
const isSafe = (address: string): boolean => /^(https?:\/\/|mailto:|#|\/(?!\/))/i.test(address)
