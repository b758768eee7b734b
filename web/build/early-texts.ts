/**
 * Lets a page choose its language and fetch its catalogue of texts before its own code has come. Every other module of the page
 * waits for the catalogue, so it would come a round trip late.
 */
import type { Plugin } from 'vite'

/** An entry of its own, or it would be put into one file with much else. */
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
      // A page without texts has no need of it.
      if (!chunk || !html.includes(chunk.fileName)) return []
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` }
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' as const }]
    },
  },
})
