/**
 * A pseudo-language: every English text with accents, between brackets and longer. It shows which texts come from no
 * catalogue and which are cut off when words are longer. Mirrored from right to left, the page shows what does not
 * mirror.
 */
import type { BrowserContext, Page } from 'playwright-core'

/** In the page: transforms a catalogue. Vowels are doubled, which makes English two fifths longer. */
const dressing = `
const [plain, accented] = [[...'aeiouycdghjklnrstwzAEIOUYCDGHJKLNRSTWZ'], [...'áéíóúýčďğĥĵķĺñŕšťŵžÁÉÍÓÚÝČĎĞĤĴĶĹÑŔŠŤŴŽ']]
const letters = new Map(plain.map((letter, index) => [letter, accented[index].repeat('aeiouAEIOU'.includes(letter) ? 2 : 1)]))
const longer = (text) => '⟦' + [...text].filter((letter) => !'⟦⟧'.includes(letter)).map((letter) => letters.get(letter) ?? letter).join('') + '⟧'
window.waymarkDressed = (value) =>
  typeof value === 'string' ? value && longer(value)
  : typeof value === 'function' ? (...given) => window.waymarkDressed(value(...given))
  : Array.isArray(value) ? value.map(window.waymarkDressed)
  : value && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, window.waymarkDressed(one)]))
    : value`

/** In the page: what is searched for. */
const looking = `
const isSeen = (own) => own.checkVisibility({ visibilityProperty: true, opacityProperty: true })
const textNodes = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const nodes = []
  while (walker.nextNode())
    if (/\\p{L}{2}/u.test(walker.currentNode.data) && isSeen(walker.currentNode.parentElement)) nodes.push(walker.currentNode)
  return nodes
}
const isMarked = (text) => /[⟦⟧áéíóúýčďğĥĵķĺñŕšťŵž]/i.test(text)
const unmarked = (nodes) => {
  const found = nodes
    .filter(({ parentElement: own, data }) => !isMarked(data) && !own.closest('script, style, noscript, code, pre, kbd, option'))
    .map(({ data }) => data.trim())
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const own of document.body.querySelectorAll('[' + name + ']')) {
      const text = own.getAttribute(name)
      if (/\\p{L}{2}/u.test(text) && !isMarked(text) && isSeen(own)) found.push(text)
    }
  return found
}
const clipped = (nodes) => nodes.filter(({ parentElement: own, data }, index) => {
  if (!data.includes('⟦') || own.closest('option, script, style')) return false
  const range = document.createRange()
  range.selectNodeContents(nodes[index])
  const text = range.getBoundingClientRect()
  for (let box = own; box && box !== document.body; box = box.parentElement) {
    // A list has one line per item, and text in a tooltip is not lost.
    if (box.title || box.role === 'cell') return false
    const { overflowX, overflowY, position } = getComputedStyle(box)
    const area = box.getBoundingClientRect()
    // For screen readers only; and what scrolls hides nothing.
    if (area.width <= 2 || area.height <= 2 || /auto|scroll/.test(overflowX + overflowY)) return false
    if (/hidden|clip/.test(overflowX) && (text.right > area.right + 1.5 || text.left < area.left - 1.5)) return true
    if (/hidden|clip/.test(overflowY) && text.bottom > area.bottom + 4) return true
    if (position === 'fixed') return false
  }
  return false
}).map(({ data }) => data.trim())
const overflowing = () => {
  const { scrollWidth } = document.scrollingElement
  if (scrollWidth <= innerWidth + 1) return []
  const isInside = (own) => {
    for (let box = own.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible') return true
    return false
  }
  const wide = [...document.body.querySelectorAll('*')].filter((own) => {
    const { left, right, width } = own.getBoundingClientRect()
    return width > 0 && (left < -1 || right > innerWidth + 1) && !isInside(own)
  })
  const deepest = wide.filter((own) => !wide.some((other) => other !== own && own.contains(other)))
  return [scrollWidth + ' px wide: ' + deepest.slice(0, 3).map((own) => own.className + ' ' + own.textContent.slice(0, 40)).join(', ')]
}
const scrollerOf = (own) => {
  for (let box = own.parentElement; box; box = box.parentElement) if (/auto|scroll/.test(getComputedStyle(box).overflow)) return box
  return undefined
}
const isMoved = (own) => {
  for (let box = own.parentElement; box; box = box.parentElement) if (box.scrollLeft !== 0) return true
  return false
}
const controls = () => [...document.body.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, th, label')].map((own) => {
  const { left, right, top, bottom } = own.getBoundingClientRect()
  return { own, left, right, top, bottom, isMoved: isMoved(own), isShown: isSeen(own) && right - left > 2 && bottom - top > 2 }
})
const nameOf = ({ own }) => own.tagName.toLowerCase() + ' ' + (own.getAttribute('aria-label') || own.name || own.textContent).slice(0, 40)
const overlaps = (all) => {
  const pressed = all.filter(({ own, isShown }) => isShown && own.matches('a, button, input, select, textarea'))
  const found = new Map()
  for (const [index, one] of pressed.entries())
    for (const other of pressed.slice(index + 1))
      if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > 6
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6
        && !one.own.contains(other.own) && !other.own.contains(one.own) && scrollerOf(one.own) === scrollerOf(other.own))
        found.set(all.indexOf(one) + ' ' + all.indexOf(other), nameOf(one) + ' over ' + nameOf(other))
  return found
}
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
window.waymarkLook = async () => {
  const nodes = textNodes()
  const found = { unmarked: unmarked(nodes), clipped: clipped(nodes), overflowing: overflowing(), turned: [] }
  const before = controls()
  const beforeOverlaps = overlaps(before)
  document.documentElement.dir = 'rtl'
  await drawn()
  const turned = textNodes()
  found.clipped.push(...clipped(turned).map((text) => text + ' (from right to left)'))
  found.overflowing.push(...overflowing().map((text) => text + ' (from right to left)'))
  const after = controls()
  for (const [pair, names] of overlaps(after)) if (!beforeOverlaps.has(pair)) found.turned.push(names)
  if (before.length === after.length)
    for (const [index, one] of after.entries()) {
      const own = before[index]
      if (!one.isShown || !own.isShown || one.own !== own.own || own.isMoved) continue
      // Inside a text its position depends on the letters around it.
      const { direction, display } = getComputedStyle(one.own)
      if (direction === 'ltr' || display === 'inline') continue
      // A scroll bar changes sides too.
      if (Math.abs(innerWidth - own.right - one.left) > 18 && Math.abs(innerWidth - own.left - one.right) > 18)
        found.turned.push(nameOf(one) + ' at ' + Math.round(one.left) + ', not at ' + Math.round(innerWidth - own.right))
    }
  document.documentElement.dir = 'ltr'
  await drawn()
  return found
}`

