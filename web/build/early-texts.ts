/**
 * Lets a page choose its language and fetch its texts before its own code has arrived. Every other module of the page
 * waits for the texts, which would otherwise arrive a round trip later.
 */
import type { Plugin } from 'vite'

/** A separate entry, or it would be bundled with much else. */
export const earlyTexts = 'src/shared/texts/catalogue.ts'

export const loadTextsEarly = (): Plugin => ({
  name: 'waymark-early-texts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunk = Object.values(bundle).find(
        (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(earlyTexts)),
      )
      // Not for pages without texts.
      if (!chunk || !html.includes(chunk.fileName)) return []
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` }
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' as const }]
    },
  },
})
