/** The browser's name in words its owner knows. Pure. */
import { texts } from '../texts/texts.ts'

/** In this order: most browsers also claim to be the ones further down. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

export function agentTitle(agent: string | null): string {
  if (!agent) return texts.account.sessions.unknown
  const nameIn = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  return browser && system ? texts.account.sessions.on(browser, system) : agent.slice(0, 60)
}
