/** The answer of `/readyz`, in words for people. */

export interface InstallationState {
  readonly kind: 'asking' | 'ready' | 'notReady' | 'unreachable'
  readonly title: string
  readonly sentence: string
  /** The parts and their states: `database`, `ok`. */
  readonly parts: readonly (readonly [part: string, word: string])[]
}

export const asking: InstallationState = {
  kind: 'asking',
  title: 'Checking',
  sentence: 'Checking the status of this installation.',
  parts: [],
}

const unreachable: InstallationState = {
  kind: 'unreachable',
  title: 'Unreachable',
  sentence: 'Can’t reach the installation. It may be restarting, or your connection may be down.',
  parts: [],
}

export async function askForState(ask: typeof fetch, signal?: AbortSignal): Promise<InstallationState> {
  try {
    const answer = await ask('/readyz', { cache: 'no-store', headers: { accept: 'application/json' }, signal })
    const text = await answer.text()
    return stateOf(answer.status, text)
  } catch {
    return unreachable
  }
}

/** The body is optional: the status alone decides, and a body of unknown shape is ignored. */
export function stateOf(status: number, text: string): InstallationState {
  const parts = partsOf(text)
  if (status >= 200 && status < 300)
    return { kind: 'ready', title: 'Ready', sentence: 'All systems are running.', parts }
  if (status === 503)
    return {
      kind: 'notReady',
      title: 'Not ready',
      sentence: 'A required service is unavailable. This page checks again automatically.',
      parts,
    }
  return { ...unreachable, sentence: `Can’t read its status: /readyz returned ${status}.` }
}

function partsOf(text: string): InstallationState['parts'] {
  const body = parse(text)
  if (!isRecord(body)) return []
  const listed = [body.checks, body.parts].find(isRecord) ?? body
  return Object.entries(listed).flatMap(([part, value]) => {
    const word = wordOf(value)
    return word === undefined || part === 'status' ? [] : [[part.replaceAll('_', ' '), word] as const]
  })
}

function wordOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'ok' : 'not ok'
  if (typeof value === 'string' && value.length <= 80) return value
  if (isRecord(value)) return wordOf(value.status ?? value.ok)
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
