/**
 * Reads a list of any length and proves it complete: the text is cut into its items, each is parsed, and their ids must
 * rise. Holds one item at a time.
 */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Job, ListOutcome } from './load.ts'

export async function readList({ port, path, headers }: Job): Promise<ListOutcome> {
  const began = performance.now()
  const request = get({ port, path, headers, host: '127.0.0.1' })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`GET ${path} was answered with status ${response.statusCode}.`)
  const scan = itemScanner()
  let bytes = 0
  let firstByteMs = 0
  for await (const chunk of response) {
    firstByteMs ||= performance.now() - began
    bytes += (chunk as Buffer).length
    // The bench's own data is plain ASCII, so a chunk never ends inside a character.
    scan.take((chunk as Buffer).toString('latin1'))
  }
  return { items: scan.end(), bytes, seconds: (performance.now() - began) / 1000, firstByteMs }
}

const [quote, backslash, openBrace, closeBrace] = [...'"\\{}'].map((sign) => sign.charCodeAt(0))

/** What may come next between items, depending on what came last. */
const nextOf: Readonly<Record<string, string>> = { '': '[', '[': '{]', '{': ',]', ',': '{', ']': '' }

export function itemScanner() {
  let items = 0
  let lastId = 0
  let last = ''
  let depth = 0
  let isInString = false
  let isEscaped = false
  let item = ''

  const finishItem = () => {
    const { id } = JSON.parse(item) as { id: number }
    if (!(id > lastId)) throw new Error(`Item ${items + 1} has the id ${id} after ${lastId}.`)
    lastId = id
    items++
    item = ''
  }

  const step = (sign: string) => {
    if (!nextOf[last]?.includes(sign)) throw new Error(`The list is broken at item ${items}: ${sign} after ${last}.`)
    last = sign
  }

  return {
    take(text: string) {
      let from = 0
      for (let at = 0; at < text.length; at++) {
        const sign = text.charCodeAt(at)
        if (isInString) {
          if (isEscaped) isEscaped = false
          else if (sign === backslash) isEscaped = true
          else if (sign === quote) isInString = false
        } else if (sign === quote) isInString = true
        else if (sign === openBrace) {
          if (depth++ > 0) continue
          step('{')
          from = at
        } else if (sign === closeBrace) {
          if (--depth > 0) continue
          item += text.slice(from, at + 1)
          finishItem()
        } else if (depth === 0) step(text[at] as string)
      }
      if (depth > 0) item += text.slice(from)
    },
    /** The number of items of a complete list. */
    end(): number {
      if (last !== ']') throw new Error(`The list ends early, after ${items} items.`)
      return items
    },
  }
}