/** Transforms every English catalogue that this browser loads. */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.addInitScript(dressing)
  await context.addInitScript(looking)
  await context.route(/\/assets\/(en|texts-en)-[^/]+\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: dressed(await response.text()) })
  })
}

function dressed(code: string): string {
  const found = /export\s*\{([^{}]*)\}\s*;?\s*$/.exec(code)
  if (!found) throw new Error(`A catalogue that exports nothing: ${code.slice(-200)}`)
  const names = found[1]!.split(',').map((one) => one.trim().split(/\s+as\s+/))
  const made = names.map(([own], index) => `const dressed${index} = window.waymarkDressed(${own})`)
  const given = names.map(([own, name = own], index) => `dressed${index} as ${name}`)
  return `${code.slice(0, found.index)}\n${made.join('\n')}\nexport { ${given.join(', ')} }\n`
}

export interface Look {
  /** Texts that no catalogue has. */
  readonly unmarked: readonly string[]
  /** Texts that end at the edge of something. */
  readonly clipped: readonly string[]
  /** What makes the page scroll sideways. */
  readonly overflowing: readonly string[]
  /** Controls that are not mirrored, or that overlap only from right to left. */
  readonly turned: readonly string[]
}

/** First as the page is now, then from right to left. */
export const lookAt = (page: Page): Promise<Look> => page.evaluate('window.waymarkLook()')
