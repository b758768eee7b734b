/** How a model without SMS is set up, step by step. */
import type { texts } from '../texts/texts.ts'

export interface Way {
  readonly way: string
  readonly tool: string | null
  readonly transport: string
  readonly choose: string | null
}

/** A device that is not a tracker needs server and port only. */
const simple = new Set(['app', 'own'])
/** The device itself has nothing to enter. */
const single = new Set(['network', 'detected'])

/** A way this page does not know yet is shown as: see the manual. */
export function waySteps(words: typeof texts.tools.setup, { way, tool, transport, choose }: Way): string[] {
  const first = (words.way[way] ?? words.way.manual!)(tool ?? undefined)
  if (single.has(way)) return [first]
  const values = simple.has(way)
    ? [words.enter]
    : [
        way === 'page' ? words.enter : words.enterWithApn,
        words.transport[transport] ?? '',
        choose ? words.choose(choose) : '',
      ]
  return [first, values.filter((sentence) => sentence !== '').join(' '), words.check]
}
